import { expect, test } from 'vitest'
import { get, testStore } from '../../testing/test-calls.ts'
import { shortReason, stepTitle } from './call-reason.ts'

test.each([
  ['an ordinary call', 'test_pro', {}, ['Key', 'Quota', 'Operation'], '3 animals · 299 of 300 left'],
  ['a key that is refused', 'wrong', {}, ['Key', 'Quota', 'Operation'], 'no such key'],
  ['a minute that is used up', 'test_free_exhausted', {}, ['Key', 'Quota', 'Operation'], 'no request is left'],
  ['a banned key', 'test_banned', {}, ['Key', 'Quota', 'Operation'], 'the key is banned'],
  ['a scenario', 'test_pro', { prefer: 'code=500' }, ['Key', 'Quota', 'Scenario', 'Operation', 'Status'], ''],
  ['an example', 'test_pro', { prefer: 'example=empty' }, ['Key', 'Quota', 'Example', 'Operation'], '0 animals'],
  [
    'no answer',
    'test_pro',
    { prefer: 'scenario=hang' },
    ['Key', 'Quota', 'Scenario', 'Operation', 'Connection'],
    'no answer',
  ],
  [
    'an answer that is held back',
    'test_pro',
    { prefer: 'scenario=hold' },
    ['Key', 'Quota', 'Scenario', 'Operation', 'Connection'],
    'held back',
  ],
])('of %s each step has its title', async (_what, key, headers, titles, reason) => {
  const store = testStore()
  await store.answer(get('/v1/pets', key, headers))
  const [entry] = store.sandbox().journal.entries()
  expect(entry?.steps.map(stepTitle)).toEqual(titles)
  expect(entry && shortReason(entry)).toContain(reason)
})
