import { useContext, useEffect, useReducer } from 'preact/hooks'
import { Session } from './session.ts'

/** How many whole seconds are left until an instant of `performance.now()`, counted down. */
export function useSecondsLeft(wait: number | undefined): number {
  const [, tick] = useReducer((ticks: number, _action: void) => ticks + 1, 0)
  const milliseconds = Math.max(0, (wait ?? 0) - performance.now())
  useEffect(() => {
    if (milliseconds === 0) return
    // A timer that is a little early comes again.
    const timer = setTimeout(() => tick(), milliseconds % 1000 || 1000)
    return () => clearTimeout(timer)
  })
  return Math.ceil(milliseconds / 1000)
}

/** `42 s`, `4 min 10 s` or `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Says that the shop waits, and counts the seconds down. */
export function WaitNotice() {
  const left = useSecondsLeft(useContext(Session).wait)
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
