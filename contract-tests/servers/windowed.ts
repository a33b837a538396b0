import { editQuota } from './edits.ts'
import type { Call } from './call.ts'
import { type CounterWindow, type Quota, countInWindow } from './quota-counter.ts'
import type { ServerState } from './server-state.ts'
import type { Behaviour } from './variation.ts'

/** How a window differs from the usual one, which begins with the first call in it. */
interface WindowEdit {
  /** When a window ends that begins now, in seconds since 1970. */
  readonly endsAt?: (nowSeconds: number, state: ServerState) => number
  /** Changes the window before a call is counted in it. */
  readonly before?: (window: CounterWindow, call: Call, state: ServerState) => void
  /** Whether a call counts. */
  readonly counts?: (call: Call, state: ServerState) => boolean
  /** Which of several windows a call counts in. */
  readonly of?: (call: Call, state: ServerState) => unknown
  /** What is told of the count. */
  readonly told?: (quota: Quota, window: CounterWindow, call: Call, state: ServerState) => Quota
}

/** Counts the calls with the key in a window alone, and not in a day. */
export function windowed({ endsAt, before, counts, of, told }: WindowEdit): Behaviour {
  return (state) => {
    const { limits, now, windowSeconds } = state
    const windows = new Map<unknown, CounterWindow>()
    return editQuota((_usual, call) => {
      const nowSeconds = now() / 1000
      const key = of?.(call, state)
      const window = windows.get(key) ?? { limit: limits.perWindow, used: 0, resetAtSeconds: 0 }
      windows.set(key, window)
      if (nowSeconds >= window.resetAtSeconds) {
        window.used = 0
        window.resetAtSeconds = endsAt?.(nowSeconds, state) ?? Math.ceil(nowSeconds) + windowSeconds
      }
      before?.(window, call, state)
      const quota = countInWindow(window)
      const isCounted = counts?.(call, state) ?? true
      if (isCounted || !quota.isAllowed) return told?.(quota, window, call, state) ?? quota
      window.used -= 1
      return { ...quota, remaining: quota.remaining + 1 }
    })
  }
}

/** A quota whose window ends so many seconds later than it does. */
export function endingLater(quota: Quota, seconds: number): Quota {
  return { ...quota, resetAtSeconds: quota.resetAtSeconds + seconds }
}

/** Counts the calls with the key in the window that ends now. It tells that it resets one window after one of the times in it. */
export function sliding(resetFrom: (times: readonly number[]) => number | undefined): Behaviour {
  return ({ limits, now, windowSeconds }) => {
    let times: number[] = []
    return editQuota(() => {
      times = times.filter((time) => time > now() - windowSeconds * 1000)
      const quota = countInWindow({ limit: limits.perWindow, used: times.length, resetAtSeconds: 0 })
      if (quota.isAllowed) times.push(now())
      return { ...quota, resetAtSeconds: Math.ceil((resetFrom(times) ?? now()) / 1000) + windowSeconds }
    })
  }
}
