import type { ClockState } from '../../mocks/index.ts'
import { readClock } from '../../mocks/world/instant.ts'

/** Reads a whole number. @throws {RangeError} when it is none from 0 to `most` */
export function parseWholeNumber(text: string, most: number): number {
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number <= most) return number
  throw new RangeError(`Expected a whole number from 0 to ${most}.`)
}

/** The longest latency, in milliseconds: ten minutes. */
const maxLatency = 600_000

/** Reads `MS` or `MIN-MAX`. @throws {RangeError} when it is none of both */
export function parseLatency(text: string): number | readonly [least: number, most: number] {
  const [, least, most = least] = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(text) ?? []
  if (least === undefined || Number(least) > Number(most) || Number(most) > maxLatency) {
    throw new RangeError(`Expected milliseconds from 0 to ${maxLatency}, such as 250, or a range such as 100-400.`)
  }
  return least === most ? Number(least) : [Number(least), Number(most)]
}

/**
 * Reads `real`, `frozen`, an instant or `frozen@INSTANT`.
 * @param now what a real clock shows, in milliseconds since 1970
 * @throws {RangeError} when it is none of them
 */
export function parseClock(text: string, now: number): ClockState {
  const clock = text === 'frozen' ? ({ mode: 'frozen', atMilliseconds: now } as const) : readClock(text, now)
  if (clock !== undefined) return clock
  throw new RangeError(
    'Expected real, frozen, an instant from 1970 on with its zone such as 2030-12-04T23:59:00Z or 2030-12-06, or frozen@INSTANT.',
  )
}
