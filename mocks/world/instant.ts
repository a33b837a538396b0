import type { ClockState } from './clock.ts'

// Without a zone, a time would mean another instant on another machine. A clock that was moved far ahead writes years of
// six digits.
const shape =
  /^(?<year>\d{4}|\+\d{6})-(?<month>\d\d)-(?<day>\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/i

/**
 * Reads an instant from 1970 on, such as `2030-12-05T00:00:00Z`, or a date for its first instant in UTC.
 * @returns milliseconds since 1970; `undefined` when it is none
 */
export function readInstant(text: string): number | undefined {
  const { year, month, day } = shape.exec(text)?.groups ?? {}
  // Date.parse takes 30 February for 2 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined
  const milliseconds = Date.parse(text)
  return day !== undefined && milliseconds >= 0 ? milliseconds : undefined
}

/**
 * Reads `real`, an instant, or `frozen@INSTANT`.
 * @param now what a real clock shows, in milliseconds since 1970
 */
export function readClock(text: string, now: number): ClockState | undefined {
  if (text === 'real') return { mode: 'running', offsetMilliseconds: 0 }
  const isFrozen = text.startsWith('frozen@')
  const atMilliseconds = readInstant(isFrozen ? text.slice('frozen@'.length) : text)
  if (atMilliseconds === undefined) return undefined
  return isFrozen ? { mode: 'frozen', atMilliseconds } : { mode: 'running', offsetMilliseconds: atMilliseconds - now }
}
