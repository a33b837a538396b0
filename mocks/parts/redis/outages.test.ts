import { createClient } from '@redis/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Reply } from '../../entry.ts'
import { type RedisServer, hasRedis, ownRedis } from '../../testing/redis-server.ts'
import { bodyOf, get, post } from '../../testing/test-calls.ts'
import { openReplicas } from './test-replicas.ts'

async function command(url: string, ...words: string[]): Promise<void> {
  const client = createClient({ url })
  client.on('error', () => undefined)
  await client.connect()
  await client.sendCommand(words)
  await client.close()
}

/** In milliseconds; short, because a Redis that stands still is waited for. */
const deadline = 700

const rex = { name: 'Rex', categoryId: 1 }

function expectUnavailable(reply: Reply): void {
  expect(reply.status).toBe(503)
  expect(bodyOf(reply)).toMatchObject({ code: 'unavailable', status: 503 })
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Content-Type']) {
    expect(reply.headers).toHaveProperty(name)
  }
}

interface Outage {
  readonly fail: (server: RedisServer) => Promise<void>
  readonly mend: (server: RedisServer) => Promise<void>
  readonly reason: string
}

const failing: Readonly<Record<string, Outage>> = {
  'stands still': {
    fail: async ({ process: child }) => void child.kill('SIGSTOP'),
    mend: async ({ process: child }) => void child.kill('SIGCONT'),
    reason: 'no answer came within',
  },
  'is full': {
    fail: ({ url }) => command(url, 'CONFIG', 'SET', 'maxmemory', '1'),
    mend: ({ url }) => command(url, 'CONFIG', 'SET', 'maxmemory', '0'),
    reason: 'OOM',
  },
  'takes no writes': {
    fail: ({ url }) => command(url, 'REPLICAOF', '127.0.0.1', '1'),
    mend: ({ url }) => command(url, 'REPLICAOF', 'NO', 'ONE'),
    reason: 'READONLY|MASTERDOWN',
  },
  'wants another password': {
    fail: async ({ url }) => {
      await command(url, 'CONFIG', 'SET', 'requirepass', 'other')
      await command(url.replace('//', '//:other@'), 'CLIENT', 'KILL', 'TYPE', 'normal')
    },
    mend: ({ url }) => command(url.replace('//', '//:other@'), 'CONFIG', 'SET', 'requirepass', ''),
    reason: 'NOAUTH',
  },
}

describe.skipIf(!(await hasRedis()))('a Redis that', { timeout: 30_000 }, () => {
  test.each(Object.entries(failing))(
    '%s is answered with 503 in time, and goes on by itself',
    async (_what, { fail, mend, reason }) => {
      const server = await ownRedis()
      onTestFinished(server.stop)
      const onFailure = vi.fn<(error: unknown) => void>()
      const { next } = openReplicas(server.url, 2, { onFailure }, deadline)
      await expect.poll(async () => (await next().answer(post(rex))).status).toBe(201)
      await fail(server)
      const startedAt = performance.now()
      const replies = await Promise.all(Array.from({ length: 20 }, () => next().answer(post(rex))))
      expect(performance.now() - startedAt).toBeLessThan(4000)
      replies.forEach(expectUnavailable)
      const reasons = async () => {
        await next().answer(get('/v1/pets'))
        return onFailure.mock.calls.map(String).join()
      }
      await expect.poll(reasons).toMatch(new RegExp(reason))
      await mend(server)
      await expect.poll(async () => (await next().answer(post(rex))).status, { timeout: 8000 }).toBe(201)
    },
  )

  test('ends and comes back empty begins anew, and the animals of before are gone everywhere', async () => {
    let redis = await ownRedis()
    onTestFinished(() => redis.stop())
    const { stores, next } = openReplicas(redis.url, 2, { onFailure: () => undefined }, deadline)
    for (const store of stores) await expect.poll(async () => (await store.answer(post(rex))).status).toBe(201)
    await redis.stop()
    expectUnavailable(await next().answer(get('/v1/pets')))
    expectUnavailable(await next().answer(get('/v1/pets/1', null)))
    redis = await ownRedis(Number(new URL(redis.url).port))
    for (const store of stores) {
      await expect.poll(async () => (await store.answer(get('/v1/pets/4'))).status, { timeout: 8000 }).toBe(404)
    }
    expect(bodyOf(await next().answer(post(rex)))).toMatchObject({ id: 4 })
  })
})
