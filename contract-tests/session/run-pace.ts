import { readRateLimit } from '../client/index.ts'
import { Pace, type PacedResponse, type Wait, type Window, askedWait, quotaOf } from './pace.ts'

/**
 * Paces the requests of a run. It leaves a reserve for others who use the key. If the headers still say after their own reset
 * that no request remains, it stops trusting them.
 */
export class RunPace extends Pace {
  /** Whether the headers were true so far. */
  isTrusted = true
  #hasWaited = false
  #reset: number | undefined
  /** The largest fall of Remaining between two requests, those of others included. */
  #mostTaken = 1
  #fallsAtRandom = false

  protected override get reserve(): number {
    return Math.max((this.state.limit ?? 0) < 20 ? 1 : 2, this.#mostTaken)
  }

  /** A run is much shorter than a day, and counts nothing for an unknown plan. */
  protected override get counted(): readonly Window[] {
    return this.plan === undefined ? [] : ['minute']
  }

  override next(nowMilliseconds: number): Wait | undefined {
    const wait = this.isTrusted ? super.next(nowMilliseconds) : undefined
    this.#hasWaited ||= wait !== undefined && (this.state.remaining ?? 0) <= this.reserve
    return wait
  }

  /** Learns the quota. The session itself waits after a 429, once. */
  override update(response: PacedResponse, nowMilliseconds: number): void {
    const { limit, remaining = 0 } = this.state
    this.count(nowMilliseconds)
    this.learnQuota(response, nowMilliseconds)
    const quota = quotaOf(response, nowMilliseconds)
    if (quota === undefined) return
    if (quota.limit === limit && quota.reset === this.#reset && !this.#hasWaited)
      this.#noteTaken(remaining - quota.remaining, limit / 20)
    this.#reset = quota.reset
    if (this.#hasWaited && quota.remaining <= this.reserve) this.isTrusted = false
    this.#hasWaited = false
  }

  #noteTaken(taken: number, most: number): void {
    // If Remaining rises within a window, it counts no requests, so a fall says nothing about others.
    if (-taken > most) this.#fallsAtRandom = true
    this.#mostTaken = this.#fallsAtRandom ? 1 : Math.max(this.#mostTaken, Math.min(taken, most))
  }

  /**
   * Learns from an answer to a request with another credential. If it shows the same limit and reset, both may share one
   * quota.
   */
  learnFromOther(response: PacedResponse): void {
    const { limit, remaining, reset } = readRateLimit(response)
    if (remaining === undefined || limit !== this.state.limit || reset !== this.#reset) return
    this.state = { ...this.state, remaining: Math.min(this.state.remaining ?? remaining, remaining) }
  }

  /** The wait for a reset, and what is left until then; `undefined` if there is none, or if others use the key too. */
  resetWait(nowMilliseconds: number): { readonly milliseconds: number; readonly left: number } | undefined {
    const { remaining: left = Infinity, resetAtMilliseconds = 0 } = this.state
    const isUsedUp = this.isTrusted && this.#mostTaken === 1 && left <= this.reserve
    return isUsedUp ? { milliseconds: resetAtMilliseconds - nowMilliseconds, left } : undefined
  }

  /** Whether so many requests may be sent at once. */
  hasRoomFor(requests: number): boolean {
    return (this.state.remaining ?? Infinity) - requests * this.#mostTaken >= this.reserve
  }
}

/** How long a 429 asks to wait (section 8): by Retry-After, else by the reset, else a minute; a second is added. */
export function waitAfter429(response: PacedResponse | undefined, nowMilliseconds: number): number {
  if (response === undefined) return 60_000
  const asked = askedWait(response, nowMilliseconds)
  if (asked !== undefined) return asked + 1000
  const ahead = quotaOf(response, nowMilliseconds)?.aheadMilliseconds ?? 0
  return ahead > 0 && ahead < 86_400_000 ? ahead + 1000 : 60_000
}
