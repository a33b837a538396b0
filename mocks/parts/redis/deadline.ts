import { DeadlineError } from './state-error.ts'

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

/** When something must be done. */
export class Deadline {
  readonly #milliseconds: number
  readonly #at: number

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.#at = performance.now() + milliseconds
  }

  /** For who is about to begin what nobody would wait for. @throws {DeadlineError} when it is over */
  check(): void {
    if (performance.now() > this.#at) throw new DeadlineError(this.#milliseconds)
  }

  /** What the work gives. Rejects with a {@link DeadlineError} when it takes longer; it goes on then. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new DeadlineError(this.#milliseconds))
      const timer = setTimeout(late, Math.max(0, this.#at - performance.now()))
      void work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  /** Does the work until none of its copies is stale. */
  async retryWhileStale<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StaleCopyError)) throw error
        await error.ready
        this.check()
      }
    }
  }
}
