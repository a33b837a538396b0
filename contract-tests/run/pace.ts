import { plans } from '../../spec/index.ts'
import { type Exchange, headerOf, readRateLimit, readRetryAfter, serverTime } from '../client/index.ts'

// A second more, because clocks differ.
const minute = 61_000

/**
 * Paces requests by what the service says of the quota, with a reserve for whoever else uses the key. It believes the
 * headers only as long as they can be true: what still says that nothing remains after its own reset is not heeded.
 */
export class Pace {
  #resetAtMilliseconds = 0
  #resetAtSeconds = 0
  #remaining = Number.POSITIVE_INFINITY
  #limit = 0
  #hasWaited = false
  /** Whether the headers were true so far. */
  isTrusted = true
  /** Where the headers tell of the day, the plan that has this day allows so many requests a minute. */
  #mostInAMinute = Number.POSITIVE_INFINITY
  readonly #answeredAt: number[] = []
  /** What one request took, together with those of others meanwhile. */
  #mostTaken = 1
  #fallsAtRandom = false

  /** How long to wait before a request is sent, and why; `undefined` when it may go. */
  next(nowMilliseconds: number): { readonly milliseconds: number; readonly reason: string } | undefined {
    const oldest = this.#answeredAt.at(-this.#mostInAMinute)
    if (oldest !== undefined && oldest + minute > nowMilliseconds)
      return { milliseconds: oldest + minute - nowMilliseconds, reason: 'the plan allows no more in a minute' }
    const milliseconds = this.#resetAtMilliseconds - nowMilliseconds
    if (!this.isTrusted || this.#remaining > this.#reserve || milliseconds <= 0) return undefined
    this.#hasWaited = true
    this.#remaining = Number.POSITIVE_INFINITY
    return { milliseconds, reason: `X-RateLimit-Remaining is down to the reserve of ${this.#reserve}` }
  }

  /** Learns from an answer to a request of this quota. `nowMilliseconds` is when it came. */
  learn({ response }: Exchange, nowMilliseconds: number): void {
    if (response === undefined) return
    const { limit, remaining, reset } = readRateLimit(response)
    if (limit === undefined || remaining === undefined || reset === undefined || remaining > limit || limit === 0)
      return
    // The clock of the service may differ from ours; what counts is how far away the reset is for it.
    const ahead = reset * 1000 - (serverTime(response) ?? nowMilliseconds)
    this.#answeredAt.push(nowMilliseconds)
    const plan = ahead < 2 * minute ? undefined : Object.values(plans).find((one) => one.requestsPerDay === limit)
    this.#mostInAMinute = plan?.requestsPerMinute ?? Number.POSITIVE_INFINITY
    const isSameWindow = limit === this.#limit && reset === this.#resetAtSeconds
    // What rises within a window is no count of requests, so that a fall says nothing of what others take.
    if (isSameWindow && remaining > this.#remaining + limit / 20) this.#fallsAtRandom = true
    if (this.#fallsAtRandom) this.#mostTaken = 1
    else if (isSameWindow)
      this.#mostTaken = Math.max(this.#mostTaken, Math.min(this.#remaining - remaining, limit / 20))
    this.#limit = limit
    this.#resetAtSeconds = reset
    if (this.#hasWaited && remaining <= this.#reserve) this.isTrusted = false
    this.#hasWaited = false
    this.#remaining = remaining
    // Dates and resets are whole seconds, so a second is added. What lies beyond days is no window.
    this.#resetAtMilliseconds = ahead > 0 && ahead < 32 * 86_400_000 ? nowMilliseconds + ahead + 1000 : 0
  }

  /**
   * Learns from an answer to a request of another quota: where that has the same limit and reset, it may be the same one,
   * as when requests without a key are counted together with those that have it.
   */
  learnFromOther({ response }: Exchange): void {
    if (response === undefined) return
    const { limit, remaining, reset } = readRateLimit(response)
    if (remaining === undefined || limit !== this.#limit || reset !== this.#resetAtSeconds) return
    this.#remaining = Math.min(this.#remaining, remaining)
  }

  /** Whether so many requests may be sent at once. */
  hasRoomFor(requests: number): boolean {
    return this.#remaining - requests * this.#mostTaken >= this.#reserve
  }

  get #reserve(): number {
    return Math.max(this.#limit < 20 ? 1 : 2, this.#mostTaken)
  }
}

/** How long a 429 asks to wait (section 8): by Retry-After, else by the reset, else a minute; a second is added. */
export function waitAfter429({ response }: Exchange, nowMilliseconds: number): number {
  if (response === undefined) return 60_000
  const serviceNow = serverTime(response) ?? nowMilliseconds
  const header = headerOf(response, 'retry-after')
  const seconds = header === undefined ? undefined : readRetryAfter(header, serviceNow)
  if (seconds !== undefined) return Math.ceil(seconds * 1000) + 1000
  const { reset } = readRateLimit(response)
  const ahead = (reset ?? 0) * 1000 - serviceNow
  return ahead > 0 && ahead < 86_400_000 ? ahead + 1000 : 60_000
}
