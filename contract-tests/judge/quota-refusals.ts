import { readRetryAfter } from '../client/index.ts'
import { type Seen, dateOf, headerIn, rateLimitOf } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import { type Row, countedRows, isInOrder, isSteady, rowOf, stepsOf } from './quota-rows.ts'

const ofOthers = 'If the key is yours alone, this is broken. Somebody else may have used'

/** What is wrong with answers of 429 to the key: requests were left, or the time to wait had passed. */
export function refusalFindings(log: readonly Seen[]): readonly Finding[] {
  const own = log.filter(({ question, status }) => question.credential === 'valid' && status !== undefined)
  const refused = own.flatMap((seen, at) => (seen.status === 429 ? [{ seen, before: own[at - 1], at }] : []))
  // A key that got nothing else may be no key: what is asked without one may have a quota of its own.
  if (refused.length === 0 || refused.length === own.length) return []
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

function leftFinding(seen: Seen, times: number, isOfDay: boolean): Finding {
  const { remaining, limit } = rateLimitOf(seen)
  return {
    clause: '8/within-limit',
    also: [],
    expected: 'no 429 while requests remain',
    received: `status 429 with X-RateLimit-Remaining: ${remaining} of ${limit}`,
    seen,
    ...(isOfDay && {
      reading:
        'If the headers are about all windows, this is broken. The limit of the day may be reached while they tell that of the minute.',
    }),
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
  const received = `status 429, though X-RateLimit-Remaining was ${left} before`
  const reading = `${ofOthers} what was left, or another machine has a count of its own.`
  return [{ clause: '8/within-limit', also: [], expected: 'no 429 while requests remain', received, seen, reading }]
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
      clause: '8/retry-after-is-a-time',
      also: ['8/reset-resets'],
      expected: `an answer after ${Math.ceil(asked)} seconds, as Retry-After said`,
      received: `status 429 after ${Math.floor(passed)} seconds`,
      seen,
      ...(!(isOfOneWindow && isAlone) && { reading: `${ofOthers} up what was free by then.` }),
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
      clause: '8/reset-resets',
      also: [],
      expected: `an answer after ${step.before.reset}, as X-RateLimit-Reset said`,
      received: `status 429, ${Math.round(-(step.ahead ?? 0))} seconds after`,
      seen,
      ...(!isAlone && { reading: `${ofOthers} up the new window.` }),
    },
  ]
}
