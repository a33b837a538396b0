import type { ClauseId } from '../../spec/index.ts'
import { type Finding, departure } from '../verdict/verdict.ts'
import { type Row, type Step, isInOrder, isOfOneWindow, isSteady, roundingSeconds } from './quota-rows.ts'
import { atHeader } from '../checks/rate-limit.ts'

const resets: ClauseId = '8/reset-resets'
const limitOfCaller: ClauseId = '8/limit-of-caller'

const at = atHeader('X-RateLimit-Reset')

/**
 * What is wrong with the limits and the ends of windows.
 * @param mayMove whether the reset may move with each request, because no window is fixed
 */
export function windowFindings(rows: readonly Row[], steps: readonly Step[], mayMove: boolean): readonly Finding[] {
  return [...limitFindings(rows), ...moveFindings(steps, mayMove), ...earlyFindings(steps), ...lateFindings(steps)]
}

// Each window has a limit of its own, and there may be one for bursts.
const mostLimits = 4
// A minute and a day may end together: at a full hour, or a quarter of one where time zones have those.
const quarterSeconds = 900

/** The limit of a caller does not change within a window. */
function limitFindings(rows: readonly Row[]): readonly Finding[] {
  const limits = [...new Set(rows.map(({ limit }) => limit))]
  const atLimit = atHeader('X-RateLimit-Limit')
  const last = rows.at(-1)
  if (last !== undefined && limits.length > mostLimits) {
    const facts = { at: atLimit, expected: {}, received: { different: limits.length, all: limits.slice(0, 5) } }
    return [{ ...departure('many-limits', limitOfCaller, facts), seen: last.seen }]
  }
  const changes = limitChanges(rows)
  return changes.slice(-1).map(({ before, row }) => ({
    ...departure('limit-changes', limitOfCaller, {
      at: atLimit,
      expected: {},
      received: { all: [before.limit, row.limit] },
    }),
    seen: row.seen,
    reading: changes.length === 1 ? 'new-plan' : undefined,
    times: changes.length,
  }))
}

/** Changes of the limit within a window. Requests that were on their way together have no order. */
function limitChanges(rows: readonly Row[]) {
  const changes: { readonly before: Row; readonly row: Row }[] = []
  let [before] = rows
  for (const row of rows) {
    if (before === undefined || (row.limit !== before.limit && !isInOrder(before.seen, row.seen))) continue
    const isSameReset = before.reset === row.reset && row.reset % quarterSeconds !== 0
    if (row.limit !== before.limit && isSameReset) changes.push({ before, row })
    before = row
  }
  return changes
}

function isResetAhead({ ahead = 0 }: Step): boolean {
  return ahead >= roundingSeconds
}

/** Whether a window begins anew: nothing but this request is used. */
function isFresh({ before, row }: Step): boolean {
  return row.left >= row.limit - 1 && before.left < row.limit - 2
}

// Resets of several machines do not follow each other closely, one after the other.
const mostMachines = 5

/** A reset does not move before its time has come. */
function moveFindings(steps: readonly Step[], mayMove: boolean): readonly Finding[] {
  const told = steps.filter((step) => isResetAhead(step) && !isFresh(step))
  const jumps = told.filter(({ moved }) => Math.abs(moved) > roundingSeconds)
  const moves = jumps.length > 0 || mayMove ? jumps : driftsOf(steps)
  const isPutOffByUse = mayMove && moves.every(({ moved }) => moved > 0)
  // Each fall by one shows that it is the count of one machine.
  const isOneCount =
    jumps.length > 0
      ? jumps.length >= 2 && jumps.every(({ fall }) => fall === 1) && told.every(({ fall }) => fall > 0)
      : new Set(moves.map(({ row }) => row.reset)).size > mostMachines
  const reading = isPutOffByUse ? 'sliding' : isOneCount ? undefined : 'windows'
  return moves.slice(-1).map(({ before, row }) => ({
    ...departure('reset-moves', resets, {
      at,
      expected: { is: before.reset },
      received: { is: row.reset, seconds: Math.round(before.reset - (row.reset - (row.ahead ?? 0))) },
    }),
    seen: row.seen,
    reading,
    times: moves.length,
  }))
}

/** Moves that are too small to count, but come to more: each from the answer that first told of the window. */
function driftsOf(steps: readonly Step[]): readonly Step[] {
  let first = steps[0]?.before
  return steps.flatMap((step) => {
    if (first === undefined || isFresh(step) || !isResetAhead(step) || first.limit !== step.row.limit) first = step.row
    const moved = step.row.reset - first.reset
    const ahead = (step.row.ahead ?? 0) - moved
    const drift = { ...step, before: first, moved, ahead }
    return Math.abs(moved) > 2 * roundingSeconds && isResetAhead(drift) ? [drift] : []
  })
}

/** A window does not begin anew before its reset. */
function earlyFindings(steps: readonly Step[]): readonly Finding[] {
  const early = steps.filter((step) => isResetAhead(step) && isFresh(step) && !isOfOneWindow(step))
  return early.slice(-1).map(({ before, row, ahead = 0 }) => ({
    ...departure('window-early', resets, {
      at: atHeader('X-RateLimit-Remaining', 'X-RateLimit-Reset'),
      expected: { atMost: before.left, reset: before.reset },
      received: { is: row.left, seconds: Math.round(ahead) },
    }),
    seen: row.seen,
    reading: 'windows',
    times: early.length,
  }))
}

/** At its reset, a window begins anew. */
function lateFindings(steps: readonly Step[]): readonly Finding[] {
  const late = steps.filter((step) => {
    const { before, row, fall, ahead = 0, moved } = step
    return ahead <= -1 && moved !== 0 && fall === 1 && !isFresh(step) && before.left < row.limit - 2
  })
  const isAlone = isSteady(steps)
  return late.slice(-1).map(({ before, row, ahead = 0 }) => ({
    ...departure('window-late', resets, {
      at: atHeader('X-RateLimit-Remaining', 'X-RateLimit-Reset'),
      expected: { reset: before.reset },
      received: { before: before.left, is: row.left, limit: row.limit, seconds: Math.round(-ahead) },
    }),
    seen: row.seen,
    reading: isAlone ? undefined : 'others-used-window',
    times: late.length,
  }))
}
