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
      return new ApiError('wait', 'The limit of this key is used up.', 429, opensAt - now())
    },
  }
  return gate
}

const monotonic = () => performance.now()
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * How long a 429 asks to wait, in milliseconds. Section 8 does not show the format of Retry-After, so a client takes
 * seconds, a date and a Unix timestamp; where it says something else, the limit's own reset counts, or else a minute.
 */
export function requestedWait(headers: Headers, nowMilliseconds: number): number {
  // By the service's own clock, where the browser shows it: the visitor's may be wrong.
  const now = instantOf(headers.get('Date')) ?? nowMilliseconds
  const asked = headers.get('Retry-After')?.trim() ?? ''
  const number = numberOf(asked)
  // Nobody waits for thirty years: so large a number is an instant in seconds since 1970.
  if (number !== undefined && number < 1_000_000_000) return number * 1000
  const seconds = number ?? numberOf(headers.get('X-RateLimit-Reset') ?? '')
  const instant = instantOf(asked) ?? (seconds === undefined ? undefined : seconds * 1000)
  return instant === undefined ? 60_000 : Math.max(0, instant - now)
}

function numberOf(text: string): number | undefined {
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined
}

/** An HTTP-date or an ISO date. Date.parse alone makes an instant of nearly any text with a number in it. */
function instantOf(text: string | null): number | undefined {
  if (text === null || !/^(?:[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT)/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}
