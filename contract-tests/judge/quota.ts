import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import { type Seen, dateOf, rateLimitOf } from '../exchange/question.ts'
import { type ProbeNote, broken, held } from '../verdict/verdict.ts'

export const falls: ClauseId = '8/remaining-falls'
export const resets: ClauseId = '8/reset-resets'
const counts: ClauseId = '8/remaining-count'
export const quotaClauses: readonly ClauseId[] = [falls, counts, resets, '8/limit-of-caller', '8/within-limit']

/** An answer to the key with all three numbers. */
interface Row {
  readonly seen: Seen
  readonly operation: OperationId
  readonly limit: number
  readonly left: number
  readonly reset: number
  /** By how many seconds the reset is ahead of the date of the answer; `undefined` without one. */
  readonly ahead: number | undefined
  /** Answers of one window have the same limit and reset. */
  readonly window: string
}

export function counted(log: readonly Seen[]): readonly Row[] {
  return log.flatMap((seen) => {
    const { question, status } = seen
    const { limit, remaining: left, reset } = rateLimitOf(seen)
    if (question.credential !== 'valid' || status === undefined || status === 429 || status === 401) return []
    // Something other than the service may answer, such as a gateway that does not know the path; it has no counts.
    if (question.expects.length > 0 && !question.expects.includes(status) && status !== 200) return []
    if (limit === undefined || left === undefined || reset === undefined) return []
    const date = dateOf(seen)
    const ahead = date === undefined ? undefined : reset - date / 1000
    return [{ seen, operation: question.operation, limit, left, reset, ahead, window: `${limit} ${reset}` }]
  })
}

function windowsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return [...Map.groupBy(rows, ({ window }) => window).values()]
}

function countsIn(rows: readonly Row[]): string {
  const last = rows.slice(-6).map(({ left }) => left)
  return `X-RateLimit-Remaining: ${last.join(', then ')}`
}

// A counter lags behind by less.
export const mostLagMilliseconds = 3000

/** What answers to one key show of the quota, when nobody asks more: those that came one after the other. */
export function quotaNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const rows = counted(log)
  const constant = operationIds.flatMap((operation) => {
    const times = rows.flatMap((row) => (row.operation === operation ? [row.seen.exchange.sentAtMilliseconds] : []))
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return took < mostLagMilliseconds || fallState(rows, operation) !== 'constant' ? [] : constantNotes(rows, operation)
  })
  const dated = datedOf(rows)
  // The reset had clearly passed in each of many answers.
  const isPast = dated.length >= fewestDated && dated.every(({ ahead = 0 }) => ahead < -1)
  return [...constant, ...fallenNotes(rows), ...(isPast ? pastNotes(rows) : []), ...countNotes(rows)]
}

export function countNotes(rows: readonly Row[]): readonly ProbeNote[] {
  return [...limitNotes(rows), ...jumpNotes(rows)]
}

export function fallenNotes(rows: readonly Row[]): readonly ProbeNote[] {
  return operationIds.some((operation) => fallState(rows, operation) === 'falls') ? held(falls) : []
}

export function constantNotes(rows: readonly Row[], operation: OperationId): readonly ProbeNote[] {
  const own = rows.filter((row) => row.operation === operation)
  const last = own.at(-1)
  if (last === undefined) return []
  const received = isUncounted(rows, operation)
    ? `X-RateLimit-Remaining as before after each ${operation}, though it falls after others`
    : countsIn(own)
  return [broken(last.seen, falls, 'X-RateLimit-Remaining falls from request to request', received)]
}

/** Whether what remains ever fell between answers of one window. */
export function fallState(rows: readonly Row[], operation: OperationId): 'falls' | 'constant' | 'unknown' {
  if (isUncounted(rows, operation)) return 'constant'
  const windows = windowsOf(rows.filter((row) => row.operation === operation))
  const isFalling = ({ left }: Row, at: number, all: readonly Row[]): boolean => left < (all[at - 1]?.left ?? left)
  if (windows.some((window) => window.some(isFalling))) return 'falls'
  const isKnown = windows.some(
    (window) => window.length >= 4 && window.some(({ left }) => left > 0) && !isRefilled(window),
  )
  return isKnown ? 'constant' : 'unknown'
}

// So many requests, each right after another one, are no coincidence.
const fewestUncounted = 3

/** Whether what remains never falls after a request for this operation, though it does after others. */
function isUncounted(rows: readonly Row[], operation: OperationId): boolean {
  const own = stepsWithoutFall(rows, operation)
  return own !== undefined && own >= fewestUncounted
}

/** Whether no request for this operation lowered what remains, and there were too few of them to say so. */
export function isOpen(rows: readonly Row[], operation: OperationId): boolean {
  const own = stepsWithoutFall(rows, operation)
  return own !== undefined && own < fewestUncounted
}

/**
 * How many requests for an operation came right after another one and did not lower what remains; `undefined` if one did, or
 * no request for another operation does.
 */
function stepsWithoutFall(rows: readonly Row[], operation: OperationId): number | undefined {
  const steps = rows.flatMap((row, at) => {
    const before = rows[at - 1]
    if (before?.seen.number !== row.seen.number - 1 || before.window !== row.window) return []
    return [{ isOwn: row.operation === operation, fallen: before.left - row.left }]
  })
  const own = steps.filter(({ isOwn }) => isOwn)
  const isCounted = steps.some(({ isOwn, fallen }) => !isOwn && fallen > 0)
  return isCounted && own.every(({ fallen }) => fallen === 0) ? own.length : undefined
}

/**
 * Whether a quota that fills up again all the time would be full at each of these answers. Its reset is
 * always near; one that stays for longer belongs to a window.
 */
function isRefilled(window: readonly Row[]): boolean {
  const [first, last] = [window[0], window.at(-1)]
  if (first === undefined || last === undefined) return false
  const { limit } = first
  // Beyond what a number holds, nothing can be seen to fall.
  if (limit > Number.MAX_SAFE_INTEGER) return true
  const { sentAtMilliseconds, tookMilliseconds } = last.seen.exchange
  const took = sentAtMilliseconds + tookMilliseconds - first.seen.exchange.sentAtMilliseconds
  const isFull = window.every(({ left }) => left >= limit - 1)
  return isFull && took < 2000 && (took / 60_000) * limit >= window.length - 1
}

// The counts of several machines, and of other windows, may be mixed; more in one window are no counts.
const mostCounts = 5
const fewestJumps = 8

/** What remains of a window falls. Counts that fall each by itself make no long row that rises. */
function jumpNotes(rows: readonly Row[]): readonly ProbeNote[] {
  for (const window of windowsOf(rows)) {
    const last = window.at(-1)
    if (last === undefined) continue
    // A count that is filled up again rises slowly.
    const jump = Math.max(5, last.limit / 20)
    const jumps = window.filter(({ left }, at) => left > (window[at - 1]?.left ?? left) + jump).length
    if (jumps < fewestJumps || longestRise(window) <= mostCounts) continue
    const received = `${countsIn(window)}, with the same Reset`
    return [broken(last.seen, counts, 'X-RateLimit-Remaining is what remains of a window', received)]
  }
  return []
}

function longestRise(window: readonly Row[]): number {
  const lengths: number[] = []
  for (const { left } of window)
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (window[before]?.left ?? left) < left)))
  return Math.max(0, ...lengths)
}

// Each window has a limit of its own, and there may be one for bursts.
const mostLimits = 4

/** The limit of a caller does not change from answer to answer. */
function limitNotes(rows: readonly Row[]): readonly ProbeNote[] {
  const limits = [...new Set(rows.map(({ limit }) => limit))]
  const last = rows.at(-1)
  if (last === undefined || limits.length <= mostLimits) return []
  const received = `${limits.length} different ones: ${limits.slice(0, 5).join(', ')}, …`
  return [broken(last.seen, '8/limit-of-caller', 'X-RateLimit-Limit is the limit of the caller', received)]
}

// More answers than a window that just ended could have.
export const fewestDated = 8

export function datedOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ahead }) => ahead !== undefined)
}

export function pastNotes(rows: readonly Row[]): readonly ProbeNote[] {
  const last = rows.at(-1)
  if (last === undefined) return []
  const received = `X-RateLimit-Reset: ${last.reset}, not ahead in any of ${datedOf(rows).length} answers, and now past`
  const expected = 'X-RateLimit-Reset is an instant that is still to come'
  return [broken(last.seen, resets, expected, received, ['8/reset-timestamp'])]
}
