import { median } from './load.ts'

/** What was measured, and when. */
export interface Point {
  readonly minute: number
  readonly value: number
}

/** How much of a run warms up: caches fill, and code is compiled. */
const warmUpShare = 0.25

/**
 * How points grew: their slope per hour, their growth in this run, and whether that is too much.
 * @param most what a run may grow by: the larger of both
 */
export function growthOf(points: readonly Point[], most: { readonly value: number; readonly share: number }) {
  const warm = points.slice(Math.floor(points.length * warmUpShare))
  const slope = slopeOf(warm)
  const usual = median(warm.map(({ value }) => value))
  const grown = slope * ((warm.at(-1)?.minute ?? 0) - (warm[0]?.minute ?? 0))
  return { usual, perHour: slope * 60, grown, isTooMuch: grown > Math.max(most.value, most.share * usual) }
}

/** The median of the slopes between all pairs of points, by Theil and Sen: a few wild points do not change it. */
function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, at) =>
    points.slice(at + 1).map((other) => (other.value - one.value) / (other.minute - one.minute)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

/** What all but one in a hundred took at most. */
export function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? 0
}
