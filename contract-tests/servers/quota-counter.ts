import type { PlanLimits, ServerState } from './server-state.ts'

export interface CounterWindow {
  limit: number
  used: number
  resetAtSeconds: number
}

/** Counts requests in a shorter window and in a day. Both begin with the first request in them. */
export type QuotaCounter = ReturnType<typeof createQuotaCounter>

export function createQuotaCounter({ now, windowSeconds }: ServerState, limits: PlanLimits) {
  const shorter = { limit: limits.perWindow, seconds: windowSeconds, used: 0, resetAtSeconds: 0 }
  const day = { limit: limits.perDay, seconds: 86_400, used: 0, resetAtSeconds: 0 }
  return {
    /** Counts one request, unless the limit is reached. The quota is of the given window, or of the tightest. */
    count: (reported?: 'shorter' | 'day'): Quota => {
      const nowSeconds = now() / 1000
      for (const window of [shorter, day]) {
        if (nowSeconds < window.resetAtSeconds) continue
        window.used = 0
        window.resetAtSeconds = Math.ceil(nowSeconds) + window.seconds
      }
      const full = [day, shorter].find(({ used, limit }) => used >= limit)
      if (full !== undefined) return countInWindow(full)
      const quotas = { shorter: countInWindow(shorter), day: countInWindow(day) }
      return quotas[reported ?? (quotas.day.remaining < quotas.shorter.remaining ? 'day' : 'shorter')]
    },
  }
}

/** What the rate limit says of one request (section 8). */
export type Quota = ReturnType<typeof countInWindow>

export function countInWindow(window: CounterWindow) {
  const isAllowed = window.used < window.limit
  if (isAllowed) window.used += 1
  const { limit, used, resetAtSeconds } = window
  return { isAllowed, limit, remaining: limit - used, resetAtSeconds }
}

export interface Rate {
  readonly limit: number
  readonly remaining: number
  /** Seconds since 1970. */
  readonly reset: number
}

export const rateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const satisfies Record<keyof Rate, string>
