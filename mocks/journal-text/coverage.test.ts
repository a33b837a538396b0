import { expect, test } from 'vitest'
import type { Call } from '../entry.ts'
import { get, post, testStore } from '../testing/test-calls.ts'
import { coverageOf, coverageText } from './coverage.ts'

const dog = { name: 'Rex', categoryId: 1 }

/** The coverage after these calls, and whether a call met an answer. */
async function covered(calls: readonly Call[], entries?: number) {
  const store = testStore({ journal: { entries } })
  for (const call of calls) await store.answer(call)
  const coverage = coverageOf(store.sandbox().journal)
  const callsOf = (operation: string, answer: number | string) =>
    coverage.answers.find((each) => each.operation === operation && (each.status ?? each.scenario) === answer)?.calls
  return { coverage, callsOf }
}

test('says which documented statuses of each operation calls met, and which not', async () => {
  const { coverage, callsOf } = await covered([get('/v1/pets'), get('/v1/pets'), post(dog), get('/v1/pets/9')])
  expect([callsOf('listPets', 200), callsOf('createPet', 201), callsOf('getPet', 404)]).toEqual([2, 1, 1])
  expect([callsOf('createPet', 429), callsOf('createPet', 400), callsOf('listPets', 'empty')]).toEqual([0, 0, 0])
  expect(callsOf('listPets', 404)).toBeUndefined()
  expect(coverage).toMatchObject({ met: 3, lostCalls: 0 })
  expect(coverage.total).toBe(coverage.answers.length)
})

test('an empty list and a full store are met with the scenario or without', async () => {
  const none = await covered([get('/v1/pets?status=sold'), get('/v1/pets')])
  expect(none.callsOf('listPets', 'empty')).toBe(0)
  const store = testStore({ dataset: 'empty' })
  await store.answer(get('/v1/pets'))
  const { answers } = coverageOf(store.sandbox().journal)
  expect(answers.find(({ scenario }) => scenario === 'empty')).toMatchObject({ operation: 'listPets', calls: 1 })
  const played = await covered([
    get('/v1/pets', 'test_pro', { prefer: 'scenario=empty' }),
    post(dog, 'test_pro', { prefer: 'code=507' }),
  ])
  expect([played.callsOf('listPets', 'empty'), played.callsOf('createPet', 'full-store')]).toEqual([1, 1])
})

test('an answer that was not sent meets its scenario, and no status', async () => {
  const { callsOf } = await covered([get('/v1/pets', 'test_pro', { prefer: 'scenario=reset' })])
  expect([callsOf('listPets', 'reset'), callsOf('listPets', 200)]).toEqual([1, 0])
})

test('as text, it names what was never met', async () => {
  const { coverage } = await covered([get('/v1/pets', null)])
  const text = coverageText(coverage)
  expect(text).toMatch(/^Coverage: 1 of \d+ documented answers and scenarios were met\.\n/)
  expect(text).toMatch(/ {2}listPets: never met 200, 429; never met the scenarios .*empty/)
  expect(text).toMatch(/ {2}createPet: never met 201, 400, 401, 429; /)
  expect(text).toContain('To test listPets 429: POST /_mock/sandboxes/default/scenarios {"scenario":"rate-limited"')
})
