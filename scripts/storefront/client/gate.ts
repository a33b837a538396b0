import { ApiError } from './api-error.ts'
import { requestedWait } from './retry-after.ts'

export interface GateOptions {
  /** Called with how long the service asks to wait, in milliseconds, and with `undefined` once nobody waits. */
  readonly onWait?: ((milliseconds: number | undefined) => void) | undefined
  /** Milliseconds that only grow: a clock that somebody sets must not end a wait early. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
  readonly random?: (() => number) | undefined
}

/** What all requests of one key go through: a 429 to one of them closes it for all. */
export interface Gate {
  /**
   * Waits until a request may be sent. Call the function that it returns once the reply has been read.
   * @throws {ApiError} where the wait is longer than anybody sits through
   */
  pass(signal?: AbortSignal): Promise<() => void>
  /** Closes it for as long as the headers of a 429 say. */
  close(headers: Headers): void
  /** A request got through. */
  open(): void
  /** Why a caller gives up, and how long the gate stays closed. */
  giveUp(): ApiError
}

const longestWaitMilliseconds = 600_000

export function createGate({ onWait, now = monotonic, sleep = pause, random = Math.random }: GateOptions): Gate {
  let opensAt = 0
  let refusalsInARow = 0
  // After a wait one request goes first, and the others wait for what that one meets.
  let scout: Promise<void> | undefined

  const gate: Gate = {
    async pass(signal) {
      for (;;) {
        const left = opensAt - now()
        if (left > longestWaitMilliseconds) throw gate.giveUp()
        // In short steps: a timer can be early, and one of more than 24 days ends at once.
        if (left > 0) await sleep(Math.min(left, 1000))
        else if (scout !== undefined) await scout
        else break
        signal?.throwIfAborted()
      }
      onWait?.(undefined)
      if (refusalsInARow === 0) return () => undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      scout = promise
      return () => {
        scout = undefined
        resolve()
      }
    },
    close(headers) {
      // At least as long as the service asks; longer with each refusal in a row, and never all clients at the same moment.
      const backoff = 1000 * 2 ** Math.min(refusalsInARow++, 6)
      const wait = requestedWait(headers, Date.now()) + (backoff * (1 + random())) / 2
      opensAt = Math.max(opensAt, now() + wait)
      const left = opensAt - now()
      onWait?.(left > longestWaitMilliseconds ? undefined : left)
    },
    open() {
      refusalsInARow = 0
    },
    giveUp() {
      onWait?.(undefined)
      const waitMilliseconds = opensAt - now()
      return new ApiError('wait', 'The limit of this key is used up.', { status: 429, waitMilliseconds })
    },
  }
  return gate
}

const monotonic = () => performance.now()

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
