import { expect, test } from 'vitest'
import { get, testStore } from '../../../mocks/testing/test-calls.ts'
import { watchCoverage } from './coverage-summary.ts'

test('sums up what the calls of all sandboxes met, in text and as JSON', async () => {
  const store = testStore()
  const summaries = [watchCoverage(store, { log: 'text' }), watchCoverage(store, { log: 'json' })]
  await store.answer(get('/v1/pets', 'test_pro.one'))
  await store.answer(get('/v1/pets/9', 'test_pro.two'))
  const [text = '', json = ''] = summaries.map((summary) => summary())
  expect(text).toMatch(/^\nCoverage: 2 of \d+ documented answers and scenarios were met\.\n/)
  expect(text).toMatch(/ {2}getPet: never met 200, 401, 429; never met the scenarios .*\n/)
  expect(JSON.parse(json)).toMatchObject({ event: 'coverage', met: 2, lostCalls: 0 })
})
