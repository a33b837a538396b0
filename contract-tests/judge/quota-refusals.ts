import { readRetryAfter } from '../client/index.ts'
import { type Seen, dateOf, headerIn, rateLimitOf } from '../exchange/question.ts'
import { type Finding, departure } from '../verdict/verdict.ts'
import { type Row, countedRows, isInOrder, isSteady, rowOf, stepsOf } from './quota-rows.ts'

/** What is wrong with answers of 429 to the key: requests were left, or the time to wait had passed. */
export function refusalFindings(log: readonly Seen[]): readonly Finding[] {
  const own = log.filter(({ question, status }) => question.credential === 'valid' && status !== undefined)
  const refused = own.flatMap((seen, at) => (seen.status === 429 ? [{ seen, before: own[at - 1], at }] : []))
  if (refused.length === 0) return []
  const isAlone = isSteady(stepsOf(countedRows(own)))
  const withLeft = refused.filter(({ seen }) => (rateLimitOf(seen).remaining ?? 0) > 0)
  const [first, last] = [withLeft[0], withLeft.at(-1)]
  const hasAnswerBetween = own
    .slice(first?.at, last?.at)
    .some((seen) => seen.status !== 429 && first && last && isInOrder(first.seen, seen) && isInOrder(seen, last.seen))
  // Section 8 has a minute and a day. In a run, a day ends at most once, and the wait that it asks for ends with it.
  const isOfDay =
    !hasAnswerBetween &&
    withLeft.every(({ seen, before }) => before === undefined || tooShort(seen, before, isAlone).length === 0)
  return [
    ...withLeft.slice(-1).map(({ seen }) => leftFinding(seen, withLeft.length, isOfDay)),
    ...refused.flatMap(({ seen, before }) => (before === undefined ? [] : oneEarly(seen, before))).slice(-1),
    ...refused.flatMap(({ seen, before }) => (before === undefined ? [] : tooShort(seen, before, isAlone))).slice(-1),
    ...refused.flatMap(({ seen, before }) => (before === undefined ? [] : notReset(seen, before, isAlone))).slice(-1),
  ]
}

const atRemaining = { part: 'status', names: ['X-RateLimit-Remaining'] } as const

function leftFinding(seen: Seen, times: number, isOfDay: boolean): Finding {
  const { remaining, limit } = rateLimitOf(seen)
  const facts = { at: atRemaining, expected: {}, received: { is: 429, left: remaining, limit } }
  return {
    ...departure('left-refused', '8/within-limit', facts),
    seen,
    reading: isOfDay ? 'limit-of-day' : undefined,
    times,
  }
}

/** A 429 although the answer before left a request. */
function oneEarly(seen: Seen, before: Seen): readonly Finding[] {
  const left = rateLimitOf(before).remaining ?? 0
  const [row] = rowOf(seen)
  const [last] = rowOf(before)
  if (before.status === 429 || row === undefined || last === undefined || left === 0 || row.left > 0) return []
  if (last.window !== row.window || !isInOrder(before, seen)) return []
  const facts = { at: atRemaining, expected: {}, received: { is: 429, and: 'left-before', before: left } } as const
  return [{ ...departure('refused-early', '8/within-limit', facts), seen, reading: 'others-used-left' }]
}

// Times to wait are whole seconds, and timers may end a little early.
const roundedSeconds = 0.9

/** A 429 although the time that the 429 before told was over. */
function tooShort(seen: Seen, before: Seen, isAlone: boolean): readonly Finding[] {
  if (before.status !== 429) return []
  const { sentAtMilliseconds, tookMilliseconds } = before.exchange
  const answeredAt = sentAtMilliseconds + tookMilliseconds
  const asked = readRetryAfter(headerIn(before, 'retry-after') ?? '', dateOf(before) ?? answeredAt)
  const passed = (seen.exchange.sentAtMilliseconds - answeredAt) / 1000
  if (asked === undefined || passed < asked + roundedSeconds) return []
  const [row] = rowOf(seen)
  const [first] = rowOf(before)
  // Then the service itself says that the wait ends before the window does.
  const isOfOneWindow = row !== undefined && row.window === first?.window && (row.ahead ?? 0) > 1
  return [
    {
      ...departure(
        'wait-over',
        '8/retry-after-is-a-time',
        {
          at: { part: 'status', names: ['Retry-After'] },
          expected: { seconds: Math.ceil(asked) },
          received: { is: 429, seconds: Math.floor(passed) },
        },
        ['8/reset-resets'],
      ),
      seen,
      reading: isOfOneWindow && isAlone ? undefined : 'others-used-free',
    },
  ]
}

/** A 429 although the window had ended. */
function notReset(seen: Seen, before: Seen, isAlone: boolean): readonly Finding[] {
  const rows: readonly Row[] = [before, seen].flatMap(rowOf)
  const [step] = stepsOf(rows)
  if (before.status === 429 || step === undefined || step.moved === 0 || (step.ahead ?? 0) > -1) return []
  return [
    {
      ...departure('window-over', '8/reset-resets', {
        at: { part: 'status', names: ['X-RateLimit-Reset'] },
        expected: { reset: step.before.reset },
        received: { is: 429, and: 'after', seconds: Math.round(-(step.ahead ?? 0)) },
      }),
      seen,
      reading: isAlone ? undefined : 'others-used-window',
    },
  ]
}
