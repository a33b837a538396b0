import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { type Probe, broken, held, unclear } from '../run/probe.ts'
import { type Seen, dateOf, rateLimitOf } from '../run/question.ts'
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
    const falling = await fallNotes(session, catalogue)
    const reset = await resetNotes(session)
    const log = counted(session.log)
    return [
      ...falling,
      ...reset,
      ...limitNotes(log),
      ...withinNotes(session.log),
      ...beyondNotes(log),
      ...jumpNotes(log),
    ]
  },
}

/** Looks for an operation after which what remains does not fall. */
async function fallNotes(session: Session, catalogue: Catalogue): Promise<readonly ProbeNote[]> {
  for (const operation of operationIds) {
    if (fallState(counted(session.log), operation) !== 'constant') continue
    // Counters may lag behind by a few seconds.
    await session.options.clock.sleep(3000)
    for (let times = 1; times <= 2; times++) await session.ask(await harmless[operation](catalogue))
    const log = counted(session.log)
    const own = log.filter(({ question }) => question.operation === operation)
    const last = own.at(-1)
    if (last === undefined || fallState(log, operation) !== 'constant') continue
    const received = isUncounted(log, operation)
      ? `X-RateLimit-Remaining as before after each ${operation}, though it falls after others`
      : lastCounts(own)
    return [broken(last, falls, 'X-RateLimit-Remaining falls from request to request', received)]
  }
  const hasFallen = operationIds.some((operation) => fallState(counted(session.log), operation) === 'falls')
  return hasFallen ? held(falls) : [unclear('No two answers were of the same window.', falls)]
}

/** Answers to the key with all three numbers. */
function counted(log: readonly Seen[]): readonly Seen[] {
  return log.filter((seen) => {
    const { question, status } = seen
    if (question.credential !== 'valid' || status === undefined || status === 429 || status === 401) return false
    // Something other than the service may answer, such as a gateway that does not know the path; it has no counts.
    if (question.expects.length > 0 && !question.expects.includes(status) && status !== 200) return false
    return Object.values(rateLimitOf(seen)).every((value) => value !== undefined)
  })
}

function remainingIn(seen: Seen): number {
  return rateLimitOf(seen).remaining ?? 0
}

/** The answers of each window: those with the same limit and reset. */
function windowsOf(log: readonly Seen[]): readonly (readonly Seen[])[] {
  return [...Map.groupBy(log, windowOf).values()]
}

function windowOf(seen: Seen): string {
  const { limit, reset } = rateLimitOf(seen)
  return `${limit} ${reset}`
}

/** Whether what remains ever fell between answers of one window. */
function fallState(log: readonly Seen[], operation: OperationId): 'falls' | 'constant' | 'unknown' {
  if (isUncounted(log, operation)) return 'constant'
  const windows = windowsOf(log.filter(({ question }) => question.operation === operation))
  const isFalling = (left: readonly number[]): boolean =>
    left.some((value, at) => at > 0 && value < (left[at - 1] ?? 0))
  if (windows.some((window) => isFalling(window.map(remainingIn)))) return 'falls'
  const isKnown = windows.some(
    (window) => window.length >= 4 && window.some((seen) => remainingIn(seen) > 0) && !isRefilled(window),
  )
  return isKnown ? 'constant' : 'unknown'
}

// So many requests, each right after another one, are no coincidence.
const fewestUncounted = 3

/** Whether what remains never falls after a request for this operation, though it does after others. */
function isUncounted(log: readonly Seen[], operation: OperationId): boolean {
  const steps = log.flatMap((seen, at) => {
    const before = log[at - 1]
    if (before === undefined || before.number !== seen.number - 1 || windowOf(before) !== windowOf(seen)) return []
    return [{ operation: seen.question.operation, fallen: remainingIn(before) - remainingIn(seen) }]
  })
  const own = steps.filter((step) => step.operation === operation)
  const isCounted = steps.some((step) => step.operation !== operation && step.fallen > 0)
  return isCounted && own.length >= fewestUncounted && own.every(({ fallen }) => fallen === 0)
}

/**
 * Whether a quota that fills up again all the time would be full at each of these answers. Its reset is
 * always near; one that stays for longer belongs to a window.
 */
function isRefilled(window: readonly Seen[]): boolean {
  const [first, last] = [window[0], window.at(-1)]
  if (first === undefined || last === undefined) return false
  const took = last.exchange.sentAtMilliseconds + last.exchange.tookMilliseconds - first.exchange.sentAtMilliseconds
  const { limit = 0 } = rateLimitOf(first)
  const isFull = window.every((seen) => remainingIn(seen) >= limit - 1)
  // Beyond what a number holds, nothing can be seen to fall.
  if (limit > Number.MAX_SAFE_INTEGER) return true
  return isFull && took < 2000 && (took / 60_000) * limit >= window.length - 1
}

function lastCounts(log: readonly Seen[]): string {
  return `X-RateLimit-Remaining: ${log.slice(-6).map(remainingIn).join(', then ')}`
}

/** No request was refused, as long as some remained. */
function withinNotes(log: readonly Seen[]): readonly ProbeNote[] {
  return log.length > 0 && log.every(({ status }) => status !== 429) ? held('8/within-limit') : []
}

// More answers after the last remaining request than a counter may lag behind.
const mostBeyond = 10

/** Where nothing remains, no request is answered any more until the reset. */
function beyondNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const isUsedUp = (seen: Seen | undefined, reset: number | undefined): boolean =>
    seen !== undefined && rateLimitOf(seen).reset === reset && remainingIn(seen) === 0
  const beyond = log.filter((seen, at) => {
    const { reset } = rateLimitOf(seen)
    return isUsedUp(log[at - 1], reset) && isUsedUp(seen, reset) && (seen.status ?? 0) < 400
  })
  const last = beyond.at(-1)
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
  for (const window of windowsOf(log)) {
    const left = window.map(remainingIn)
    const last = window.at(-1)
    if (last === undefined) continue
    // A count that is filled up again rises slowly.
    const jump = Math.max(5, (rateLimitOf(last).limit ?? 0) / 20)
    const jumps = left.filter((value, at) => at > 0 && value > (left[at - 1] ?? 0) + jump).length
    if (jumps < fewestJumps || longestRise(left) <= mostCounts) continue
    const received = `${lastCounts(window)}, with the same Reset`
    return [broken(last, '8/remaining-count', 'X-RateLimit-Remaining is what remains of a window', received)]
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
  const limits = [...new Set(log.map((seen) => rateLimitOf(seen).limit))]
  const last = log.at(-1)
  if (last === undefined || limits.length <= mostLimits) return []
  const received = `${limits.length} different ones: ${limits.slice(0, 5).join(', ')}, …`
  return [broken(last, '8/limit-of-caller', 'X-RateLimit-Limit is the limit of the caller', received)]
}

/** A reset must be ahead in some answer; one that never is gets a second look after a while. */
async function resetNotes(session: Session): Promise<readonly ProbeNote[]> {
  const dated = counted(session.log).filter((seen) => dateOf(seen) !== undefined)
  const last = dated.at(-1)
  if (last === undefined) return []
  const isNever = dated.length >= 8 && dated.every((seen) => aheadOf(seen) <= 0)
  if (!isNever) return dated.some((seen) => aheadOf(seen) >= -1) ? held(resets) : []
  if (dated.some((seen) => aheadOf(seen) >= -1)) {
    await session.options.clock.sleep(3000)
    const later = await session.ask(askList({ limit: 1 }))
    if (dateOf(later) === undefined || aheadOf(later) >= -1) return held(resets)
  }
  const latest = counted(session.log).at(-1) ?? last
  const received = `X-RateLimit-Reset: ${rateLimitOf(latest).reset}, not ahead in any of ${dated.length} answers, and now past`
  return [
    broken(latest, resets, 'X-RateLimit-Reset is an instant that is still to come', received, ['8/reset-timestamp']),
  ]
}

/** By how many seconds the reset is ahead of the date of its answer. */
function aheadOf(seen: Seen): number {
  return (rateLimitOf(seen).reset ?? 0) - (dateOf(seen) ?? 0) / 1000
}
