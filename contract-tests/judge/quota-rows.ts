// Reads the X-RateLimit headers of the log as rows, and what changed from row to row.
import type { OperationId } from '../../spec/index.ts'
import { type Seen, dateOf, isTimestamp, rateLimitOf } from '../exchange/question.ts'

/** An answer to the key with all three numbers. */
export interface Row {
  readonly seen: Seen
  readonly operation: OperationId
  readonly limit: number
  readonly left: number
  readonly reset: number
  /** By how many seconds the reset is ahead of the date of the answer; `undefined` without a date, or if the reset is no timestamp. */
  readonly ahead: number | undefined
  /** Answers of one window have the same limit and reset. */
  readonly window: string
}

/** The answers that were counted, in the order in which they came. */
export function countedRows(log: readonly Seen[]): readonly Row[] {
  return log.flatMap((seen) => (isCounted(seen) ? rowOf(seen) : []))
}

function isCounted({ question, status }: Seen): boolean {
  if (question.credential !== 'valid' || status === undefined || status === 429 || status === 401) return false
  // A gateway that does not know the path may answer in place of the service, without counting.
  return question.expects.length === 0 || question.expects.includes(status) || status === 200
}

/** The numbers of an answer; none if one is missing. */
export function rowOf(seen: Seen): readonly Row[] {
  const { limit, remaining: left, reset } = rateLimitOf(seen)
  if (limit === undefined || left === undefined || reset === undefined) return []
  const date = dateOf(seen)
  const ahead = date === undefined || !isTimestamp(reset) ? undefined : reset - date / 1000
  return [{ seen, operation: seen.question.operation, limit, left, reset, ahead, window: `${limit} ${reset}` }]
}

export function windowsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return [...Map.groupBy(rows, ({ window }) => window).values()]
}

// Dates and resets are whole seconds, rounded in one way or another.
export const roundingSeconds = 2

/** Two answers with the same limit, the second one asked for after the first had come. */
export interface Step {
  readonly before: Row
  readonly row: Row
  /** By how much Remaining fell. */
  readonly fall: number
  /** By how many seconds Reset moved. */
  readonly moved: number
  /** By how many seconds the reset of the answer before is ahead of this answer. */
  readonly ahead: number | undefined
}

/** What changed from each answer to the next one. Requests that were on their way together have no order. */
export function stepsOf(rows: readonly Row[]): readonly Step[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1]
    // Above this, a number is too coarse to show a fall of one.
    if (before === undefined || before.limit !== row.limit || row.limit > Number.MAX_SAFE_INTEGER) return []
    if (!isInOrder(before.seen, row.seen) || dateIn(row) < dateIn(before) - 1) return []
    const moved = row.reset - before.reset
    const ahead = row.ahead === undefined ? undefined : row.ahead - moved
    return [{ before, row, fall: before.left - row.left, moved, ahead }]
  })
}

/** In seconds; an answer from a cache has an old one. */
function dateIn({ reset, ahead }: Row): number {
  return ahead === undefined ? 0 : reset - ahead
}

/** Whether the first answer had come before the second request was sent. */
export function isInOrder({ exchange: first }: Seen, { exchange: second }: Seen): boolean {
  if (first.order !== undefined && second.order !== undefined) return first.order.came < second.order.sent
  const cameAt = Math.floor(first.sentAtMilliseconds + first.tookMilliseconds)
  // Recorded times are whole milliseconds. What was sent in the same one was most likely on its way together.
  return first.sentAtMilliseconds < second.sentAtMilliseconds && cameAt <= second.sentAtMilliseconds
}

/** Whether both answers are of one window: they name the same reset, to the second, and it is clearly ahead. */
export function isOfOneWindow({ moved, ahead }: Step): boolean {
  return ahead === undefined ? moved === 0 : Math.abs(moved) <= 1 && ahead > roundingSeconds
}

/** Whether the reset that was told is clearly ahead. */
export function isToCome({ ahead = 0 }: Step): boolean {
  return ahead >= roundingSeconds
}

/** Whether a window begins anew: nothing but this request is used. */
export function isFresh({ before, row }: Step): boolean {
  return row.left >= row.limit - 1 && before.left < row.limit - 2
}

// After so many steps of one, nobody else uses the key, and only one machine counts.
const fewestSteady = 10

/** Whether each answer of a window left one request less than the one before it, and nothing else was seen. */
export function isSteady(steps: readonly Step[]): boolean {
  const within = steps.filter(isOfOneWindow)
  return within.length >= fewestSteady && within.every(({ fall }) => fall === 1)
}

/**
 * How a quota without fixed windows gives back what was used: bit by bit, as a bucket that fills up, or all of it a while
 * after the last request. `undefined` if these answers need no such explanation.
 */
export function refillOf(rows: readonly Row[]): 'bucket' | 'sliding' | undefined {
  const used = ({ limit, left }: Row): number => limit - left
  const byUse = rows.toSorted((one, other) => used(other) - used(one))
  const [fullest, emptiest] = [byUse[0], byUse.at(-1)]
  if (fullest === undefined || emptiest === undefined) return undefined
  const secondsOfOne = (fullest.ahead ?? 0) / Math.max(1, used(fullest))
  const isFilledAfter = (row: Row): boolean =>
    Math.abs((row.ahead ?? Infinity) - used(row) * secondsOfOne) <= roundingSeconds
  // Smaller differences may be chance.
  const isFilling = (used(fullest) - used(emptiest)) * secondsOfOne > 2 * roundingSeconds && rows.every(isFilledAfter)
  if (isFilling || isFull(rows)) return 'bucket'
  const aheads = rows.map(({ ahead = 0 }) => ahead)
  return Math.max(...aheads) - Math.min(...aheads) <= roundingSeconds ? 'sliding' : undefined
}

/** Whether a bucket could be full at each of these answers. Its reset is always near; one that stays belongs to a window. */
function isFull(rows: readonly Row[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return false
  // Above this, a number is too coarse to show a fall of one.
  if (first.limit > Number.MAX_SAFE_INTEGER) return true
  const { sentAtMilliseconds, tookMilliseconds } = last.seen.exchange
  const took = sentAtMilliseconds + tookMilliseconds - first.seen.exchange.sentAtMilliseconds
  const isFilledMeanwhile = took < 2000 && (took / 60_000) * first.limit >= rows.length - 1
  return isFilledMeanwhile && rows.every(({ left }) => left >= first.limit - 1)
}
