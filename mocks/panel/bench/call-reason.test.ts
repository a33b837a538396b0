import { expect, test } from 'vitest'
import { get, testStore } from '../../testing/test-calls.ts'
import { reasonSteps, shortReason } from './call-reason.ts'

// The panel knows the steps by how the journal begins their sentences, so each kind of sentence is made by a call here.
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
  const entry = store.sandbox().journal.entries()[0]
  if (entry === undefined) throw new Error('The call is not in the journal.')
  expect(reasonSteps(entry).map(({ title }) => title)).toEqual(titles)
  expect(shortReason(entry)).toContain(reason)
})

test('a fault is a step of its own', async () => {
  const store = testStore()
  store.sandbox().set({ fault: 'list-answers-201' })
  await store.answer(get('/v1/pets'))
  const steps = store.sandbox().journal.entries().flatMap(reasonSteps)
  expect(steps.map(({ title }) => title)).toEqual(['Key', 'Quota', 'Operation', 'Fault', 'Status'])
})
