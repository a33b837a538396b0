import { expect, test } from 'vitest'
import { get, testStore } from '../testing/test-calls.ts'
import { resultOf, shortReason } from './short-reason.ts'
import { stepTitle } from './step-text.ts'

// What decided is in capitals.
test.each([
  ['test_pro', '', 'Key Quota OPERATION', '3 animals · 299 of 300 left'],
  ['wrong', '', 'KEY', 'no such key'],
  ['test_free_exhausted', '', 'Key QUOTA', 'no request is left in the minute'],
  ['test_banned', '', 'Key QUOTA', 'the key is banned for a while'],
  ['test_pro', 'code=500', 'Key Quota SCENARIO Operation Status', ''],
  ['test_pro', 'example=empty', 'Key Quota EXAMPLE Operation', '0 animals · 299 of 300 left'],
  ['test_pro', 'scenario=hang', 'Key Quota Scenario Operation CONNECTION', 'no answer was sent'],
  ['test_pro', 'scenario=hold', 'Key Quota Scenario Operation CONNECTION', 'the answer was held back'],
])('a call with %s and Prefer "%s" has the steps %s, and in short: %s', async (key, prefer, titles, reason) => {
  const store = testStore()
  await store.answer(get('/v1/pets', key, { prefer }))
  const [entry] = store.sandbox().journal.entries()
  const shown = entry?.steps.map((step) => (step.decided ? stepTitle(step).toUpperCase() : stepTitle(step)))
  expect(shown?.join(' ')).toBe(titles)
  expect(entry && shortReason(entry)).toBe(reason)
})

test('a refusal for the quota says how long to wait', async () => {
  const store = testStore()
  const { headers } = await store.answer(get('/v1/pets', 'test_free_exhausted'))
  const [entry] = store.sandbox().journal.entries()
  const said = entry?.steps.map((step) => resultOf(step, entry))
  expect(said).toEqual([undefined, `wait ${headers['Retry-After']} s (Retry-After)`])
})

test('a parameter that is given more than once is not said to be refused for its value', async () => {
  const store = testStore()
  await store.answer(get('/v1/pets?limit=2&limit=4'))
  await store.answer(get('/v1/pets?limit=500'))
  expect(store.sandbox().journal.entries().map(shortReason)).toEqual([
    'limit is given more than once',
    'limit=500 is refused',
  ])
})
