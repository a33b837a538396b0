import { expect, test } from 'vitest'
import { seenOf } from '../exchange/question.ts'
import { askList, askUnauthorized } from '../exchange/questions.ts'
import { judgeQuota } from './quota.ts'

const start = Date.UTC(2026, 10, 22, 10, 7, 3)
const reset = start / 1000 + 57

interface Answer {
  readonly at?: number
  readonly took?: number
  readonly order?: { readonly sent: number; readonly came: number }
  readonly left: number
  readonly limit?: number
  /** In seconds after the reset of most answers. */
  readonly reset?: number
  readonly status?: number
  readonly retryAfter?: string
  readonly hasDate?: boolean
  /** Whether the request had the valid key. */
  readonly isOfKey?: boolean
}

function answer(
  { at = 0, took = 20, order, status = 200, hasDate = true, isOfKey = true, ...told }: Answer,
  number: number,
) {
  const sentAtMilliseconds = start + at * 1000
  const headers = {
    'x-ratelimit-limit': told.limit ?? 300,
    'x-ratelimit-remaining': told.left,
    'x-ratelimit-reset': reset + (told.reset ?? 0),
    ...(hasDate && { date: new Date(sentAtMilliseconds + took).toUTCString() }),
    ...(told.retryAfter !== undefined && { 'retry-after': told.retryAfter }),
  }
  const lines = Object.entries(headers).map(([name, value]) => [name, [String(value)]] as const)
  const response = { status, headers: new Map(lines), bytes: Buffer.from('[]') }
  const request = { method: 'GET', path: '/pets', headers: {}, url: '' } as const
  const exchange = { request, sentAtMilliseconds, tookMilliseconds: took, order, response, problem: undefined }
  const question = isOfKey ? askList() : askUnauthorized('listPets', 'missing', { path: '/pets' })
  return seenOf(number, '', question, exchange)
}

/** What answers show that come 0.1 seconds apart. */
function shown(answers: readonly Answer[]) {
  return judgeQuota(answers.map((each, at) => answer({ at: at / 10, ...each }, at + 1)))
}

/** The clauses of what is found in answers, each with its state. */
function found(...answers: readonly Answer[]): readonly string[] {
  const { findings } = shown(answers)
  return findings.map(({ clause, reading }) => `${clause} ${reading === undefined ? 'broken' : 'warning'}`)
}

/** What answers settle that do not contradict each other. */
function noted(...answers: readonly Answer[]): readonly string[] {
  const judged = shown(answers)
  const broken = [
    ...judged.counting.flatMap(({ constant, isLasting }) => (constant && isLasting ? [constant] : [])),
    ...(judged.reset === 'past' ? judged.past : []),
  ]
  return [...broken.map(({ clause }) => `${clause} broken`), ...(judged.isFalling ? ['8/remaining-falls held'] : [])]
}

const falling = (from: number, count: number, more: Partial<Answer> = {}) =>
  Array.from({ length: count }, (_, at): Answer => ({ left: from - at, ...more }))

test('requests that were on their way together have no order', () => {
  const together = { at: 1, took: 100 }
  expect(found({ left: 250, ...together }, { left: 251, ...together })).toEqual([])
  expect(found({ left: 250, at: 1 }, { left: 251, at: 1.02 })).toEqual(['8/remaining-count warning'])
})

test('a new limit is one change, also where an answer with the old one comes late', () => {
  const order = (sent: number, came: number) => ({ order: { sent, came } })
  const changed = [
    { left: 250, ...order(1, 2) },
    { left: 99, limit: 100, ...order(3, 5) },
    { left: 249, ...order(4, 6) },
    { left: 98, limit: 100, ...order(7, 8) },
  ]
  expect(found(...changed)).toEqual(['8/limit-of-caller warning'])
  expect(found(...changed, { left: 248, ...order(9, 10) })).toEqual(['8/limit-of-caller broken'])
})

test('requests of one millisecond have the order in which the run sent them, and none in a recording', () => {
  const quick = { at: 1, took: 0.4 }
  const sent = (first: number, second: number) =>
    found(
      { left: 250, ...quick, order: { sent: 1, came: first } },
      { left: 251, ...quick, order: { sent: second, came: 4 } },
    )
  expect(sent(3, 2)).toEqual([])
  expect(sent(2, 3)).toEqual(['8/remaining-count warning'])
  expect(found({ left: 250, ...quick }, { left: 251, ...quick })).toEqual([])
})

test('an answer from a cache has an old count, and says nothing', () => {
  const [first, second] = falling(250, 2)
  expect(found({ ...first!, at: 1 }, { ...second!, at: 5 }, { left: 250, at: 5.2, took: -4200 })).toEqual([])
})

test('a count may rise when its window is nearly over, or with another window', () => {
  expect(found({ left: 9, at: 55.5 }, { left: 12, at: 56.5 })).toEqual([])
  expect(found({ left: 9, at: 1 }, { left: 299, at: 58, reset: 60 })).toEqual([])
  expect(found({ left: 9 }, { left: 980, limit: 1000, reset: 40_000 })).toEqual([])
})

test('requests that are missing in a count are a warning once the count had time to follow', () => {
  expect(found({ left: 250 }, { left: 250 }, { left: 250 }, { left: 249 })).toEqual([])
  expect(found({ left: 250 }, { left: 250 }, { left: 249, at: 5 })).toEqual(['8/remaining-falls warning'])
  const [short] = shown([{ left: 250 }, { left: 250 }, { left: 249, at: 5 }]).findings
  expect(short).toMatchObject({ expected: { atLeast: 2 }, received: { is: 249, before: 1 } })
  expect(found({ left: 250 }, { left: 250 }, { left: 248, at: 5 })).toEqual([])
})

test('one change of the limit within a window may be a new plan; several changes are broken', () => {
  const [free, pro] = [
    { left: 40, limit: 60 },
    { left: 280, limit: 300 },
  ]
  expect(found(free, pro)).toEqual(['8/limit-of-caller warning'])
  expect(found(free, pro, { ...free, left: 39 })).toEqual(['8/limit-of-caller broken'])
  // Where a quarter of an hour ends, several windows may end together.
  const end = 900 - (reset % 900)
  expect(found({ ...free, reset: end }, { ...pro, reset: end })).toEqual([])
})

test('a reset that moves back and forth is broken if one count goes on, else a warning', () => {
  const moves = falling(299, 12).map((each, at) => (at === 3 || at === 7 ? { ...each, reset: -20 } : each))
  expect(found(...moves)).toEqual(['8/reset-resets broken'])
  expect(found({ left: 250 }, { left: 180, reset: -20 }, { left: 179, reset: -20 })).toEqual(['8/reset-resets warning'])
  // Two moves with other falls than one may be counts of several machines.
  const two = moves.map(({ left, ...each }, at) => ({ ...each, left: at >= 7 ? left - 9 : left }))
  expect(found(...two)).toEqual(['8/reset-resets warning'])
})

test('a window that slides has a reset equally far ahead, but for rounding', () => {
  const sliding = (most: number) =>
    falling(299, 8).map((each, at) => ({ ...each, at, reset: at === 4 ? at + most : at }))
  const readings = (most: number) => shown(sliding(most)).findings.map(({ reading }) => reading)
  expect([0, 2, 3].map(readings)).toEqual([[], ['sliding'], ['windows']])
})

test('a 429 with requests left may be of the day once, and not twice', () => {
  const refused = { left: 100, status: 429, retryAfter: '2' }
  expect(found({ left: 101 }, refused, { left: 99, at: 4 })).toEqual(['8/within-limit warning'])
  expect(found(refused, { left: 99, at: 4 }, { ...refused, left: 98, at: 5 })).toEqual(['8/within-limit broken'])
  const together = { ...refused, at: 1, took: 100 }
  expect(found(together, { left: 99, at: 1, took: 100 }, together, { left: 98, at: 5 })).toEqual([
    '8/within-limit warning',
  ])
})

test('refusals of requests without the key say nothing of its quota', () => {
  const other = { left: 30, status: 429, isOfKey: false } as const
  expect(found({ left: 31 }, other, { left: 30 }, other, { left: 29 })).toEqual([])
  expect(found({ left: 31, isOfKey: false }, { left: 0, status: 429 })).toEqual([])
})

test('a 429 after the wait that the one before told is broken if nobody else used the key', () => {
  const refused = { left: 0, status: 429, retryAfter: '10' }
  const after = (at: number) => [
    { ...refused, at: 3 },
    { ...refused, at },
  ]
  expect(found(...falling(20, 21), ...after(14))).toEqual(['8/retry-after-is-a-time broken'])
  expect(found({ left: 20 }, { left: 0 }, ...after(14))).toEqual(['8/retry-after-is-a-time warning'])
  expect(found(...falling(20, 21), ...after(8))).toEqual([])
})

test('a count that stays is broken once a slow counter had time to follow, unless a bucket may be full again', () => {
  const staying = (told: Omit<Answer, 'at'>, at: number) => Array.from({ length: 5 }, () => ({ at, ...told }))
  expect(noted(...falling(42, 2))).toEqual(['8/remaining-falls held'])
  expect(noted(...staying({ left: 42 }, 0))).toEqual([])
  expect(noted(...staying({ left: 42 }, 0), { left: 42, at: 3 })).toEqual(['8/remaining-falls broken'])
  const full = { left: 999_999_999, limit: 1_000_000_000 }
  expect(noted(...staying(full, 0), ...staying({ ...full, reset: 4 }, 4))).toEqual([])
})

test('a reset that is past in each of eight answers is broken', () => {
  const late = (count: number) => falling(299, count, { at: 60 })
  expect(noted(...late(8))).toContain('8/reset-resets broken')
  expect(noted(...late(7))).not.toContain('8/reset-resets broken')
  expect(noted(...late(8), { left: 200, at: 56 })).not.toContain('8/reset-resets broken')
})
