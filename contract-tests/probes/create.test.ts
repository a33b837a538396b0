import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { seenOf } from '../exchange/question.ts'
import { askCreate } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { statusOfAll } from './create.ts'

function sharedBy(...statuses: readonly number[]): number | undefined {
  const log = statuses.map((status, at) => {
    const response = { status, headers: new Map(), bytes: new Uint8Array() }
    return seenOf(at + 1, 'create', askCreate({ name: 'Rex', categoryId: 1 }), { response } as unknown as Exchange)
  })
  return statusOfAll({ log } as unknown as Session)
}

test.each([403, 404, 405, 409, 410, 500, 501, 503])('an operation that always answers %d is closed', (status) => {
  expect(sharedBy(status)).toBe(status)
  expect(sharedBy(201, status, status)).toBe(status)
})

test.each([400, 413, 415, 422, 429])('a %d depends on the animal, so it closes nothing', (status) => {
  expect(sharedBy(status, status)).toBeUndefined()
})

test('one refusal after a success, or refusals that differ, do not mean that creations are closed', () => {
  expect(sharedBy(201, 403)).toBeUndefined()
  expect(sharedBy(403, 409)).toBeUndefined()
  expect(sharedBy(403, 201)).toBeUndefined()
  expect(sharedBy()).toBeUndefined()
})
