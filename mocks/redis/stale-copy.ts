import type { Deadline } from './deadline.ts'

/** A copy is not what Redis has, so nothing was done. Once `ready` resolves, there is a current one: try again. */
export class StaleCopyError extends Error {
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('The copy of this sandbox is behind.')
    this.ready = ready
    // Whoever waited may have given up.
    ready.catch(() => undefined)
  }
}

/** Does the work again, once there is a current copy. @throws the error, if it does not come from a stale copy */
export async function retryIfStale<T>(error: unknown, work: () => Promise<T>, deadline: Deadline): Promise<T> {
  if (!(error instanceof StaleCopyError)) throw error
  await error.ready
  deadline.check()
  return work()
}

/** Does the work until none of its copies is stale. */
export async function retryWhileStale<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return retryIfStale(error, () => retryWhileStale(work, deadline), deadline)
  }
}
