import { expect, test } from 'vitest'
import { get, idsOf, post, testFault, testStore } from '../testing/test-calls.ts'

const wrongBody = '{"name":'

test('every call of a valid key is counted, also one that is answered with an error; a refused key is not', async () => {
  const store = testStore()
  const left = async (call: ReturnType<typeof get>) => (await store.answer(call)).headers['X-RateLimit-Remaining']
  expect(await left(get('/v1/pets', 'test_pro'))).toBe('299')
  expect(await left(post(wrongBody, 'test_pro'))).toBe('298')
  expect(await left(get('/v1/nothing', 'test_pro'))).toBe('297')
  expect(await left(get('/v1/pets', 'wrong'))).toBe('60')
  expect(await left(get('/nothing', 'test_pro'))).toBe('60')
  expect(await left(get('/v1/pets', 'test_pro'))).toBe('296')
})

test('a refused key makes no sandbox; a valid one is answered in its own', async () => {
  const store = testStore()
  await store.answer(get('/v1/pets', 'test_revoked.box'))
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default'])
  await store.answer(post({ name: 'New', categoryId: 1 }, 'test_pro.box'))
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'box'])
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
  await store.answer(get('/v1/pets', 'test_revoked.box'))
  expect(store.sandbox('box').journal.size).toBe(2)
})

test('what a client prefers comes before what the sandbox plays, and neither uses up the other', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  sandbox.play('server-error', { calls: 1 })
  expect((await store.answer(get('/v1/pets', 'test_pro', { prefer: 'scenario=unavailable' }))).status).toBe(503)
  expect((await store.answer(get('/v1/pets', 'test_pro', { prefer: 'delay=5' }))).status).toBe(500)
  expect((await store.answer(get('/v1/pets', 'test_pro'))).status).toBe(200)
  expect(sandbox.journal.entries().map(({ scenario }) => scenario)).toEqual(['unavailable', 'server-error', null])
})

test('a scenario and a fault together: the fault has the last word', async () => {
  const store = testStore({ fault: testFault, scenario: 'empty' })
  expect(await store.answer(get('/v1/pets'))).toMatchObject({ status: 201, body: '[]' })
  expect(store.sandbox().journal.entries()).toMatchObject([{ scenario: 'empty', fault: testFault }])
})

test('outside of the interface no scenario is played and no call is counted', async () => {
  const store = testStore({ scenario: 'server-error', profile: { 'rate-anonymous': 'yes' } })
  expect((await store.answer(get('/nothing', 'test_pro', { prefer: 'code=429, delay=5' }))).status).toBe(404)
  expect((await store.answer(get('/nothing', null))).headers['X-RateLimit-Remaining']).toBe('60')
  expect((await store.answer(get('/v1/pets', null))).headers['X-RateLimit-Remaining']).toBe('59')
})
