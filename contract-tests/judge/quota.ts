// Decides what the log of all exchanges shows of the quota. First read quota-rows.ts, last quota-findings.ts.
import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import { atHeader } from '../checks/rate-limit.ts'
import type { Seen } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import {
  blame,
  countFindings,
  countsIn,
  earlyFindings,
  falls,
  isShort,
  limitFindings,
  mostLagMilliseconds,
  moveFindings,
  readingOfRefused,
  refusalFindings,
  resets,
} from './quota-findings.ts'
import { type Row, countedRows, refillOf, stepsOf, windowsOf } from './quota-rows.ts'
import { sentAt } from './sources.ts'

export const quotaClauses: readonly ClauseId[] = [
  falls,
  '8/remaining-count',
  resets,
  '8/limit-of-caller',
  '8/within-limit',
]

/** What the answers to one key show of the quota: spec/decisions/0196-quotas-of-a-long-run.md. */
export function judgeQuota(log: readonly Seen[]) {
  const rows = countedRows(log)
  const [steps, refill] = [stepsOf(rows), refillOf(rows)]
  const counting = operationIds.map((operation) => countingOf(operation, rows))
  const isConstant = counting.some(({ constant }) => constant !== undefined)
  const isFalling = counting.some((one) => one.isFalling)
  return {
    /** Contradictions between answers. */
    findings: [
      // A bucket fills up again all the time, so its counts may rise and stay.
      ...(refill === 'bucket' ? [] : countFindings(rows, steps, isConstant)),
      ...limitFindings(rows),
      ...moveFindings(steps, refill !== undefined),
      ...earlyFindings(steps),
      ...refusalFindings(log),
    ],
    counting,
    isFalling,
    /** Whether requests are missing in the latest count. A slow counter may still follow. */
    isShort: refill !== 'bucket' && !isConstant && isShort(rows),
    ...resetIn(rows),
  }
}

// So many requests, each right after another one, are no coincidence.
const fewestUncounted = 3

/** Whether the requests for an operation are counted. */
function countingOf(operation: OperationId, rows: readonly Row[]) {
  const own = rows.filter((row) => row.operation === operation)
  const [first, last] = [own[0], own.at(-1)]
  // Of a recording, the times may be too coarse to tell an order.
  const next = rows.flatMap((row, at) => {
    const before = rows[at - 1]
    const isNext = before?.seen.number === row.seen.number - 1 && before.window === row.window
    return isNext ? [{ row, fall: before.left - row.left }] : []
  })
  const ownSteps = next.filter(({ row }) => row.operation === operation)
  // If requests for other operations do not lower Remaining either, it says nothing about this one.
  const isBeside =
    next.some(({ row, fall }) => row.operation !== operation && fall > 0) && ownSteps.every(({ fall }) => fall === 0)
  const isUncounted = isBeside && ownSteps.length >= fewestUncounted
  const windows = windowsOf(own)
  const hasFallen = ({ left }: Row, at: number, all: readonly Row[]): boolean => left < (all[at - 1]?.left ?? left)
  const isFalling = !isUncounted && windows.some((window) => window.some(hasFallen))
  const isKnown = windows.some(
    (window) => window.length >= 4 && window.some(({ left }) => left > 0) && refillOf(window) !== 'bucket',
  )
  const count = { bad: ownSteps.length, of: ownSteps.length }
  const uncounted = { received: { requests: operation }, count, reading: readingOfRefused(own) }
  const isConstant = last !== undefined && (isUncounted || (isKnown && !isFalling))
  return {
    operation,
    isFalling,
    /** Whether it seems not to lower Remaining, after too few requests. */
    isUndecided: isBeside && !isUncounted,
    /** That it does not lower Remaining. A slow counter may still follow. */
    constant: isConstant
      ? isUncounted
        ? blame('uncounted', falls, { seen: last.seen, ...uncounted })
        : blame('count-constant', falls, { seen: last.seen, received: { all: countsIn(own) } })
      : undefined,
    /** Whether a slow counter would have followed by now. */
    isLasting:
      first !== undefined && last !== undefined && sentAt(last.seen) - sentAt(first.seen) >= mostLagMilliseconds,
  }
}

// A window that has just ended shows fewer past resets.
const fewestDated = 8

/** Where the reset lies in all answers: `near` may be ahead or past; `undefined` after too few. */
function resetIn(rows: readonly Row[]) {
  const aheads = rows.flatMap(({ ahead }) => ahead ?? [])
  const { length } = aheads
  const isNear = aheads.some((ahead) => ahead >= -1)
  const isShown = length >= fewestDated && aheads.every((ahead) => ahead <= 0)
  // The reset had clearly passed in each of many answers.
  const reset = isShown ? (isNear ? 'near' : 'past') : isNear ? 'ahead' : undefined
  const past = rows.slice(-1).map((last): Finding => {
    const facts = { received: { is: last.reset }, count: { bad: length, of: length } }
    const at = atHeader('X-RateLimit-Reset')
    return blame('resets-past', resets, { seen: last.seen, at, ...facts, also: ['8/reset-timestamp'] })
  })
  return { reset, past } as const
}
