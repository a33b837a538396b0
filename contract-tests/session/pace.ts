import { type PlanName, planNames, plans } from '../../spec/index.ts'
import { type Received, headerOf, readRateLimit, readRetryAfter, serverTime } from '../client/index.ts'

/** The part of a response that the pace reads. */
export type PacedResponse = Pick<Received, 'status' | 'headers'>

/** What is known of the quota, as plain data. Instants are those of this machine, in milliseconds since 1970. */
export interface PaceState {
  readonly limit?: number
  readonly remaining?: number
  readonly resetAtMilliseconds?: number
  /** A response asked to send nothing before this instant. */
  readonly notBeforeMilliseconds?: number
}

/** A time to wait before a request is sent. */
export interface Wait {
  readonly milliseconds: number
  readonly reason: string
}

export type Window = 'minute' | 'day'

const minute = 60_000
const day = 86_400_000
// A reset further ahead than this is no window of a quota.
const longest = 31 * day
// Added to waits: dates and resets are whole seconds, and clocks differ.
const second = 1000

/**
 * Paces requests by the headers of section 8, so that none gets a 429. The interface does not say whether the headers
 * report the minute or the day, so the window that they never report is counted here.
 */
export class Pace {
  state: PaceState
  readonly #givenPlan: PlanName | undefined
  #seenPlan: PlanName | undefined
  readonly #shown = new Set<Window>()
  readonly #sentAt: number[]
  #refusals = 0

  /**
   * @param plan the plan of the key where it is known; else the headers show it
   * @param sentAt when requests were sent before, in milliseconds since 1970
   * @param state what was known of the quota then
   */
  constructor(plan?: PlanName, sentAt: readonly number[] = [], state: PaceState = {}) {
    this.#givenPlan = plan
    this.#sentAt = [...sentAt]
    this.state = state
  }

  /** The plan of the key, given or seen. */
  get plan(): PlanName | undefined {
    return this.#givenPlan ?? this.#seenPlan
  }

  /** How many requests the plan allows, where that is known. */
  get limits(): { plan: PlanName | undefined; minuteLimit: number | undefined; dayLimit: number | undefined } {
    const { plan } = this
    const { requestsPerMinute, requestsPerDay } = plan === undefined ? {} : plans[plan]
    return { plan, minuteLimit: requestsPerMinute ?? this.#customMinute(), dayLimit: requestsPerDay ?? undefined }
  }

  /** Requests that are left to others who use the key. */
  protected get reserve(): number {
    return 0
  }

  /** The windows that are counted here unless the headers report them. */
  protected get counted(): readonly Window[] {
    return ['minute', 'day']
  }

  /** What to wait for before a request is sent; `undefined` when it may go. */
  next(nowMilliseconds: number): Wait | undefined {
    const { limit = 0, remaining = Infinity, resetAtMilliseconds = 0, notBeforeMilliseconds = 0 } = this.state
    const { reserve } = this
    const isUsedUp = remaining <= reserve
    const left =
      reserve === 0 ? `no request is left of ${limit}` : `X-RateLimit-Remaining is down to the reserve of ${reserve}`
    const waits: readonly Wait[] = [
      { milliseconds: notBeforeMilliseconds - nowMilliseconds, reason: 'the service said when to come again' },
      { milliseconds: isUsedUp ? resetAtMilliseconds - nowMilliseconds : 0, reason: left },
      ...this.counted.map((window) => ({
        milliseconds: this.#ownWait(window, nowMilliseconds),
        reason: `the plan has no more in a ${window}`,
      })),
    ]
    const longestWait = waits.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one))
    return longestWait.milliseconds > 0 ? longestWait : undefined
  }

  /** Counts a request that is sent. */
  count(nowMilliseconds: number): void {
    this.#sentAt.push(nowMilliseconds)
    this.state = countRequest(this.state, nowMilliseconds)
  }

  /** Learns from an answer. `nowMilliseconds` is when it came. */
  update(response: PacedResponse, nowMilliseconds: number): void {
    this.learnQuota(response, nowMilliseconds)
    this.#heed(response, nowMilliseconds)
  }

  /** Learns the quota from the headers. Impossible values are ignored. */
  protected learnQuota(response: PacedResponse, nowMilliseconds: number): void {
    const quota = quotaOf(response, nowMilliseconds)
    if (quota === undefined) return
    const { limit, remaining, aheadMilliseconds } = quota
    this.#see(limit, aheadMilliseconds)
    const isWindow = aheadMilliseconds > 0 && aheadMilliseconds <= longest
    const resetAtMilliseconds = nowMilliseconds + (isWindow ? aheadMilliseconds + second : minute)
    this.state = { ...this.state, limit, remaining, resetAtMilliseconds }
  }

  /** Section 8: waits as a 429 says, and twice as long after each further 429. */
  #heed(response: PacedResponse, nowMilliseconds: number): void {
    const { status } = response
    this.#refusals = status === 429 ? this.#refusals + 1 : 0
    const asked = askedWait(response, nowMilliseconds)
    if (status !== 429 && (status !== 503 || asked === undefined)) return
    const untilReset = (this.state.resetAtMilliseconds ?? 0) - nowMilliseconds
    const unsaid = untilReset > 0 ? untilReset : minute
    // A wait of months belongs to no window. After a day, the service may say something else.
    const milliseconds = asked === undefined ? unsaid : (asked <= longest ? asked : day) + second
    const least = second * 2 ** Math.min(this.#refusals, 10)
    this.state = { ...this.state, notBeforeMilliseconds: nowMilliseconds + Math.max(milliseconds, least) }
  }

  #see(limit: number, aheadMilliseconds: number): void {
    this.#seenPlan = planOf(limit, aheadMilliseconds) ?? this.#seenPlan
    if (limit === this.limits.minuteLimit) this.#shown.add('minute')
    else if (limit === this.limits.dayLimit) this.#shown.add('day')
  }

  #customMinute(): number | undefined {
    const { limit, resetAtMilliseconds = 0 } = this.state
    const last = this.#sentAt.at(-1) ?? 0
    return resetAtMilliseconds - last <= minute + 2 * second ? limit : undefined
  }

  #ownWait(window: Window, nowMilliseconds: number): number {
    // Without plan and headers, the smallest plan is safe.
    const plan = this.plan ?? (this.state.limit === undefined ? 'free' : undefined)
    if (plan === undefined || this.#shown.has(window)) return 0
    const limit = plans[plan][window === 'minute' ? 'requestsPerMinute' : 'requestsPerDay']
    const first = limit === null ? undefined : this.#sentAt.at(-limit)
    return first === undefined ? 0 : first + (window === 'minute' ? minute : day) + second - nowMilliseconds
  }
}

/** The state after a request was sent, whatever its answer. */
export function countRequest(state: PaceState, nowMilliseconds: number): PaceState {
  const { remaining, resetAtMilliseconds = 0, ...rest } = state
  if (remaining === undefined) return state
  // A window that ended says nothing about the next one.
  return resetAtMilliseconds <= nowMilliseconds ? rest : { ...state, remaining: remaining - 1 }
}

/** The quota in a response, and how far away the reset is; `undefined` if the values are impossible. */
export function quotaOf(response: PacedResponse, nowMilliseconds: number) {
  const { limit, remaining, reset } = readRateLimit(response)
  if (limit === undefined || remaining === undefined || reset === undefined || remaining > limit || limit === 0)
    return undefined
  // The clock of the service may differ from ours, so the distance is measured by its own Date.
  return { limit, remaining, reset, aheadMilliseconds: reset * 1000 - (serverTime(response) ?? nowMilliseconds) }
}

/** How long Retry-After asks to wait, in milliseconds; `undefined` if it names no time. */
export function askedWait(response: PacedResponse, nowMilliseconds: number): number | undefined {
  const seconds = readRetryAfter(headerOf(response, 'retry-after') ?? '', serverTime(response) ?? nowMilliseconds)
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}

/** The plan with this limit. 1,000 is the day of Free and the minute of Business: the reset shows which. */
function planOf(limit: number, aheadMilliseconds: number): PlanName | undefined {
  const byMinute = planNames.find((name) => plans[name].requestsPerMinute === limit)
  const byDay = planNames.find((name) => plans[name].requestsPerDay === limit)
  return byMinute !== undefined && (byDay === undefined || aheadMilliseconds <= 2 * minute) ? byMinute : byDay
}
