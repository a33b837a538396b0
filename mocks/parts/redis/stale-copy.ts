import type { Deadline } from './deadline.ts'

/** A copy was not what Redis has, so nothing was done. Once `ready` resolves, try again. */
export class StaleCopyError extends Error {
  readonly ready: Promise<unknown>

  /** @param ready resolved where the copy has just followed what others did */
  constructor(ready: Promise<unknown> = Promise.resolve()) {
    super('The copy of this sandbox is behind.')
    this.ready = ready
    // Whoever waited may have given up.
    ready.catch(() => undefined)
  }
}

/** Does the work until none of its copies is stale. */
export async function retryWhileStale<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleCopyError)) throw error
      await error.ready
      deadline.check()
    }
  }
}
