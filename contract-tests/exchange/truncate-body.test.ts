import { expect, test } from 'vitest'
import { writeJson } from '../../spec/index.ts'
import { truncateBody } from './truncate-body.ts'
import type { Seen } from './question.ts'
import { askList } from './questions.ts'
import { checks } from '../checks/index.ts'

function seenWith(json: unknown): Seen {
  const bytes = Buffer.from(writeJson(json))
  const headers = new Map([['content-type', ['application/json']]])
  const request = { method: 'GET', path: '/pets', headers: {}, url: 'http://a.example/v1/pets' } as const
  const response = { status: 200, headers, bytes }
  const exchange = { request, sentAtMilliseconds: 0, tookMilliseconds: 1, response, problem: undefined }
  return { number: 1, probe: '', question: askList(), exchange, status: 200, json, jsonProblem: undefined }
}

const pet = (id: number, name = 'Rex') => ({
  id,
  name,
  categoryId: 1,
  status: 'sold',
  notes: { long: 'x'.repeat(500) },
})

test('an answer of usual size is kept as it is', () => {
  const seen = seenWith([pet(1), pet(2)])
  expect(truncateBody(seen)).toBe(seen)
})

test('a report keeps the beginning of a large answer, and the animals that reports look at', () => {
  const pets = Array.from({ length: 5000 }, (_, at) => pet(at, at === 1 ? 'x'.repeat(20_000) : 'Rex'))
  const { json, exchange } = truncateBody(seenWith(pets))
  expect(exchange.response?.bytes.byteLength).toBe(65_536)
  expect(exchange.response?.bytes.buffer.byteLength).toBeLessThan(200_000)
  expect(json).toHaveLength(1000)
  expect((json as unknown[])[0]).toEqual({ id: 0, name: 'Rex', categoryId: 1, status: 'sold' })
  expect((json as { name: string }[])[1]?.name).toHaveLength(10_000)
})

test('a list of a million items that are no animals is judged without a look at each', () => {
  const seen = seenWith([])
  const million = { ...seen, json: Array<number>(1_000_000).fill(0) }
  const shape = checks.find(({ id }) => id === 'pet-shape')
  const terms = { plan: undefined, todayMilliseconds: 0 }
  expect(shape?.look(million, terms)?.departures.map(({ at }) => at)).toEqual([{ part: 'body', item: 0 }])
})

test('an id that is there again is found in a long list', () => {
  const ids = [...Array.from({ length: 9_999 }, (_, at) => at), 7]
  const seen = { ...seenWith([]), json: ids.map((id) => ({ id, name: '', categoryId: 1 })) }
  const unique = checks.find(({ id }) => id === 'list-unique-ids')
  const terms = { plan: undefined, todayMilliseconds: 0 }
  expect(unique?.look(seen, terms)?.departures.map(({ received }) => received)).toEqual([{ is: 7 }])
})
