import { expect, test } from 'vitest'
import { get, post, testStore } from '../../../testing/test-calls.ts'
import { bestCall, tryNext } from './best-call.ts'

const vitest = (received: string) => `- Expected\n+ Received\n\n- 3\n+ ${received}`

test.each([
  ['another name, which a list had', 'Expected: "Rex"\nReceived: "Rexx"', 7, /as documented/],
  ['a member of an object', vitest('    "name": "Rexx",'), 7, /as documented/],
  ['a name in words of node:assert', "Expected values to be strictly equal:\n\n'Rexx' !== 'Rex'", 7, /as documented/],
  [
    'a list that is too short',
    'expected [ { id: 2, …(3) } ] to have a length of 9 but got 1\n' + vitest('1'),
    6,
    /as doc/,
  ],
  ['what has to do with no call', 'expected 2 to be 3 // Object.is equality\n' + vitest('2'), undefined, /Go through/],
  ['a status', 'expect(received).toBe(expected)\n\nExpected: 200\nReceived: 404', 1, /Add the animal first/],
  ['the status of a refused request', 'Error: Request failed with status code 400', 3, /Mend the request: limit=500/],
  ['a text of a page', 'Received string: "Rexx is gone"', undefined, /Go through/],
  ['a status in a text of a page', 'Received string: "It broke: 404"', 1, /Add the animal first/],
  ['a scenario', 'expected 429 to be 200', 2, /The test played banned/],
  ['a key', vitest('  "status": 401,'), 5, /such as test_pro/],
])('a test that received %s is led to the call that had it', async (_what, failure, number, advice) => {
  const store = testStore()
  await store.answer(get('/v1/pets/7'))
  await store.answer(get('/v1/pets?limit=1', 'test_pro', { prefer: 'scenario=banned' }))
  await store.answer(get('/v1/pets?limit=500'))
  await store.answer(post({ name: 'Rexx', categoryId: 1 }))
  await store.answer(get('/v1/pets', 'wrong'))
  await store.answer(get('/v1/pets?status=sold'))
  await store.answer(get('/v1/pets'))
  const calls = store.sandbox().journal.entries().toReversed()
  const best = bestCall(calls, failure)
  expect(best?.number).toBe(number)
  expect(tryNext(best, calls.length)).toMatch(advice)
})
