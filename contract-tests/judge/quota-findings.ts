// Decides which counts, limits, resets and refusals contradict each other.
import type { ClauseId } from '../../spec/index.ts'
import { atHeader } from '../checks/rate-limit.ts'
import { readRetryAfter } from '../client/index.ts'
import { type Seen, dateOf, headerIn, listIn, rateLimitOf } from '../exchange/question.ts'
import type { Facts } from '../verdict/facts.ts'
import type { Kind, Reading } from '../verdict/sentences.ts'
import { type Finding, departure } from '../verdict/verdict.ts'
import {
  type Row,
  type Step,
  countedRows,
  isFresh,
  isInOrder,
  isOfOneWindow,
  isSteady,
  isToCome,
  rowOf,
  roundingSeconds,
  stepsOf,
  windowsOf,
} from './quota-rows.ts'
import { endOf, sentAt } from './sources.ts'

export const falls: ClauseId = '8/remaining-falls'
export const resets: ClauseId = '8/reset-resets'
const counts: ClauseId = '8/remaining-count'
const limitOfCaller: ClauseId = '8/limit-of-caller'
const within: ClauseId = '8/within-limit'

const limit = atHeader('X-RateLimit-Limit')
const remaining = atHeader('X-RateLimit-Remaining')
const reset = atHeader('X-RateLimit-Reset')
const remainingAndReset = atHeader('X-RateLimit-Remaining', 'X-RateLimit-Reset')

/** What a finding has besides its clause. */
interface About extends Partial<Facts> {
  readonly seen: Seen
  readonly also?: readonly ClauseId[]
  readonly reading?: Reading | undefined
}

export function blame(kind: Kind, clause: ClauseId, { seen, also, reading, ...facts }: About): Finding {
  return { ...departure(kind, clause, { at: remaining, expected: {}, received: {}, ...facts }, also), seen, reading }
}

/** The last of what is alike, and how often it was seen. */
function lastOf<T>(alike: readonly T[], tell: (one: T) => Finding): readonly Finding[] {
  return alike.slice(-1).map((one) => ({ ...tell(one), times: alike.length }))
}

// A counter lags behind by less.
export const mostLagMilliseconds = 3000

/**
 * What is wrong with the counts of single windows: they rise, stay, or leave out some requests.
 * @param hasConstant whether an operation is known to be left out
 */
export function countFindings(rows: readonly Row[], steps: readonly Step[], hasConstant: boolean): readonly Finding[] {
  const inWindows = steps.filter(isOfOneWindow)
  const mixed = windowsOf(rows).find(isOfManyCounts)
  const contradicting = [
    ...(mixed === undefined
      ? riseFindings(inWindows)
      : lastOf(mixed.slice(-1), ({ seen }) =>
          blame('counts-mixed', counts, { seen, received: { all: countsIn(mixed) } }),
        )),
    ...uncountedFindings(inWindows),
  ]
  // Each of these leaves requests out of the count too, so that is no finding of its own.
  return contradicting.length > 0 || hasConstant ? contradicting : shortFindings(rows)
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

/** The last counts. */
export function countsIn(rows: readonly Row[]): readonly number[] {
  return rows.slice(-6).map(({ left }) => left)
}

/** Within a window, counts never rise. */
function riseFindings(inWindows: readonly Step[]): readonly Finding[] {
  const rises = inWindows.filter(({ fall }) => fall < 0)
  return rises.slice(0, 1).map(({ before, row }) => ({
    ...blame('count-rises', counts, {
      seen: row.seen,
      at: remainingAndReset,
      expected: { atMost: before.left - 1, reset: row.reset },
      received: { all: [before.left, row.left] },
      reading: 'counts',
    }),
    times: rises.length,
  }))
}

// So often, it is not by chance that only requests of one kind are not counted.
const fewestOfKind = 5

/** What requests have in common, so that a service may leave them out of the count. */
const kinds: readonly ((row: Row) => string | undefined)[] = [
  (row) => `${row.operation} → ${row.seen.status}`,
  ({ seen: { status = 0 } }) => (status >= 400 ? `an answer of ${status}` : undefined),
  (row) => (listIn(row.seen)?.status === undefined ? undefined : `${row.operation} with a status`),
]

/** Requests of one kind after which Remaining never falls, though it does after all others. */
function uncountedFindings(inWindows: readonly Step[]): readonly Finding[] {
  const uncounted = kinds.flatMap((kindOf) =>
    [...Map.groupBy(inWindows, ({ row }) => kindOf(row))].flatMap(([kind, own]) => {
      const others = inWindows.filter((step) => !own.includes(step))
      const isOften = kind !== undefined && Math.min(own.length, others.length) >= fewestOfKind
      // Two machines that answer in turn show the same count twice, but not after two requests of one kind in a row.
      const isRepeated = isOften && own.filter(({ before }) => kindOf(before) === kind).length >= 2
      const isLeftOut = isRepeated && own.every(({ fall }) => fall === 0) && others.every(({ fall }) => fall > 0)
      return isLeftOut ? [{ kind, rows: own.map(({ row }) => row) }] : []
    }),
  )
  return uncounted.slice(0, 1).flatMap(({ kind, rows }) =>
    rows.slice(-1).map(({ seen }) => {
      const count = { bad: rows.length, of: rows.length }
      return blame('uncounted', falls, { seen, received: { requests: kind }, count, reading: readingOfRefused(rows) })
    }),
  )
}

/** Why requests need not count, if all of them were refused. */
export function readingOfRefused(rows: readonly Row[]): Reading | undefined {
  return rows.every(({ seen: { status = 0 } }) => status >= 400) ? 'refused' : undefined
}

/** Reports a window that leaves requests out of its count, once a slow counter had time to catch up. */
function shortFindings(rows: readonly Row[]): readonly Finding[] {
  const short = rows.flatMap((row, at) => {
    const before = rows[at - 1]
    const hasCaughtUp = before !== undefined && sentAt(row.seen) - endOf(before.seen) >= mostLagMilliseconds
    const { sent, missing } = mostMissing(rows, at)
    return hasCaughtUp && missing > 0 ? [{ row, sent, missing }] : []
  })
  return lastOf(short, ({ row: { seen, left }, sent, missing }) => {
    const facts = { expected: { atLeast: sent }, received: { is: left, before: sent - missing } }
    return blame('count-short', falls, { seen, ...facts, also: [counts], reading: 'counts' })
  })
}

/** Whether requests are missing in the latest count. A slow counter may still catch up. */
export function isShort(rows: readonly Row[]): boolean {
  return mostMissing(rows, rows.length - 1).missing > 0
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

// A minute and a day may end together: at a full hour, or a quarter of one where time zones have those.
const quarterSeconds = 900

/** The limit of a caller does not change within a window. */
export function limitFindings(rows: readonly Row[]): readonly Finding[] {
  const changes: { readonly before: Row; readonly row: Row }[] = []
  let [before] = rows
  for (const row of rows) {
    // Requests that were on their way together have no order.
    if (before === undefined || (row.limit !== before.limit && !isInOrder(before.seen, row.seen))) continue
    const isSameReset = before.reset === row.reset && row.reset % quarterSeconds !== 0
    if (row.limit !== before.limit && isSameReset) changes.push({ before, row })
    before = row
  }
  return lastOf(changes, (change) => {
    const all = [change.before.limit, change.row.limit]
    const reading = changes.length === 1 ? 'new-plan' : undefined
    return blame('limit-changes', limitOfCaller, { seen: change.row.seen, at: limit, received: { all }, reading })
  })
}

// Resets of several machines do not follow each other closely, one after the other.
const mostMachines = 5

/** A reset does not move before its time has come. @param mayMove whether no window is fixed */
export function moveFindings(steps: readonly Step[], mayMove: boolean): readonly Finding[] {
  const told = steps.filter((step) => isToCome(step) && !isFresh(step))
  const jumps = told.filter(({ moved }) => Math.abs(moved) > roundingSeconds)
  const moves = jumps.length > 0 || mayMove ? jumps : driftsOf(steps)
  const isPutOffByUse = mayMove && moves.every(({ moved }) => moved > 0)
  // Each fall by one shows that it is the count of one machine.
  const isOneCount =
    jumps.length > 0
      ? jumps.length >= 2 && jumps.every(({ fall }) => fall === 1) && told.every(({ fall }) => fall > 0)
      : new Set(moves.map(({ row }) => row.reset)).size > mostMachines
  return lastOf(moves, ({ before, row }) => {
    const seconds = Math.round(before.reset - (row.reset - (row.ahead ?? 0)))
    const facts = { at: reset, expected: { is: before.reset }, received: { is: row.reset, seconds } }
    const reading = isPutOffByUse ? 'sliding' : isOneCount ? undefined : 'windows'
    return blame('reset-moves', resets, { seen: row.seen, ...facts, reading })
  })
}

/** Moves that are too small to count, but come to more: each from the answer that first told of the window. */
function driftsOf(steps: readonly Step[]): readonly Step[] {
  let first = steps[0]?.before
  return steps.flatMap((step) => {
    if (first === undefined || isFresh(step) || !isToCome(step) || first.limit !== step.row.limit) first = step.row
    const moved = step.row.reset - first.reset
    const ahead = (step.row.ahead ?? 0) - moved
    const drift = { ...step, before: first, moved, ahead }
    return Math.abs(moved) > 2 * roundingSeconds && isToCome(drift) ? [drift] : []
  })
}

/** A window does not begin anew before its reset. */
export function earlyFindings(steps: readonly Step[]): readonly Finding[] {
  const early = steps.filter((step) => isToCome(step) && isFresh(step) && !isOfOneWindow(step))
  return lastOf(early, ({ before, row, ahead = 0 }) => {
    const expected = { atMost: before.left, reset: before.reset }
    const received = { is: row.left, seconds: Math.round(ahead) }
    const facts = { seen: row.seen, at: remainingAndReset, expected, received }
    return blame('window-early', resets, { ...facts, reading: 'windows' })
  })
}

const refusedAt = (...names: readonly string[]) => ({ part: 'status', names }) as const

/** What is wrong with answers of 429 to the key: requests were left, or the time to wait had passed. */
export function refusalFindings(log: readonly Seen[]): readonly Finding[] {
  const own = log.filter(({ question, status }) => question.credential === 'valid' && status !== undefined)
  const refused = own.flatMap((seen, at) => (seen.status === 429 ? [{ seen, before: own[at - 1], at }] : []))
  const isAlone = isSteady(stepsOf(countedRows(own)))
  const each = (find: (seen: Seen, before: Seen, isAlone: boolean) => readonly Finding[], these = refused) =>
    these.flatMap(({ seen, before }) => (before === undefined ? [] : find(seen, before, isAlone)))
  const withLeft = refused.filter(({ seen }) => (rateLimitOf(seen).remaining ?? 0) > 0)
  const [first, last] = [withLeft[0], withLeft.at(-1)]
  const hasAnswerBetween = own
    .slice(first?.at, last?.at)
    .some((seen) => seen.status !== 429 && first && last && isInOrder(first.seen, seen) && isInOrder(seen, last.seen))
  // Section 8 has a minute and a day. In a run, a day ends at most once, and the wait that it asks for ends with it.
  const isOfDay = !hasAnswerBetween && each(tooShort, withLeft).length === 0
  return [
    ...lastOf(withLeft, ({ seen }) => {
      const rate = rateLimitOf(seen)
      const received = { is: 429, left: rate.remaining, limit: rate.limit }
      const reading = isOfDay ? 'limit-of-day' : undefined
      return blame('left-refused', within, { seen, at: refusedAt('X-RateLimit-Remaining'), received, reading })
    }),
    ...each(oneEarly).slice(-1),
    ...each(tooShort).slice(-1),
    ...each(notReset).slice(-1),
  ]
}

/** A 429 although the answer before left a request. */
function oneEarly(seen: Seen, before: Seen): readonly Finding[] {
  const [row] = rowOf(seen)
  const [last] = rowOf(before)
  if (before.status === 429 || row === undefined || last === undefined || last.left === 0 || row.left > 0) return []
  if (last.window !== row.window || !isInOrder(before, seen)) return []
  const received = { is: 429, and: 'left-before', before: last.left } as const
  const at = refusedAt('X-RateLimit-Remaining')
  return [blame('refused-early', within, { seen, at, received, reading: 'others-used-left' })]
}

// Times to wait are whole seconds, and timers may end a little early.
const roundedSeconds = 0.9

/** A 429 although the time that the 429 before told was over. */
function tooShort(seen: Seen, before: Seen, isAlone: boolean): readonly Finding[] {
  if (before.status !== 429) return []
  const asked = readRetryAfter(headerIn(before, 'retry-after') ?? '', dateOf(before) ?? endOf(before))
  const passed = (sentAt(seen) - endOf(before)) / 1000
  if (asked === undefined || passed < asked + roundedSeconds) return []
  const [row] = rowOf(seen)
  // Then the service itself says that the wait ends before the window does.
  const isSameWindow = row !== undefined && row.window === rowOf(before)[0]?.window && (row.ahead ?? 0) > 1
  return [
    blame('wait-over', '8/retry-after-is-a-time', {
      seen,
      at: refusedAt('Retry-After'),
      expected: { seconds: Math.ceil(asked) },
      received: { is: 429, seconds: Math.floor(passed) },
      also: [resets],
      reading: isSameWindow && isAlone ? undefined : 'others-used-free',
    }),
  ]
}

/** A 429 although the window had ended. */
function notReset(seen: Seen, before: Seen, isAlone: boolean): readonly Finding[] {
  const [step] = stepsOf([before, seen].flatMap(rowOf))
  const { ahead = 0 } = step ?? {}
  if (before.status === 429 || step === undefined || step.moved === 0 || ahead > -1) return []
  const received = { is: 429, and: 'after', seconds: Math.round(-ahead) } as const
  const facts = { at: refusedAt('X-RateLimit-Reset'), expected: { reset: step.before.reset }, received }
  return [blame('window-over', resets, { seen, ...facts, reading: isAlone ? undefined : 'others-used-window' })]
}
