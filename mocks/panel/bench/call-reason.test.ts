import { expect, test } from 'vitest'
import { stepTitle } from '../../journal/step-text.ts'
import { get, testStore } from '../../testing/test-calls.ts'
import { shortReason } from './call-reason.ts'

test.each([
  ['test_pro', '', 'Key Quota Operation', '3 animals · 299 of 300 left'],
  ['wrong', '', 'Key Quota Operation', 'no such key'],
  ['test_free_exhausted', '', 'Key Quota Operation', 'no request is left in the minute'],
  ['test_banned', '', 'Key Quota Operation', 'the key is banned for a while'],
  ['test_pro', 'code=500', 'Key Quota Scenario Operation Status', ''],
  ['test_pro', 'example=empty', 'Key Quota Example Operation', '0 animals · 299 of 300 left'],
  ['test_pro', 'scenario=hang', 'Key Quota Scenario Operation Connection', 'no answer was sent'],
  ['test_pro', 'scenario=hold', 'Key Quota Scenario Operation Connection', 'the answer was held back'],
])('a call with %s and Prefer "%s" has the steps %s, and in short: %s', async (key, prefer, titles, reason) => {
  const store = testStore()
  await store.answer(get('/v1/pets', key, { prefer }))
  const [entry] = store.sandbox().journal.entries()
  expect(entry?.steps.map(stepTitle).join(' ')).toBe(titles)
  expect(entry && shortReason(entry)).toBe(reason)
})
