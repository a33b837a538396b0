import type { Limits, World } from './world.ts'

/** What the rate limit says of one request (section 8). */
export interface Quota {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds since 1970. */
  readonly resetAtSeconds: number
}

/** One window of a quota. */
interface Window {
  readonly limit: number
  readonly seconds: number
  used: number
  resetAtSeconds: number
}

/** Counts requests in a shorter window and in a day. Both begin with the first request in them. */
export interface QuotaBook {
  /** Counts one request, unless the limit is reached. The headers tell of the given window, or of the tightest. */
  readonly count: (shown?: 'shorter' | 'day') => Quota
}

/** Opens a book with nothing counted. */
export function openBook(world: World, limits: Limits): QuotaBook {
  const shorter: Window = { limit: limits.perWindow, seconds: world.windowSeconds, used: 0, resetAtSeconds: 0 }
  const day: Window = { limit: limits.perDay, seconds: 86_400, used: 0, resetAtSeconds: 0 }
  return {
    count(shown) {
      const nowSeconds = world.now() / 1000
      for (const window of [shorter, day]) {
        if (nowSeconds < window.resetAtSeconds) continue
        window.used = 0
        window.resetAtSeconds = Math.ceil(nowSeconds) + window.seconds
      }
      const full = [day, shorter].find(({ used, limit }) => used >= limit)
      if (full !== undefined) return quotaOf(full, false)
      shorter.used += 1
      day.used += 1
      const tightest = remainingOf(day) < remainingOf(shorter) ? day : shorter
      return quotaOf(shown === undefined ? tightest : shown === 'day' ? day : shorter, true)
    },
  }
}

function quotaOf(window: Window, isAllowed: boolean): Quota {
  return { isAllowed, limit: window.limit, remaining: remainingOf(window), resetAtSeconds: window.resetAtSeconds }
}

function remainingOf({ limit, used }: Window): number {
  return limit - used
}

/** The three headers of section 8. */
export function quotaHeaders({ limit, remaining, resetAtSeconds }: Quota): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAtSeconds),
  }
}
