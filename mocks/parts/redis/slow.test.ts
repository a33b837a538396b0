import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../entry.ts'
import { type RedisServer, hasRedis, ownRedis } from '../../testing/redis-server.ts'
import { type SlowRedis, slowRedis } from '../../testing/slow-redis.ts'
import { bodyOf, get, post } from '../../testing/test-calls.ts'
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

const rex = { name: 'Rex', categoryId: 1 }

/** An answer, and after how many milliseconds it came. */
async function timed(answer: Promise<Reply>) {
  const startedAt = performance.now()
  const reply = await answer
  return { status: reply.status, took: performance.now() - startedAt, reply }
}

/** Nothing waits longer for a busy machine. */
const patience = 400

/** A replica with these sandboxes, each with an animal. */
async function replicaWith(sandboxes: number, deadline: number) {
  slow.delayMilliseconds = 0
  const { one: store } = openReplicas(slow.url, 1, { onFailure: () => undefined, maxSandboxes: 5000 }, deadline)
  const names = Array.from({ length: sandboxes }, (_, index) => `box-${index}`)
  // Where the machine is busy, one may take longer than its deadline. So few are added at once.
  const add = async (key: string) => {
    while ((await store.answer(post(rex, key))).status !== 201);
  }
  await add('test_pro')
  for (let first = 0; first < sandboxes; first += 10) {
    await Promise.all(names.slice(first, first + 10).map((name) => add(`test_pro.${name}`)))
  }
  return store
}

describe.skipIf(!(await hasRedis()))('over a slow way to Redis', { timeout: 60_000 }, () => {
  test('a call is answered, or refused with 503, within its one deadline', async () => {
    const store = await replicaWith(1, 1000)
    slow.delayMilliseconds = 700
    const calls = Array.from({ length: 12 }, async (_, index) => {
      // Some come while the script of others is under way, and some must first load or make what they need.
      await sleep(index * 100)
      const prefer = index % 3 === 0 ? { prefer: 'scenario=last-request' } : {}
      return timed(
        store.answer(index % 4 === 0 ? get('/v1/pets', `test_pro.new-${index}`) : get('/v1/pets', 'test_pro', prefer)),
      )
    })
    const answers = await Promise.all(calls)
    for (const { took } of answers) expect(took).toBeLessThan(1000 + patience)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const { status, reply } of answers) {
      if (status !== 503) continue
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
    const store = await replicaWith(90, 2000)
    slow.delayMilliseconds = 200
    const list = await timed(askControl(store, 'GET', '/sandboxes'))
    expect(bodyOf(list.reply)).toHaveLength(91)
    expect(list.took).toBeLessThan(4 * 200 + patience)
    const snapshot = await timed(askControl(store, 'PUT', '/sandboxes/box-7/snapshots/before'))
    expect(snapshot.status).toBe(200)
    expect(snapshot.took).toBeLessThan(4 * 200 + patience)
    const reset = await timed(askControl(store, 'POST', '/reset'))
    expect(reset.reply).toMatchObject({ status: 200, body: expect.not.stringContaining('box-') as string })
    expect(reset.took).toBeLessThan(7 * 200 + patience)
  })

  test('the control API says 503 after five times the deadline of a call', async () => {
    const store = await replicaWith(700, 700)
    slow.delayMilliseconds = 300
    const { took, reply } = await timed(askControl(store, 'POST', '/reset'))
    expect(reply.status).toBe(503)
    expect(reply.body).toMatch(/"code":"unavailable".*within 3500 ms/)
    expect(took).toBeLessThan(3500 + patience)
    slow.delayMilliseconds = 0
    await expect.poll(async () => (await askControl(store, 'POST', '/reset')).status).toBe(200)
    expect(bodyOf(await askControl(store, 'GET', '/sandboxes'))).toHaveLength(1)
  })

  test('a wait for a call through the control API may take longer than the deadline', async () => {
    const store = await replicaWith(1, 200)
    const query = 'operation=getPet&after=1&timeoutMilliseconds=20000'
    const waiting = askControl(store, 'GET', `/sandboxes/box-0/journal/wait?${query}`)
    await sleep(1200)
    expect((await store.answer(get('/v1/pets/1', 'test_pro.box-0'))).status).toBe(200)
    expect((await waiting).status).toBe(200)
  })
})
