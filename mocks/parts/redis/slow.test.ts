import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RedisServer, hasRedis, ownRedis } from '../../testing/redis-server.ts'
import { bodyOf, get, post } from '../../testing/test-calls.ts'
import { type SlowRedis, slowRedis } from './slow-redis.ts'
import { askControl, openReplicas } from './test-replicas.ts'

let redis: RedisServer
let slow: SlowRedis
beforeAll(async () => {
  if (!(await hasRedis())) return
  redis = await ownRedis()
  slow = await slowRedis(redis.url)
}, 120_000)
afterAll(async () => {
  await slow?.close()
  await redis?.stop()
})

/** A replica with these sandboxes. */
async function replicaWith(sandboxes: readonly string[], deadline: number) {
  slow.delayMilliseconds = 0
  const { one: store } = openReplicas(slow.url, 1, { onFailure: () => undefined }, deadline)
  // Where the machine is busy, a call may take longer than its deadline.
  for (const name of sandboxes) {
    await expect.poll(async () => (await store.answer(get('/v1/pets', `test_pro.${name}`))).status).toBe(200)
  }
  return store
}

describe.skipIf(!(await hasRedis()))('over a slow way to Redis', { timeout: 60_000 }, () => {
  test('a call is refused with 503 once all that it needs takes longer than its one deadline', async () => {
    const store = await replicaWith(['box'], 1000)
    // Shorter than the deadline, and no call needs one way alone.
    slow.delayMilliseconds = 600
    const replies = await Promise.all([
      store.answer(get('/v1/pets', 'test_pro.box')),
      store.answer(get('/v1/pets', 'test_pro.new')),
      store.answer(post({ name: 'Rex', categoryId: 1 }, 'test_pro.box')),
      store.answer(get('/v1/pets', 'test_pro.box', { prefer: 'scenario=last-request' })),
    ])
    for (const reply of replies) {
      expect(bodyOf(reply)).toEqual({
        code: 'unavailable',
        message: 'The state that the replicas share is not available: no answer came within 1000 ms.',
        status: 503,
      })
      for (const name of ['Content-Type', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
        expect(reply.headers).toHaveProperty(name)
    }
  })

  test('a reset, a list and a snapshot take a few ways to Redis, however many sandboxes there are', async () => {
    const names = Array.from({ length: 90 }, (_, index) => `box-${index}`)
    const store = await replicaWith(names, 10_000)
    slow.delayMilliseconds = 100
    const waysOf = async (method: string, path: string) => {
      slow.ways = 0
      const reply = await askControl(store, method, path)
      expect(reply.status).toBe(200)
      return { ways: slow.ways, body: bodyOf(reply) }
    }
    const list = await waysOf('GET', '/sandboxes')
    expect(list.body).toHaveLength(91)
    const snapshot = await waysOf('PUT', '/sandboxes/box-7/snapshots/before')
    const reset = await waysOf('POST', '/reset')
    expect(JSON.stringify(reset.body)).not.toContain('box-')
    for (const { ways } of [list, snapshot, reset]) expect(ways).toBeLessThan(8)
  })

  test('work of the control API ends after five deadlines, and waiting for a call goes on', async () => {
    const store = await replicaWith(['box'], 400)
    const query = 'operation=getPet&after=1&timeoutMilliseconds=20000'
    const waiting = askControl(store, 'GET', `/sandboxes/box/journal/wait?${query}`)
    const { promise, resolve } = Promise.withResolvers<void>()
    const working = store.within?.({ sandbox: 'box', use: 'change' }, () => promise)
    await expect(working).rejects.toThrow('no answer came within 2000 ms')
    resolve()
    await expect.poll(async () => (await store.answer(get('/v1/pets/1', 'test_pro.box'))).status).toBe(200)
    expect((await waiting).status).toBe(200)
  })
})
