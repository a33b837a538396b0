import { expect, test } from 'vitest'
import type { Exchange } from '../../client/index.ts'
import { type Seen, seenOf } from '../../exchange/question.ts'
import { askList, askUnauthorized } from '../../exchange/questions.ts'
import type { CompleteOptions } from '../../session/options.ts'
import type { Session } from '../../session/session.ts'
import { recurringFailures } from './unstable-answers.ts'

const options = { todayMilliseconds: 0 } as unknown as CompleteOptions
const error = (status: number) => `{"code":"c","message":"m","status":${status}}`

function seen(
  status: number,
  { isOfKey = true, problem }: { isOfKey?: boolean; problem?: Exchange['problem'] } = {},
): Seen {
  const headers = new Map(
    Object.entries({
      'content-type': ['application/json'],
      'x-ratelimit-limit': ['60'],
      'x-ratelimit-remaining': ['50'],
      'x-ratelimit-reset': ['1900000000'],
    }),
  )
  const request = { method: 'GET', path: '/pets', headers: {}, url: '' }
  const response = { status, headers, bytes: Buffer.from(status === 200 ? '[]' : error(status)) }
  const exchange = { request, sentAtMilliseconds: 0, tookMilliseconds: 1, response, problem } as unknown as Exchange
  return seenOf(1, '', isOfKey ? askList() : askUnauthorized('listPets', 'missing', { path: '/pets' }), exchange)
}

function again(count: number, one: Seen) {
  const unstable = Array.from({ length: count }, () => ({ seen: one }))
  return recurringFailures({ unstable, options, requests: 400 } as unknown as Session)
}

const reset = { kind: 'reset', message: 'the connection was cut' } as const

test('a failure that was temporary each time counts once it came eight times, with how often', () => {
  expect(again(7, seen(500))).toEqual([])
  expect(again(8, seen(500))).toMatchObject([
    { circumstance: 'now and then', count: { bad: 8, of: 400 }, seen: { status: 500 } },
  ])
})

test('a refused key is a failure; a refused request without one, a 404 or a cut connection is none', () => {
  expect(again(8, seen(401))).toHaveLength(1)
  expect(again(8, seen(401, { isOfKey: false }))).toEqual([])
  expect(again(8, seen(404))).toEqual([])
  expect(again(8, seen(500, { problem: reset }))).toEqual([])
})
