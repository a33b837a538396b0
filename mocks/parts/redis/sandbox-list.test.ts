import { createClient } from '@redis/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AnimalStore, AnimalStoreOptions } from '../../entry.ts'
import { hasRedis } from '../../testing/redis-server.ts'
import { bodyOf, get, idsOf, post } from '../../testing/test-calls.ts'
import { askControl, openReplicas, useRedis } from './test-replicas.ts'

const redisUrl = useRedis()

const rex = { name: 'Rex', categoryId: 1 }

/** Two replicas with room for ten sandboxes, and a client that writes where they do. */
async function replicas(options: AnimalStoreOptions = {}) {
  const onFailure = vi.fn<(error: unknown) => void>()
  const given = { maxSandboxes: 10, onFailure, ...options }
  const { one, other, next, prefix } = openReplicas(redisUrl(), 2, given)
  const client = await createClient({ url: redisUrl() }).connect()
  onTestFinished(() => client.destroy())
  return {
    stores: [one, other] as const,
    onFailure,
    client,
    keyOf: (name: string, end: string) => `${prefix}:{${name}}:${end}`,
    list: `${prefix}:sandboxes`,
    answer: (call: Parameters<AnimalStore['answer']>[0]) => next().answer(call),
    ask: (method: string, path: string, body?: unknown) => askControl(next(), method, path, body),
  }
}

type Replicas = Awaited<ReturnType<typeof replicas>>

/** Calls with so many new names, some at once. @returns how often each status was answered */
async function flood({ answer }: Replicas, count: number, body?: unknown): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < count; index += 5) {
    const calls = Array.from({ length: 5 }, (_, each) => {
      const headers = { 'x-mock-sandbox': `flood-${index + each}` }
      return answer(body === undefined ? get('/v1/pets', 'test_free', headers) : post(body, 'test_free', headers))
    })
    for (const { status } of await Promise.all(calls)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

async function namesIn({ ask }: Replicas): Promise<string[]> {
  return (bodyOf(await ask('GET', '/sandboxes')) as { name: string }[]).map(({ name }) => name)
}

const mine = '/sandboxes/mine'

/** What keeps a sandbox, whose start has the scenario not-found. */
const held: Readonly<Record<string, (of: Replicas) => Promise<unknown>>> = {
  'an own animal': ({ answer }) => answer(post(rex, 'test_pro.mine')),
  'a snapshot': ({ ask }) => ask('PUT', `${mine}/snapshots/before`),
  'a choice': ({ ask }) => ask('PATCH', `${mine}/settings`, { profile: { 'list-order': 'newest-first' } }),
  'an own key': ({ answer }) => answer(get('/v1/pets', 'my_key')),
}

describe.skipIf(!(await hasRedis()))('the list of sandboxes', { timeout: 30_000 }, () => {
  test.each(Object.entries(held))('keeps a sandbox with %s, whatever names come', async (what, hold) => {
    const made = await replicas({
      scenario: { scenario: 'not-found', operation: 'getPet' },
      keys: what === 'an own key' ? { my_key: { plan: 'pro', sandbox: 'mine' } } : {},
    })
    await hold(made)
    const before = bodyOf(await made.ask('GET', `${mine}/animals`))
    expect(await flood(made, 30)).toEqual({ 200: 30 })
    // As if the list did not know yet.
    await made.client.zAdd(made.list, { score: 1, value: 'mine' })
    expect(await flood(made, 30)).toEqual({ 200: 30 })
    expect(await namesIn(made)).toContain('mine')
    expect(await made.client.zCard(made.list)).toBe(9)
    expect(bodyOf(await made.ask('GET', `${mine}/animals`))).toEqual(before)
    expect(bodyOf(await made.ask('GET', `${mine}/journal/count`))).toHaveProperty('total')
  })

  test('refuses a new name where each holds an animal, until one is reset, deleted or idle for too long', async () => {
    const made = await replicas({ maxSandboxes: 4, idleMilliseconds: 3000 })
    const add = async (name: string) => (await made.answer(post(rex, `test_pro.${name}`))).status
    expect([await add('a'), await add('b'), await add('c'), await add('d')]).toEqual([201, 201, 201, 503])
    const refused = await made.answer(get('/v1/pets', 'test_pro.d'))
    expect(refused.body).toMatch(/"code":"unavailable".*there may be 4, and each/)
    expect(refused.headers).toHaveProperty('X-RateLimit-Reset')
    expect((await made.ask('POST', '/sandboxes', { name: 'd' })).status).toBe(503)
    expect((await made.ask('POST', '/sandboxes/b/reset')).status).toBe(200)
    expect([await add('d'), await add('e')]).toEqual([201, 503])
    expect((await made.ask('DELETE', '/sandboxes/c')).status).toBe(204)
    expect([await add('e'), await add('f')]).toEqual([201, 503])
    expect(await namesIn(made)).toEqual(['default', 'a', 'd', 'e'])
    await expect.poll(() => add('f'), { timeout: 8000, interval: 200 }).toBe(201)
  })

  test('sandboxes that were idle for too long make room before those in use', async () => {
    const made = await replicas({ maxSandboxes: 4, idleMilliseconds: 2000 })
    for (const name of ['a', 'b']) await made.answer(post(rex, `test_pro.${name}`))
    const isGone = async () => (await made.client.exists(['a', 'b'].map((name) => made.keyOf(name, 'h')))) === 0
    await expect.poll(isGone, { timeout: 8000 }).toBe(true)
    for (const name of ['c', 'd', 'e']) await made.answer(get('/v1/pets', `test_pro.${name}`))
    expect(await namesIn(made)).toEqual(['default', 'c', 'd', 'e'])
  })

  test('a copy is dropped soon after its sandbox expires, or another replica removes it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const made = await replicas({ totalBytes: 300 })
    const [one, other] = made.stores
    const add = async (store: AnimalStore, name: string) => (await store.answer(post(rex, `test_pro.${name}`))).status
    const untilRoom = async (name: string) => {
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => add(one, name)).toBe(201)
    }
    expect([await add(one, 'a'), await add(one, 'b')]).toEqual([201, 507])
    expect((await askControl(other, 'DELETE', '/sandboxes/a')).status).toBe(204)
    await untilRoom('b')
    expect((await askControl(one, 'DELETE', '/sandboxes/b')).status).toBe(204)
    expect([await add(one, 'c'), await add(one, 'd')]).toEqual([201, 507])
    for (const end of ['h', 'q', 'r', 'j']) await made.client.pExpire(made.keyOf('c', end), 1)
    await expect.poll(() => made.client.exists(made.keyOf('c', 'h'))).toBe(0)
    await untilRoom('d')
  })

  test('watching the calls of a sandbox that is gone does not make it again, and shows calls to come', async () => {
    const made = await replicas()
    const [one, other] = made.stores
    await one.answer(get('/v1/pets', 'test_pro.mine'))
    const heard: number[] = []
    onTestFinished(one.subscribe(({ reply }) => void heard.push(reply.status), 'mine'))
    await other.answer(get('/v1/pets/1', 'test_pro.mine'))
    await expect.poll(() => heard).toContain(200)
    await askControl(other, 'DELETE', '/sandboxes/mine')
    // As if the calls of before were told only now: the first time, the replica still has its copy.
    for (let told = 0; told < 2; told++) {
      await made.client.publish(made.keyOf('mine', 'h'), '')
      for (let call = 0; call < 5; call++) await one.answer(get('/v1/pets'))
    }
    expect(await made.client.exists(made.keyOf('mine', 'h'))).toBe(0)
    await other.answer(get('/v1/pets/999', 'test_pro.mine'))
    await expect.poll(() => heard).toContain(404)
  })

  test.each([Number.POSITIVE_INFINITY, 60_000.5])(
    'sandboxes may stay for %d ms without a call',
    async (idleMilliseconds) => {
      const made = await replicas({ maxSandboxes: 2, idleMilliseconds })
      for (const name of ['a', 'b']) expect((await made.answer(get('/v1/pets', `test_pro.${name}`))).status).toBe(200)
      expect(await namesIn(made)).toEqual(['default', 'b'])
    },
  )

  test('a sandbox that cannot be read harms no other, and a reset removes it', async () => {
    const made = await replicas({ maxSandboxes: 4 })
    for (const key of ['test_pro', 'test_pro.good', 'test_pro.bad']) await made.answer(get('/v1/pets', key))
    const { client, keyOf, list } = made
    await client.hSet(keyOf('bad', 'h'), { version: '00000000-1', settings: '{"no' })
    for (const name of ['not a name', '', '}{', 'default']) await client.zAdd(list, { score: 3, value: name })
    expect((await made.ask('GET', '/sandboxes/bad')).status).toBe(500)
    expect((await made.answer(get('/v1/pets', 'test_pro.bad'))).status).toBe(500)
    expect(await namesIn(made)).toEqual(['default', 'good'])
    expect(String(made.onFailure.mock.lastCall)).toContain('the sandbox bad')
    for (const name of ['a', 'b', 'c'])
      expect((await made.answer(get('/v1/pets', `test_pro.${name}`))).status).toBe(200)
    expect((await made.ask('POST', '/reset')).status).toBe(200)
    expect(idsOf(await made.answer(get('/v1/pets', 'test_pro.bad')))).toEqual([1, 2, 3])
    expect(await namesIn(made)).toEqual(['default', 'bad'])
  })
})
