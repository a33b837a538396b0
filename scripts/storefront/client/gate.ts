import { ApiError } from './reply.ts'

export interface GateOptions {
  /** Called with how long the service asks to wait, in milliseconds, and with `undefined` once nobody waits. */
  readonly onWait?: ((milliseconds: number | undefined) => void) | undefined
  /** Milliseconds that only grow: a clock that somebody sets must not end a wait early. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
  readonly random?: (() => number) | undefined
}

const longestWaitMilliseconds = 600_000

/** What all requests of one key go through: a 429 to one of them closes it for all. */
export function createGate({ onWait, now = monotonic, sleep = pause, random = Math.random }: GateOptions) {
  let opensAt = 0
  let refusalsInARow = 0
  // After a wait one request goes first, and the others wait for what that one meets.
  let scout: Promise<void> | undefined

  const gate = {
    /**
     * Waits until a request may be sent. Call the function that it returns once the reply has been read.
     * @throws {ApiError} where the wait is longer than anybody sits through
     */
    async pass(signal?: AbortSignal): Promise<() => void> {
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
    /** Closes it for as long as the headers of a 429 say. */
    close(headers: Headers): void {
      // At least as long as the service asks; longer with each refusal in a row, and never all clients at the same moment.
      const backoff = 1000 * 2 ** Math.min(refusalsInARow++, 6)
      const wait = requestedWait(headers, Date.now()) + (backoff * (1 + random())) / 2
      opensAt = Math.max(opensAt, now() + wait)
      const left = opensAt - now()
      onWait?.(left > longestWaitMilliseconds ? undefined : left)
    },
    /** A request got through. */
    open(): void {
      refusalsInARow = 0
    },
    /** Why a caller gives up, and how long the gate stays closed. */
    giveUp(): ApiError {
      onWait?.(undefined)
      const left = opensAt - now()
      return new ApiError('wait', `The limit of this key is used up for ${Math.ceil(left / 60_000)} min.`, 429, left)
    },
  }
  return gate
}

const monotonic = () => performance.now()
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * How long a 429 asks to wait, in milliseconds. Section 8 does not show the format of Retry-After, so a client takes
 * seconds and a date; where it says something else, the limit's own reset counts, or else a minute.
 */
export function requestedWait(headers: Headers, nowMilliseconds: number): number {
  const asked = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(asked)) return Number(asked) * 1000
  // Date.parse alone makes an instant of nearly any text with a number in it.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(asked) ? Date.parse(asked) : Number.NaN
  const instant = Number.isNaN(date) ? Number(headers.get('X-RateLimit-Reset') ?? Number.NaN) * 1000 : date
  // By the service's own clock, where the browser shows it: the visitor's may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || nowMilliseconds
  return Number.isNaN(instant) ? 60_000 : Math.max(0, instant - now)
}
