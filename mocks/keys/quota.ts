import type { Awaitable } from '../../spec/awaitable.ts'
import type { QuotaStart } from './keys.ts'

/** How many requests a plan allows in a minute and in a day (section 8). */
export interface PlanLimits {
  readonly minute: number
  readonly day: number
}

/** What a key has used, in fixed windows: spec/decisions/0003-fixed-windows.md. */
export interface QuotaState {
  /** When the minute ends, in seconds since 1970, and the calls let through in it. */
  readonly minuteEndSeconds: number
  readonly minuteUsed: number
  /** When the day ends, in seconds since 1970, and the calls let through in it. */
  readonly dayEndSeconds: number
  readonly dayUsed: number
  /** How many calls in a row were refused. */
  readonly refusals: number
  /** The ban ends at this instant, in seconds since 1970; 0 for none. */
  readonly bannedUntilSeconds: number
}

/** The quota after a call: the three headers of section 8, and whether the call may pass. */
export interface Quota {
  readonly isAllowed: boolean
  readonly isBanned: boolean
  /** The window of the three numbers. For a refused call, the one that blocks it longest. */
  readonly window: 'minute' | 'day' | 'ban'
  readonly limit: number
  readonly remaining: number
  /** An instant, in seconds since 1970. */
  readonly resetAtSeconds: number
}

/** The choices for the silences `rate-window`, `window-start` and `ban`, parsed. */
export interface QuotaTerms {
  readonly window: 'tightest' | 'minute' | 'day'
  readonly windowStart: 'clock' | 'first-call'
  readonly ban: { readonly calls: number; readonly seconds: number } | undefined
}

export interface QuotaRequest {
  /** Whose quota: the key, or a name that no key can have. */
  readonly key: string
  readonly limits: PlanLimits
  readonly start: QuotaStart
  readonly terms: QuotaTerms
  /** The sandbox's time, in whole seconds since 1970. */
  readonly nowSeconds: number
}

/** The quotas of one sandbox. Each call is counted once, even if several come at the same time. */
export interface Quotas {
  /** Counts one call, and decides whether it may pass. */
  count(request: QuotaRequest): Awaitable<Quota>
  /** What a key has used, if it ever called. */
  get(key: string): Awaitable<QuotaState | undefined>
  /** Replaces what a key has used; `undefined` forgets the key. */
  set(key: string, state: QuotaState | undefined): Awaitable<void>
  /** All of it, as plain data. */
  entries(): Awaitable<readonly (readonly [key: string, state: QuotaState])[]>
}

export class MemoryQuotas implements Quotas {
  readonly #states: Map<string, QuotaState>

  constructor(entries: readonly (readonly [string, QuotaState])[] = []) {
    this.#states = new Map(entries)
  }

  count(request: QuotaRequest): Quota {
    const { state, quota } = countCall(this.#states.get(request.key), request)
    this.#states.set(request.key, state)
    return quota
  }

  get(key: string): QuotaState | undefined {
    return this.#states.get(key)
  }

  set(key: string, state: QuotaState | undefined): void {
    if (state === undefined) this.#states.delete(key)
    else this.#states.set(key, state)
  }

  entries(): readonly (readonly [string, QuotaState])[] {
    return [...this.#states]
  }
}

/** Counts one call against the minute and the day. A refused call uses nothing, but too many in a row ban the key. */
export function countCall(
  before: QuotaState | undefined,
  request: QuotaRequest,
): { readonly state: QuotaState; readonly quota: Quota } {
  const { limits, terms, nowSeconds } = request
  const state = currentState(before, request)
  const isBanned = nowSeconds < state.bannedUntilSeconds
  if (!isBanned && state.minuteUsed < limits.minute && state.dayUsed < limits.day) {
    const passed: QuotaState = {
      ...state,
      minuteUsed: state.minuteUsed + 1,
      dayUsed: state.dayUsed + 1,
      refusals: 0,
      bannedUntilSeconds: 0,
    }
    return { state: passed, quota: reportQuota(passed, limits, terms) }
  }
  const refused = isBanned ? state : countRefusal(state, request)
  return { state: refused, quota: blockingQuota(refused, limits, nowSeconds) }
}

/** The quota of a call that does not count: an unused minute and day. */
export function untouchedQuota(limits: PlanLimits, terms: QuotaTerms, nowSeconds: number): Quota {
  return reportQuota(startState('full', limits, terms, nowSeconds), limits, terms)
}

/** The current state: windows that have ended begin again. */
export function currentState(before: QuotaState | undefined, request: QuotaRequest): QuotaState {
  const { limits, start, terms, nowSeconds } = request
  if (before === undefined || hasRested(before, request)) return startState(start, limits, terms, nowSeconds)
  const isSameMinute = isInWindow(before.minuteEndSeconds, minuteSeconds, nowSeconds)
  const isSameDay = isInWindow(before.dayEndSeconds, daySeconds, nowSeconds)
  if (isSameMinute && isSameDay) return before
  return {
    minuteEndSeconds: isSameMinute ? before.minuteEndSeconds : windowEnd(minuteSeconds, terms, nowSeconds),
    minuteUsed: isSameMinute ? before.minuteUsed : 0,
    dayEndSeconds: isSameDay ? before.dayEndSeconds : windowEnd(daySeconds, terms, nowSeconds),
    dayUsed: isSameDay ? before.dayUsed : 0,
    refusals: isSameMinute || before.dayUsed >= limits.day ? before.refusals : 0,
    bannedUntilSeconds: before.bannedUntilSeconds,
  }
}

export const minuteSeconds = 60
export const daySeconds = 86_400

/** Whether now is in this window. It may also be before it, if the clock was set back. */
function isInWindow(endSeconds: number, length: number, nowSeconds: number): boolean {
  return nowSeconds < endSeconds && nowSeconds >= endSeconds - length
}

/** When a window ends that begins with a call now (silence `window-start`). */
export function windowEnd(length: number, { windowStart }: QuotaTerms, nowSeconds: number): number {
  return windowStart === 'clock' ? (Math.floor(nowSeconds / length) + 1) * length : nowSeconds + length
}

function startState(start: QuotaStart, limits: PlanLimits, terms: QuotaTerms, nowSeconds: number): QuotaState {
  const used = { full: 0, banned: 0, last: limits.minute - 1, exhausted: limits.minute }[start]
  return {
    minuteEndSeconds: windowEnd(minuteSeconds, terms, nowSeconds),
    minuteUsed: used,
    dayEndSeconds: windowEnd(daySeconds, terms, nowSeconds),
    dayUsed: used,
    refusals: 0,
    bannedUntilSeconds: start === 'banned' ? nowSeconds + (terms.ban?.seconds ?? defaultBanSeconds) : 0,
  }
}

/** How long a test key or a scenario bans, if the profile has no ban. */
export const defaultBanSeconds = 300

/**
 * Whether the next call of a key is like its first. A key such as test_free_exhausted is refused at every start, yet
 * waiting as Retry-After says must help. So it starts again only after a minute without calls beyond that wait.
 */
export function hasRested(state: QuotaState, { start, limits, nowSeconds }: QuotaRequest): boolean {
  if (start === 'full') return false
  const dayBlock = state.dayUsed >= limits.day ? state.dayEndSeconds : 0
  return nowSeconds >= Math.max(state.minuteEndSeconds, dayBlock, state.bannedUntilSeconds) + 60
}

function countRefusal(state: QuotaState, { terms, nowSeconds }: QuotaRequest): QuotaState {
  // The first refusal asks the client to wait; those after it are the early retries.
  const refusals = state.refusals + 1
  if (terms.ban === undefined || refusals - 1 < terms.ban.calls) return { ...state, refusals }
  return { ...state, refusals: 0, bannedUntilSeconds: nowSeconds + terms.ban.seconds }
}

/** The quota of a call that passes, or that does not count. */
function reportQuota(state: QuotaState, limits: PlanLimits, terms: QuotaTerms): Quota {
  const minuteLeft = Math.max(0, limits.minute - state.minuteUsed)
  const dayLeft = Math.max(0, limits.day - state.dayUsed)
  const isDay = terms.window === 'day' || (terms.window === 'tightest' && dayLeft <= minuteLeft)
  return {
    isAllowed: true,
    isBanned: false,
    window: isDay ? 'day' : 'minute',
    limit: isDay ? limits.day : limits.minute,
    remaining: isDay ? dayLeft : minuteLeft,
    resetAtSeconds: isDay ? state.dayEndSeconds : state.minuteEndSeconds,
  }
}

/** The quota of a refused call: the window that blocks it longest, so that a call after that wait passes. */
function blockingQuota(state: QuotaState, limits: PlanLimits, nowSeconds: number): Quota {
  const dayBlock = state.dayUsed >= limits.day ? state.dayEndSeconds : 0
  const minuteBlock = state.minuteUsed >= limits.minute ? state.minuteEndSeconds : 0
  const resetAtSeconds = Math.max(state.bannedUntilSeconds, dayBlock, minuteBlock)
  const isDay = resetAtSeconds === dayBlock
  const window = resetAtSeconds === state.bannedUntilSeconds ? 'ban' : isDay ? 'day' : 'minute'
  const isBanned = nowSeconds < state.bannedUntilSeconds
  return {
    isAllowed: false,
    isBanned,
    window,
    limit: limits[window === 'day' ? 'day' : 'minute'],
    remaining: 0,
    resetAtSeconds,
  }
}
