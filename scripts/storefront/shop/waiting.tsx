import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** When a wait ends that the service asked for, as an instant of `performance.now()`. */
export type Wait = number

/** How many whole seconds are left, counted down; 0 when the wait is over. */
export function useSecondsLeft(wait: Wait | undefined): number {
  const [ticks, setTicks] = useState(0)
  const left = wait === undefined ? 0 : Math.max(0, Math.ceil((wait - performance.now()) / 1000))
  useEffect(() => {
    if (wait === undefined || left === 0) return
    // A timer that is a little early comes again.
    const untilNextSecond = (wait - performance.now()) % 1000 || 1000
    const timer = setTimeout(() => setTicks(ticks + 1), untilNextSecond)
    return () => clearTimeout(timer)
  }, [wait, left, ticks])
  return left
}

/** `42 s`, `4 min 10 s` or `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Says that the shop waits, and counts the seconds down. */
export function WaitNotice({ wait }: { readonly wait: Wait }): JSX.Element | null {
  const left = useSecondsLeft(wait)
  if (left === 0) return null
  return (
    <div class="notice">
      {/* Said once: a voice that counts along would drown everything else. */}
      <p role="status">
        <strong>The shop is busy.</strong> It asked us to wait, and we go on by ourselves.
      </p>
      <p role="timer" aria-live="off">
        Next try in {durationText(left)}
      </p>
    </div>
  )
}
