import type { ClauseId } from '../../spec/index.ts'
import { listIn } from '../exchange/question.ts'
import { type Finding, departure } from '../verdict/verdict.ts'
import { type Row, type Step, isInOrder, isOfOneWindow, windowsOf } from './quota-rows.ts'
import { atHeader } from '../checks/rate-limit.ts'
import type { Reading } from '../verdict/sentences.ts'

const falls: ClauseId = '8/remaining-falls'
const counts: ClauseId = '8/remaining-count'

// A counter lags behind by less.
export const mostLagMilliseconds = 3000

/**
 * What is wrong with the counts of single windows: they rise, stay, or leave out some requests.
 * @param hasConstant whether an operation is known to be left out
 */
export function countFindings(rows: readonly Row[], steps: readonly Step[], hasConstant: boolean): readonly Finding[] {
  const within = steps.filter(isOfOneWindow)
  const isMixed = windowsOf(rows).some(isOfManyCounts)
  const found = [...(isMixed ? mixedFindings(rows) : riseFindings(within)), ...uncountedFindings(within)]
  // Each of these leaves requests out of the count too, so that is no finding of its own.
  return found.length > 0 || hasConstant ? found : shortFindings(rows)
}

// The counts of several machines, and of other windows, may be mixed. If there are more, the numbers count nothing.
const mostCounts = 5
const fewestJumps = 8

function isOfManyCounts(window: readonly Row[]): boolean {
  // A bucket that fills up again rises slowly.
  const jump = Math.max(5, (window[0]?.limit ?? 0) / 20)
  const jumps = window.filter(({ left }, at) => left > (window[at - 1]?.left ?? left) + jump).length
  return jumps >= fewestJumps && longestRise(window) > mostCounts
}

function longestRise(window: readonly Row[]): number {
  const lengths: number[] = []
  for (const { left } of window)
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (window[before]?.left ?? left) < left)))
  return Math.max(0, ...lengths)
}

/** Reports numbers that rise too often: even several counts, each of which falls, never rise so often when mixed. */
function mixedFindings(rows: readonly Row[]): readonly Finding[] {
  const window = windowsOf(rows).find(isOfManyCounts) ?? []
  const facts = { at: atHeader('X-RateLimit-Remaining'), expected: {}, received: { all: countsIn(window) } }
  return window.slice(-1).map(({ seen }) => ({ ...departure('counts-mixed', counts, facts), seen }))
}

/** The last counts. */
export function countsIn(rows: readonly Row[]): readonly number[] {
  return rows.slice(-6).map(({ left }) => left)
}

/** Within a window, counts never rise. */
function riseFindings(within: readonly Step[]): readonly Finding[] {
  const rises = within.filter(({ fall }) => fall < 0)
  return rises.slice(0, 1).map(({ before, row: { left, reset, seen } }) => ({
    ...departure('count-rises', counts, {
      at: atHeader('X-RateLimit-Remaining', 'X-RateLimit-Reset'),
      expected: { atMost: before.left - 1, reset },
      received: { all: [before.left, left] },
    }),
    seen,
    reading: 'counts',
    times: rises.length,
  }))
}

// So often, it is not by chance that only requests of one kind are not counted.
const fewestOfKind = 5

/** What requests have in common, so that a service may leave them out of the count. */
const kinds: readonly ((row: Row) => string | undefined)[] = [
  ({ operation }) => operation,
  (row) => `${row.operation} → ${row.seen.status}`,
  ({ seen: { status = 0 } }) => (status >= 400 ? `an answer of ${status}` : undefined),
  (row) => (listIn(row.seen)?.status === undefined ? undefined : `${row.operation} with a status`),
  (row) => ((listIn(row.seen)?.limit ?? 0) > 50 ? `${row.operation} with a limit above 50` : undefined),
]

/** Requests of one kind after which Remaining never falls, though it does after all others. */
function uncountedFindings(within: readonly Step[]): readonly Finding[] {
  for (const kindOf of kinds) {
    const groups = Map.groupBy(within, ({ row }) => kindOf(row))
    for (const [kind, own] of groups) {
      const others = within.filter((step) => !own.includes(step))
      if (kind !== undefined && isLeftOut(own, others, ({ before }) => kindOf(before) === kind))
        return [
          uncountedFinding(
            kind,
            own.map(({ row }) => row),
          ),
        ]
    }
  }
  return []
}

function isLeftOut(own: readonly Step[], others: readonly Step[], isRepeated: (step: Step) => boolean): boolean {
  if (Math.min(own.length, others.length) < fewestOfKind || !own.every(({ fall }) => fall === 0)) return false
  // Two machines that answer in turn show the same count twice, but not after two requests of one kind in a row.
  return own.filter(isRepeated).length >= 2 && others.every(({ fall }) => fall > 0)
}

function uncountedFinding(kind: string, rows: readonly Row[]): Finding {
  const last = rows.at(-1)
  if (last === undefined) throw new TypeError(`There is no ${kind}.`)
  const count = { bad: rows.length, of: rows.length }
  const facts = { at: atHeader('X-RateLimit-Remaining'), expected: {}, received: { requests: kind }, count }
  return { ...departure('uncounted', falls, facts), seen: last.seen, reading: readingOfRefused(rows) }
}

/** Why requests need not count, if all of them were refused. */
export function readingOfRefused(rows: readonly Row[]): Reading | undefined {
  return rows.every(({ seen: { status = 0 } }) => status >= 400) ? 'refused' : undefined
}

/** Reports a window that leaves requests out of its count, once a slow counter had time to catch up. */
function shortFindings(rows: readonly Row[]): readonly Finding[] {
  const short = rows.flatMap((row, at) => {
    const before = rows[at - 1]
    if (before === undefined || !hasCaughtUp(before, row)) return []
    const { sent, missing } = mostMissing(rows, at)
    return missing <= 0 ? [] : [{ row, sent, missing }]
  })
  return short.slice(-1).map(({ row, sent, missing }) => ({
    ...departure(
      'count-short',
      falls,
      {
        at: atHeader('X-RateLimit-Remaining'),
        expected: { atLeast: sent },
        received: { is: row.left, before: sent - missing },
      },
      [counts],
    ),
    seen: row.seen,
    reading: 'counts',
  }))
}

/** Whether requests are missing in the latest count. A slow counter may still catch up. */
export function isShort(rows: readonly Row[]): boolean {
  return mostMissing(rows, rows.length - 1).missing > 0
}

/** Whether there was enough time between two answers for a slow counter to catch up. */
function hasCaughtUp({ seen: { exchange } }: Row, { seen }: Row): boolean {
  const cameAt = exchange.sentAtMilliseconds + exchange.tookMilliseconds
  return seen.exchange.sentAtMilliseconds - cameAt >= mostLagMilliseconds
}

/** Compares a count with each earlier one of its window. @returns the most requests that are missing in between */
function mostMissing(rows: readonly Row[], at: number): { readonly sent: number; readonly missing: number } {
  const last = rows[at]
  let most = { sent: 0, missing: 0 }
  if (last === undefined || last.limit > Number.MAX_SAFE_INTEGER) return most
  for (let first = at - 1; first >= 0; first--) {
    const row = rows[first]
    const next = rows[first + 1]
    if (row === undefined || next === undefined || row.window !== last.window) break
    const sent = at - first
    const missing = sent - (row.left - last.left)
    if (missing > most.missing && isInOrder(row.seen, next.seen)) most = { sent, missing }
  }
  return most
}
