import { useEffect, useState } from 'preact/hooks'

/** Says that the shop waits, and counts the seconds down. @param end when the wait ends, by `performance.now()` */
export function WaitNotice({ end = 0 }: { end: number | undefined }) {
  const [, setNow] = useState(0)
  const seconds = Math.ceil((end - performance.now()) / 1000)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setNow(performance.now()), 250)
    return () => clearTimeout(timer)
  })
  if (seconds <= 0) return null
  return (
    <div class="notice">
      {/* A screen reader says this once, and does not count along. */}
      <p role="status">
        <strong>The shop is busy.</strong> It asked us to wait, and we go on by ourselves.
      </p>
      <p role="timer">Next try in {seconds} s</p>
    </div>
  )
}
