import { type ClauseId, type OperationId, operationIds } from '../../spec/index.ts'
import { type RateLimit, readRateLimit, serverTime } from '../../spec/client/index.ts'
import type { Catalogue } from '../catalogue.ts'
import { type Probe, broken, held, unclear } from '../probe.ts'
import type { Seen } from '../question.ts'
import { askInvalid, askList, askPet } from '../questions.ts'
import type { Session } from '../session.ts'
import type { ProbeNote } from '../verdict.ts'
import { unknownId } from './unknown-ids.ts'

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
      for (let times = 1; times <= 2; times++) await session.ask(await harmless(session, catalogue, operation))
      const [last] = counted(session.log)
        .filter(({ question }) => question.operation === operation)
        .slice(-1)
      if (last !== undefined && fallState(counted(session.log), operation) === 'constant') {
        notes.push(
          broken(
            last,
            falls,
            'X-RateLimit-Remaining falls from request to request',
            told(counted(session.log), operation),
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
      ...resetNotes(counted(session.log)),
      ...limitNotes(counted(session.log)),
      ...withinNotes(session.log),
      ...beyondNotes(counted(session.log)),
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
  for (const window of windows.values()) {
    const left = window.map((seen) => rateLimit(seen).remaining ?? 0)
    if (left.some((value, at) => at > 0 && value < (left[at - 1] ?? 0))) return 'falls'
    if (left.length >= 4 && !left.every((value) => value === 0) && !isRefilled(window)) isKnown = true
  }
  return isKnown ? 'constant' : 'unknown'
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

/** A request that changes nothing. */
async function harmless(session: Session, catalogue: Catalogue, operation: OperationId) {
  if (operation === 'listPets') return askList({ limit: 1 })
  if (operation === 'createPet') return askInvalid('no body', undefined, ['4.2/body-required'])
  return askPet(unknownId(catalogue, await catalogue.pets()), 'unknown', session.options.todayMilliseconds)
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
    const isSameWindow = before !== undefined && rateLimit(before).reset === rateLimit(seen).reset
    return (
      isSameWindow && rateLimit(before).remaining === 0 && rateLimit(seen).remaining === 0 && (seen.status ?? 0) < 400
    )
  })
  const [last] = beyond.slice(-1)
  if (last === undefined || beyond.length < mostBeyond) return []
  const received = `${beyond.length} requests that were answered after X-RateLimit-Remaining was 0`
  return [
    broken(last, '8/remaining-count', 'no answer but 429 when nothing remains', received, ['8/too-many-requests']),
  ]
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

/** A reset that has passed in every answer is none. */
function resetNotes(log: readonly Seen[]): readonly ProbeNote[] {
  const dated = log.filter(({ exchange: { response } }) => response !== undefined && serverTime(response) !== undefined)
  const isPast = (seen: Seen): boolean => {
    const date = serverTime(seen.exchange.response ?? { headers: new Map() }) ?? 0
    return (rateLimit(seen).reset ?? 0) * 1000 < date - 1000
  }
  const [last] = dated.slice(-1)
  if (last === undefined) return []
  if (dated.length >= 8 && dated.every(isPast)) {
    return [
      broken(
        last,
        resets,
        'X-RateLimit-Reset is an instant that is still to come',
        `X-RateLimit-Reset: ${rateLimit(last).reset}, in the past in each of ${dated.length} answers`,
        ['8/reset-timestamp'],
      ),
    ]
  }
  return dated.some((seen) => !isPast(seen)) ? held(resets) : []
}
