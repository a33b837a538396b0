import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { seenOf } from '../exchange/question.ts'
import { askCreate } from '../exchange/questions.ts'
import { withReadings } from './readings.ts'
import { type Verdict, departure } from '../verdict/verdict.ts'

const asked = (number: number, name: string, status: number, tolerates?: () => boolean) => {
  const response = { status, headers: new Map(), bytes: new Uint8Array() }
  const question = askCreate({ name, categoryId: 1 }, { tolerates })
  return seenOf(number, 'create', question, { response } as unknown as Exchange)
}

function stateAfter(...log: readonly ReturnType<typeof asked>[]): Verdict['state'] {
  const seen = log.at(-1)!
  const facts = { expected: { oneOf: [201] }, received: { is: 409 } }
  const finding = { ...departure('status', '4.2/answers-pet', facts), seen }
  const verdict = { id: 'create', kind: 'probe', title: '', clauses: [], reason: undefined, held: [] } as const
  return withReadings({ ...verdict, state: 'broken', findings: [finding] }, log).state
}

test('409 is a warning for an animal that was sent before, and broken for any other', () => {
  expect(stateAfter(asked(1, 'Rex', 201), asked(2, 'Rex', 409))).toBe('warning')
  expect(stateAfter(asked(1, 'Rex', 201), asked(2, 'Tom', 409))).toBe('broken')
  expect(stateAfter(asked(1, 'Rex', 201), asked(2, 'Rex', 404))).toBe('broken')
})

test('another refusal of an unusual animal is a warning, except for one by the rate limit', () => {
  expect(stateAfter(asked(1, 'null', 422, () => true))).toBe('warning')
  expect(stateAfter(asked(1, 'null', 429, () => true))).toBe('broken')
})
