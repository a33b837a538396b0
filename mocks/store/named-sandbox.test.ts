import { expect, test } from 'vitest'
import { bodyOf, get, post, testStore } from '../testing/test-calls.ts'

test.each([
  [{ 'x-mock-sandbox': 'checkout' }, 'X-Mock-Sandbox'],
  [{ 'x-mock-sandbox': ' checkout ' }, 'X-Mock-Sandbox'],
  [{ 'x-mock-sandbox': 'checkout', baggage: 'mock-sandbox=other' }, 'X-Mock-Sandbox'],
  [{ baggage: 'mock-sandbox=checkout' }, 'baggage'],
  [{ baggage: 'userId=alice, mock-sandbox = checkout;ttl=1,isProduction=false' }, 'baggage'],
] as const)('a valid key with %j is in that sandbox, and the journal says why', async (headers, by) => {
  const store = testStore()
  const added = await store.answer(post({ name: 'Only here', categoryId: 1 }, 'test_pro', headers))
  expect(added.status).toBe(201)
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'checkout'])
  const { id } = bodyOf(added) as { id: number }
  expect((await store.answer(get(`/v1/pets/${id}`, 'test_pro.checkout'))).status).toBe(200)
  expect((await store.answer(get(`/v1/pets/${id}`))).status).toBe(404)
  const [entry] = store.sandbox('checkout').journal.entries()
  expect(entry?.reason[0]).toBe(`Key test_pro: pro plan, sandbox checkout as ${by} names it (section 5).`)
})

test('each of them counts on its own, and takes the scenario of its sandbox', async () => {
  const store = testStore()
  store.sandbox('a').play('rate-limited', { calls: 1 })
  const statuses: number[] = []
  for (const name of ['a', 'b', 'a'])
    statuses.push((await store.answer(get('/v1/pets', 'test_free', { 'x-mock-sandbox': name }))).status)
  expect(statuses).toEqual([429, 200, 200])
  const other = await store.answer(get('/v1/pets', 'test_free', { 'x-mock-sandbox': 'c' }))
  expect(other.headers['X-RateLimit-Remaining']).toBe('59')
})

test.each([
  { 'x-mock-sandbox': 'No such_name' },
  { 'x-mock-sandbox': '' },
  { 'x-mock-sandbox': 'a'.repeat(65) },
  { baggage: 'mock-sandbox=%2e' },
])('%j is refused in the sandbox of the key, and makes none', async (headers) => {
  const store = testStore()
  const reply = await store.answer(get('/v1/pets', 'test_pro', headers))
  expect(bodyOf(reply)).toMatchObject({ status: 400, code: 'invalid_sandbox' })
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default'])
})

test('without a valid key no sandbox is made, and other baggage is left alone', async () => {
  const store = testStore()
  expect((await store.answer(get('/v1/pets', 'nonsense', { 'x-mock-sandbox': 'checkout' }))).status).toBe(401)
  expect((await store.answer(get('/v1/pets', 'test_pro', { baggage: 'a-mock-sandbox=x,k=v' }))).status).toBe(200)
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default'])
})
