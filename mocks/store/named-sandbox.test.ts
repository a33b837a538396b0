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

// What the call sends, and the status and code that it gets where sandboxes are strict.
test.each([
  ['test_pro', {}, [400, 'no_sandbox'], 'The call names no sandbox, and this mock asks for one.'],
  ['own-key-1', { baggage: 'k=v' }, [400, 'no_sandbox'], 'Key own-…: pro plan, sandbox default (section 5).'],
  ['test_pro', { 'x-mock-sandbox': '' }, [400, 'invalid_sandbox'], 'Operation listPets (section 4.1).'],
  [null, {}, [401, 'unauthorized'], 'No valid key: no Authorization header (section 5).'],
  ['test_free_exhausted', {}, [429, 'rate_limit_exceeded'], 'No request is left in the minute (section 8).'],
  ['test_pro.default', {}, [200, undefined], 'Key test_pro.default: pro plan, sandbox default (section 5).'],
  ['test_pro', { 'x-mock-sandbox': 'default' }, [200, undefined], 'Operation listPets (section 4.1).'],
  ['test_pro', { baggage: 'mock-sandbox=shop' }, [200, undefined], 'Operation listPets (section 4.1).'],
  ['own-key-2', {}, [200, undefined], 'Key own-…: pro plan, sandbox shop (section 5).'],
] as const)('where sandboxes are strict, %j with %j gets %j', async (key, headers, [status, code], sentence) => {
  const keys = { 'own-key-1': 'pro', 'own-key-2': { plan: 'pro', sandbox: 'shop' } } as const
  const store = testStore({ strictSandboxes: true, keys })
  const reply = await store.answer(get('/v1/pets', key, headers))
  expect([reply.status, Object(bodyOf(reply)).code]).toEqual([status, code])
  const [entry] = store.sandboxes.flatMap(({ journal }) => journal.entries())
  expect(entry?.reason).toContain(sentence)
  if (code === 'no_sandbox')
    expect(bodyOf(reply)).toHaveProperty('message', expect.stringMatching(/test_pro\.NAME.*X-Mock-Sandbox.*baggage/))
  expect((await store.answer(get('/nothing', key))).status).toBe(404)
})
