import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import { type ProbeNote, broken, held } from '../verdict/verdict.ts'
import { countFindings, countsIn, isShort, mostLagMilliseconds, readingOfRefused } from './quota-counts.ts'
import { type Row, countedRows, refillOf, stepsOf, windowsOf } from './quota-rows.ts'
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

/** What the answers to one key show of the quota: spec/decisions/0062-what-counts-of-a-quota.md. */
export function judgeQuota(log: readonly Seen[]) {
  const rows = countedRows(log)
  const [steps, refill] = [stepsOf(rows), refillOf(rows)]
  const counting = operationIds.map((operation) => countingOf(operation, rows))
  const constant = counting.flatMap(({ note }) => note ?? [])
  const isFalling = counting.some((one) => one.isFalling)
  // A bucket fills up again all the time, so its counts may rise and stay.
  const counts = refill === 'bucket' ? [] : countFindings(rows, steps, constant.length > 0)
  const reset = resetIn(rows)
  const past = pastNotes(rows)
  const lasting = counting.flatMap(({ note, isLasting }) => (note && isLasting ? note : []))
  return {
    /** What a recording settles without further requests. */
    notes: [...lasting, ...(isFalling ? held(falls) : []), ...(reset === 'past' ? past : [])],
    /** Contradictions between answers. */
    findings: [...counts, ...windowFindings(rows, steps, refill !== undefined), ...refusalFindings(log)],
    counting,
    isFalling,
    /** Whether requests are missing in the latest count. A slow counter may still follow. */
    isShort: refill !== 'bucket' && constant.length === 0 && isShort(rows),
    /** Where the reset lies in all answers; `near` may be ahead or past. `undefined` after too few. */
    reset,
    /** What it means that the reset is past. */
    past,
  }
}

// So many requests, each right after another one, are no coincidence.
const fewestUncounted = 3

/** Whether the requests for an operation are counted. */
function countingOf(operation: OperationId, rows: readonly Row[]) {
  const own = rows.filter((row) => row.operation === operation)
  const [first, last] = [own[0], own.at(-1)]
  const without = stepsWithoutFall(rows, operation)
  const isUncounted = without !== undefined && without >= fewestUncounted
  const windows = windowsOf(own)
  const hasFallen = ({ left }: Row, at: number, all: readonly Row[]): boolean => left < (all[at - 1]?.left ?? left)
  const isFalling = !isUncounted && windows.some((window) => window.some(hasFallen))
  const isKnown = windows.some(
    (window) => window.length >= 4 && window.some(({ left }) => left > 0) && refillOf(window) !== 'bucket',
  )
  const isConstant = isUncounted || (isKnown && !isFalling)
  return {
    operation,
    isFalling,
    /** Whether it seems not to lower Remaining, after too few requests. */
    isUndecided: without !== undefined && !isUncounted,
    /** That it does not lower Remaining. A slow counter may still follow. */
    note: isConstant && last ? constantNote(own, last, isUncounted) : undefined,
    isLasting: first !== undefined && last !== undefined && sentAt(last) - sentAt(first) >= mostLagMilliseconds,
  }
}

function sentAt({ seen }: Row): number {
  return seen.exchange.sentAtMilliseconds
}

/** @param isUncounted whether Remaining falls after other requests */
function constantNote(own: readonly Row[], { operation, seen }: Row, isUncounted: boolean): ProbeNote {
  const received = isUncounted ? { requests: operation } : { all: countsIn(own) }
  const facts = { at: atHeader('X-RateLimit-Remaining'), expected: {}, received }
  const note = broken(seen, isUncounted ? 'operation-uncounted' : 'count-constant', falls, facts)
  const reading = isUncounted ? readingOfRefused(own) : undefined
  return { state: 'broken', finding: { ...note.finding, reading } }
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

// A window that has just ended shows fewer past resets.
const fewestDated = 8

function datedOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ahead }) => ahead !== undefined)
}

function resetIn(rows: readonly Row[]): 'ahead' | 'near' | 'past' | undefined {
  const aheads = datedOf(rows).map(({ ahead = 0 }) => ahead)
  const isNear = aheads.some((ahead) => ahead >= -1)
  if (aheads.length < fewestDated || aheads.some((ahead) => ahead > 0)) return isNear ? 'ahead' : undefined
  // The reset had clearly passed in each of many answers.
  return isNear ? 'near' : 'past'
}

function pastNotes(rows: readonly Row[]): readonly ProbeNote[] {
  const last = rows.at(-1)
  if (last === undefined) return []
  const { length } = datedOf(rows)
  const facts = { at: atHeader('X-RateLimit-Reset'), expected: {}, received: { is: last.reset } }
  const count = { bad: length, of: length }
  return [broken(last.seen, 'resets-past', resets, { ...facts, count }, ['8/reset-timestamp'])]
}
