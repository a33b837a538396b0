import { expect, test } from 'vitest'
import { createControl } from '../control/index.ts'
import { controlCall } from '../control/test-control.ts'
import { type AnimalStore, type AnimalStoreOptions } from '../entry.ts'
import { bodyOf, get, post, testFault, testInstant, testStore } from '../testing/test-calls.ts'

const rex = { name: 'Rex', categoryId: 1 }

function namedBy(name: string) {
  return { 'x-mock-sandbox': name }
}

/** Calls with so many new names, as any page can send them. @returns how often each status was answered */
async function flood(store: AnimalStore, count: number, body?: unknown): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const headers = namedBy(`flood-${index}`)
    const call = body === undefined ? get('/v1/pets', 'test_free', headers) : post(body, 'test_free', headers)
    const { status } = await store.answer(call)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

function smallStore(options: AnimalStoreOptions = {}): AnimalStore {
  return testStore({ maxSandboxes: 10, onFailure: () => undefined, ...options })
}

/** What keeps a sandbox, whose start has the scenario not-found. */
const held: Readonly<Record<string, (store: AnimalStore) => unknown>> = {
  'an own animal': (store) => store.answer(post(rex, 'test_pro.mine')),
  'an animal of its dataset less': async (store) => (await store.sandbox('mine').animals).remove(2),
  'other animals': (store) =>
    store.sandbox('mine').collections.replace('Pet', { own: [], hidden: [0], nextId: 4, nextPosition: 3 }),
  'a snapshot': (store) => store.sandbox('mine').snapshot('before'),
  'a choice': (store) => store.sandbox('mine').set({ profile: { 'list-order': 'newest-first' } }),
  'a scenario': (store) => store.sandbox('mine').play('slow'),
  'a scenario of the start less': (store) => store.sandbox('mine').stop('not-found'),
  'a fault': (store) => store.sandbox('mine').set({ fault: testFault }),
  'a clock that was set': (store) => store.sandbox('mine').clock.advance(1000),
  'another seed': (store) => {
    const mine = store.sandbox('mine')
    mine.replaceSettings({ ...mine.settings, seed: 7 })
  },
  'an own key': (store) => {
    store.keys.add('my_key', { plan: 'pro', sandbox: 'mine' })
    store.sandbox('mine')
  },
}

test.each(Object.entries(held))('a sandbox with %s is not deleted for new names', async (_what, hold) => {
  const store = smallStore({ scenario: { scenario: 'not-found', operation: 'getPet' } })
  await hold(store)
  const mine = store.sandbox('mine')
  expect(await flood(store, 30)).toEqual({ 200: 30 })
  expect(store.sandboxes).toContain(mine)
  expect(store.sandboxes).toHaveLength(10)
})

test('a new name replaces the sandbox that was idle longest and holds nothing', async () => {
  const store = smallStore({ maxSandboxes: 4 })
  const call = (name: string) => store.answer(get('/v1/pets', `test_pro.${name}`))
  await store.answer(post(rex, 'test_pro.mine'))
  for (const name of ['a', 'b', 'a', 'c', 'd', 'mine', 'e']) await call(name)
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'mine', 'd', 'e'])
})

test('if each sandbox holds an animal, a new name is refused, and the others still answer', async () => {
  const store = smallStore()
  await store.answer(post({ ...rex, name: 'Mine' }, 'test_pro.mine'))
  expect(await flood(store, 30, rex)).toEqual({ 201: 8, 503: 22 })
  const refused = await store.answer(get('/v1/pets', 'test_free', namedBy('another')))
  expect(bodyOf(refused)).toEqual({
    code: 'unavailable',
    message: expect.stringMatching(
      /^Cannot make the sandbox another: there may be 10, .* Delete some .* after 60 minutes\.$/,
    ) as string,
    status: 503,
  })
  for (const name of ['Limit', 'Remaining', 'Reset']) expect(refused.headers).toHaveProperty(`X-RateLimit-${name}`)
  expect((await store.answer(get('/v1/pets'))).status).toBe(200)
  expect(String((await store.answer(get('/v1/pets', 'test_pro.mine'))).body)).toContain('Mine')
  expect(() => store.sandbox('another')).toThrow('Cannot make the sandbox another')
})

test('a refused name is accepted once another sandbox is reset, deleted or idle for too long', async () => {
  let now = testInstant
  const store = smallStore({ maxSandboxes: 4, idleMilliseconds: 60_000, realNow: () => now })
  const control = createControl(store)
  const ask = (method: string, path: string) => control.answer(controlCall(method, `/sandboxes${path}`))
  const add = async (name: string) => (await store.answer(post(rex, `test_pro.${name}`))).status
  expect([await add('a'), await add('b'), await add('c'), await add('d')]).toEqual([201, 201, 201, 503])
  const unavailable = expect.stringContaining('"unavailable"') as string
  expect(await ask('POST', '/d/reset')).toMatchObject({ status: 503, body: unavailable })
  const [, a] = store.sandboxes
  await a?.reset()
  expect([await add('d'), await add('e')]).toEqual([201, 503])
  expect((await ask('POST', '/b/reset')).status).toBe(200)
  expect([await add('d'), await add('e'), await add('f')]).toEqual([201, 201, 503])
  expect((await ask('DELETE', '/c')).status).toBe(204)
  expect([await add('f'), await add('g')]).toEqual([201, 503])
  now += 30_000
  expect([await add('d'), await add('g')]).toEqual([201, 503])
  now += 30_000
  expect([await add('g'), await add('h'), await add('i')]).toEqual([201, 201, 503])
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'd', 'g', 'h'])
})
