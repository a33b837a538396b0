import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import { type Finding, type ProbeNote, broken, held } from '../verdict/verdict.ts'
import { countFindings, countsIn, mostLagMilliseconds, readingOfRefused } from './quota-counts.ts'
import { type Row, countedRows, isBucket, stepsOf, windowsOf } from './quota-rows.ts'
import { windowFindings } from './quota-windows.ts'
import { refusalFindings } from './quota-refusals.ts'
import { atHeader } from '../checks/rate-limit.ts'

export const falls: ClauseId = '8/remaining-falls'
export const resets: ClauseId = '8/reset-resets'
export const quotaClauses: readonly ClauseId[] = [
  falls,
  '8/remaining-count',
  resets,
  '8/limit-of-caller',
  '8/within-limit',
]

/** What the answers to one key show of the quota, without further requests. */
export function quotaNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const rows = countedRows(log)
  const constant = operationIds.flatMap((operation) => {
    const times = rows.flatMap((row) => (row.operation === operation ? [row.seen.exchange.sentAtMilliseconds] : []))
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return took < mostLagMilliseconds || fallState(rows, operation) !== 'constant' ? [] : constantNotes(rows, operation)
  })
  const dated = datedOf(rows)
  // The reset had clearly passed in each of many answers.
  const isPast = dated.length >= fewestDated && dated.every(({ ahead = 0 }) => ahead < -1)
  return [...constant, ...fallenNotes(rows), ...(isPast ? pastNotes(rows) : [])]
}

/** Contradictions between the answers to one key: spec/decisions/0062-what-counts-of-a-quota.md. */
export function quotaFindings(log: readonly Seen[]): readonly Finding[] {
  const rows = countedRows(log)
  const steps = stepsOf(rows)
  // A bucket fills up again all the time, so its counts may rise and stay.
  const counts = isBucket(rows) ? [] : countFindings(rows, steps, hasConstant(rows))
  return [...counts, ...windowFindings(rows, steps), ...refusalFindings(log)]
}

export function fallenNotes(rows: readonly Row[]): readonly ProbeNote[] {
  return operationIds.some((operation) => fallState(rows, operation) === 'falls') ? held(falls) : []
}

export function constantNotes(rows: readonly Row[], operation: OperationId): readonly ProbeNote[] {
  const own = rows.filter((row) => row.operation === operation)
  const last = own.at(-1)
  if (last === undefined) return []
  const isAlone = isUncounted(rows, operation)
  const received = isAlone ? { requests: operation } : { all: countsIn(own) }
  const facts = { at: atHeader('X-RateLimit-Remaining'), expected: {}, received }
  const note = broken(last.seen, isAlone ? 'operation-uncounted' : 'count-constant', falls, facts)
  const reading = isAlone ? readingOfRefused(own) : undefined
  return [{ state: 'broken', finding: { ...note.finding, reading } }]
}

/** Whether some operation is never counted, which is a finding of its own. */
export function hasConstant(rows: readonly Row[]): boolean {
  return operationIds.some((operation) => fallState(rows, operation) === 'constant')
}

/** Whether Remaining ever fell from one answer to this operation to the next, within a window. */
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

/** Whether Remaining never falls after a request for this operation, though it does after others. */
function isUncounted(rows: readonly Row[], operation: OperationId): boolean {
  const own = stepsWithoutFall(rows, operation)
  return own !== undefined && own >= fewestUncounted
}

/** Whether no request for this operation lowered Remaining, but there were too few to be sure. */
export function isUndecided(rows: readonly Row[], operation: OperationId): boolean {
  const own = stepsWithoutFall(rows, operation)
  return own !== undefined && own < fewestUncounted
}

/**
 * How many requests for an operation came right after another one and did not lower Remaining; `undefined` if one did, or if
 * requests for other operations do not lower it either.
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
  // Above this, a number is too coarse to show a fall of one.
  if (limit > Number.MAX_SAFE_INTEGER) return true
  const { sentAtMilliseconds, tookMilliseconds } = last.seen.exchange
  const took = sentAtMilliseconds + tookMilliseconds - first.seen.exchange.sentAtMilliseconds
  const isFull = window.every(({ left }) => left >= limit - 1)
  return isFull && took < 2000 && (took / 60_000) * limit >= window.length - 1
}

// A window that has just ended shows fewer past resets.
export const fewestDated = 8

export function datedOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ahead }) => ahead !== undefined)
}

export function pastNotes(rows: readonly Row[]): readonly ProbeNote[] {
  const last = rows.at(-1)
  if (last === undefined) return []
  const { length } = datedOf(rows)
  const facts = { at: atHeader('X-RateLimit-Reset'), expected: {}, received: { is: last.reset } }
  const count = { bad: length, of: length }
  return [broken(last.seen, 'resets-past', resets, { ...facts, count }, ['8/reset-timestamp'])]
}
