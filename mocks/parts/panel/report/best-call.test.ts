import { expect, test } from 'vitest'
import { get, testStore } from '../../../testing/test-calls.ts'
import { bestCall, tryNext } from './best-call.ts'

test.each([
  ['Expected: 200\nReceived: 404', '/v1/pets/7', /Add the animal first/],
  ['expected no banned key', '/v1/pets?limit=1', /test_pro\.NAME/],
  ['limit of 500', '/v1/pets?limit=500', /Mend the request: limit=500 is refused/],
  ['The shop shows Rex', '/v1/pets?limit=4', /such as test_pro/],
])('a failure that says %j leads to %s', async (failure, target, advice) => {
  const store = testStore()
  await store.answer(get('/v1/pets/7'))
  await store.answer(get('/v1/pets?limit=1', 'test_pro', { prefer: 'scenario=banned' }))
  await store.answer(get('/v1/pets?limit=500'))
  await store.answer(get('/v1/pets?limit=3'))
  await store.answer(get('/v1/pets?limit=4', 'wrong'))
  const best = bestCall(store.sandbox().journal.entries().toReversed(), failure)
  expect(best?.target).toBe(target)
  expect(tryNext(best)).toMatch(best?.scenario == null ? advice : /The test played banned/)
})
