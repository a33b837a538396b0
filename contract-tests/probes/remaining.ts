import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import { type RateLimit, readRateLimit, serverTime } from '../client/index.ts'
import { type Probe, broken, held, unclear } from '../run/probe.ts'
import type { Seen } from '../run/question.ts'
import { askList } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import type { ProbeNote } from '../run/verdict.ts'
import { harmless } from './careful.ts'

const falls: ClauseId = '8/remaining-falls'
const resets: ClauseId = '8/reset-resets'

/** Section 8: what remains falls as requests are made, on every operation: spec/decisions/0062-what-counts-of-a-quota.md. */
export const remaining: Probe = {
  id: 'remaining',
  title: 'X-RateLimit-Remaining falls within a window, and X-RateLimit-Reset is still to come',
  clauses: [falls, resets, '8/limit-of-caller', '8/within-limit'],
  needs: [],
  cost: 0,
  animals: 0,
  run: async (session, catalogue) => {
    // Without the other probes there are too few answers to compare.
    for (let asked = counted(session.log).length; asked < 4; asked++) await session.ask(askList({ limit: 1 }))
    const notes: ProbeNote[] = []
    for (const operation of operationIds) {
      if (fallState(counted(session.log), operation) !== 'constant') continue
      // Counters may lag behind by a few seconds.
      await session.options.clock.sleep(3000)
      for (let times = 1; times <= 2; times++) await session.ask(await harmless[operation](catalogue))
      const [last] = counted(session.log)
        .filter(({ question }) => question.operation === operation)
        .slice(-1)
      if (last !== undefined && fallState(counted(session.log), operation) === 'constant') {
        notes.push(
          broken(
            last,
            falls,
            'X-RateLimit-Remaining falls from request to request',
            isUncounted(counted(session.log), operation)
              ? `X-RateLimit-Remaining as before after each ${operation}, though it falls after others`
              : told(counted(session.log), operation),
          ),
        )
        break
      }
    }
    const states = operationIds.map((operation) => fallState(counted(session.log), operation))
    if (notes.length === 0)
      notes.push(
        ...(states.includes('falls') ? held(falls) : [unclear('No two answers were of the same window.', falls)]),
      )
    return [
      ...notes,
      ...(await resetNotes(session)),
      ...limitNotes(counted(session.log)),
      ...withinNotes(session.log),
      ...beyondNotes(counted(session.log)),
      ...jumpNotes(counted(session.log)),
    ]
  },
}

/** Answers to the key that tell all three numbers. */
function counted(log: readonly Seen[]): readonly Seen[] {
  return log.filter(({ question, status, exchange }) => {
    if (
      question.credential !== 'valid' ||
      status === undefined ||
      status === 429 ||
      status === 401 ||
      exchange.response === undefined
    )
      return false
    // What answers in another way than the service, such as a gateway that knows no such path, counts nothing for it.
    if (question.expects.length > 0 && !question.expects.includes(status) && status !== 200) return false
    const { limit, remaining: left, reset } = readRateLimit(exchange.response)
    return limit !== undefined && left !== undefined && reset !== undefined
  })
}

function rateLimit({ exchange: { response } }: Seen): RateLimit {
  return readRateLimit(response ?? { headers: new Map() })
}

/** Whether what remains ever fell between answers that are of one window, as their limit and reset tell. */
function fallState(log: readonly Seen[], operation: OperationId): 'falls' | 'constant' | 'unknown' {
  const windows = Map.groupBy(
    log.filter(({ question }) => question.operation === operation),
    (seen) => `${rateLimit(seen).limit} ${rateLimit(seen).reset}`,
  )
  let isKnown = false
  if (isUncounted(log, operation)) return 'constant'
  for (const window of windows.values()) {
    const left = window.map((seen) => rateLimit(seen).remaining ?? 0)
    if (left.some((value, at) => at > 0 && value < (left[at - 1] ?? 0))) return 'falls'
    if (left.length >= 4 && !left.every((value) => value === 0) && !isRefilled(window)) isKnown = true
  }
  return isKnown ? 'constant' : 'unknown'
}

// So many requests that follow another one at once are no chance.
const fewestUncounted = 3

/** Whether nothing remains less after a request for this operation than before it, though it does after others. */
function isUncounted(log: readonly Seen[], operation: OperationId): boolean {
  const steps = log.flatMap((seen, at) => {
    const before = log[at - 1]
    if (before === undefined || before.number !== seen.number - 1 || !isSameWindow(before, seen)) return []
    const fallen = (rateLimit(before).remaining ?? 0) - (rateLimit(seen).remaining ?? 0)
    return [{ operation: seen.question.operation, fallen }]
  })
  const own = steps.filter((step) => step.operation === operation)
  const isCounted = steps.some((step) => step.operation !== operation && step.fallen > 0)
  return isCounted && own.length >= fewestUncounted && own.every(({ fallen }) => fallen === 0)
}

function isSameWindow(one: Seen, other: Seen): boolean {
  return rateLimit(one).reset === rateLimit(other).reset && rateLimit(one).limit === rateLimit(other).limit
}

/**
 * Whether a quota that fills up again all the time would be full at each of these answers. Its reset is always near, so
 * that one that was told for longer is that of a window.
 */
function isRefilled(window: readonly Seen[]): boolean {
  const [first, last] = [window[0], window.at(-1)]
  if (first === undefined || last === undefined) return false
  const took = last.exchange.sentAtMilliseconds + last.exchange.tookMilliseconds - first.exchange.sentAtMilliseconds
  const { limit = 0 } = rateLimit(first)
  const isFull = window.every((seen) => (rateLimit(seen).remaining ?? 0) >= limit - 1)
  // Beyond what a number holds, nothing can be seen to fall.
  if (limit > Number.MAX_SAFE_INTEGER) return true
  return isFull && took < 2000 && (took / 60_000) * limit >= window.length - 1
}

function told(log: readonly Seen[], operation: OperationId): string {
  const values = log.filter(({ question }) => question.operation === operation).map((seen) => rateLimit(seen).remaining)
  return `X-RateLimit-Remaining: ${values.slice(-6).join(', then ')}`
}

/** No request was refused, as long as some remained. */
function withinNotes(log: readonly Seen[]): readonly ProbeNote[] {
  return log.length > 0 && log.every(({ status }) => status !== 429) ? held('8/within-limit') : []
}

// So many answers after the last request that remained are no lag of a counter.
const mostBeyond = 10

/** Where nothing remains, no request is answered any more until the reset. */
function beyondNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const beyond = log.filter((seen, at) => {
    const before = log[at - 1]
    return (
      before !== undefined &&
      rateLimit(before).reset === rateLimit(seen).reset &&
      rateLimit(before).remaining === 0 &&
      rateLimit(seen).remaining === 0 &&
      (seen.status ?? 0) < 400
    )
  })
  const [last] = beyond.slice(-1)
  if (last === undefined || beyond.length < mostBeyond) return []
  const received = `${beyond.length} requests that were answered after X-RateLimit-Remaining was 0`
  return [
    broken(last, '8/remaining-count', 'no answer but 429 when nothing remains', received, ['8/too-many-requests']),
  ]
}

// The counts of several machines, and of other windows, may be mixed; more in one window are no counts.
const mostCounts = 5
const fewestJumps = 8

/** What remains of a window falls. Counts that fall each by itself make no long row that rises. */
function jumpNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const windows = Map.groupBy(log, (seen) => `${rateLimit(seen).limit} ${rateLimit(seen).reset}`)
  for (const window of windows.values()) {
    const left = window.map((seen) => rateLimit(seen).remaining ?? 0)
    const [last] = window.slice(-1)
    // A count that is filled up again rises slowly.
    const jump = Math.max(5, (rateLimit(window[0] as Seen).limit ?? 0) / 20)
    const jumps = left.filter((value, at) => at > 0 && value > (left[at - 1] ?? 0) + jump).length
    if (last === undefined || jumps < fewestJumps || longestRise(left) <= mostCounts) continue
    const received = `X-RateLimit-Remaining: ${left.slice(-6).join(', then ')}, with the same Reset`
    return [broken(last, '8/remaining-count', 'X-RateLimit-Remaining tells what remains of a window', received)]
  }
  return []
}

/** The length of the longest row that rises, whatever is between. */
function longestRise(values: readonly number[]): number {
  const lengths: number[] = []
  for (const [at, value] of values.entries()) {
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => before < at && (values[before] ?? 0) < value)))
  }
  return Math.max(0, ...lengths)
}

// Each window has a limit of its own, and there may be one for bursts.
const mostLimits = 4

/** The limit of a caller does not change from answer to answer. */
function limitNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const limits = [...new Set(log.map((seen) => rateLimit(seen).limit))]
  const [last] = log.slice(-1)
  if (last === undefined || limits.length <= mostLimits) return []
  const received = `${limits.length} different ones: ${limits.slice(0, 5).join(', ')}, …`
  return [broken(last, '8/limit-of-caller', 'X-RateLimit-Limit is the limit of the caller', received)]
}

/** A reset that has passed in every answer is none; one that is never ahead is looked at again after a while. */
async function resetNotes(session: Session): Promise<readonly ProbeNote[]> {
  const dated = counted(session.log).filter((seen) => dateOf(seen) !== undefined)
  const [last] = dated.slice(-1)
  if (last === undefined) return []
  const isNever = dated.length >= 8 && dated.every((seen) => aheadOf(seen) <= 0)
  if (!isNever) return dated.some((seen) => aheadOf(seen) >= -1) ? held(resets) : []
  if (dated.some((seen) => aheadOf(seen) >= -1)) {
    await session.options.clock.sleep(3000)
    const later = await session.ask(askList({ limit: 1 }))
    if (dateOf(later) === undefined || aheadOf(later) >= -1) return held(resets)
  }
  const [latest = last] = counted(session.log).slice(-1)
  const received = `X-RateLimit-Reset: ${rateLimit(latest).reset}, not ahead in any of ${dated.length} answers, and now past`
  return [
    broken(latest, resets, 'X-RateLimit-Reset is an instant that is still to come', received, ['8/reset-timestamp']),
  ]
}

function dateOf({ exchange: { response } }: Seen): number | undefined {
  return response && serverTime(response)
}

/** By how many seconds the reset is ahead of the date of the answer that tells it. */
function aheadOf(seen: Seen): number {
  return (rateLimit(seen).reset ?? 0) - (dateOf(seen) ?? 0) / 1000
}
