import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { hasOwnRedis, ownRedis } from '../../../mocks/testing/redis-replicas.ts'
import type { RedisServer } from '../../../mocks/testing/redis-server.ts'

const program = fileURLToPath(new URL('../../animal-store.ts', import.meta.url))
const children: ChildProcess[] = []
let redis: RedisServer | undefined

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await redis?.stop()
})

interface Replica {
  readonly child: ChildProcess
  readonly address: string
  readonly err: () => string
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Replica> {
  const child = spawn(process.execPath, [program, 'mock', '--port', '0', '--quiet', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  await expect.poll(() => out, { timeout: 8000 }).toMatch(/\/v1\n/)
  return { child, address: out.trim(), err: () => err }
}

const headers = { authorization: 'Bearer test_enterprise', 'content-type': 'application/json' }

/** Adds animals one after the other until the replica is gone. @returns the ids that were answered with 201 */
async function createUntilGone({ address }: Replica): Promise<number[]> {
  const ids: number[] = []
  try {
    for (;;) {
      const response = await fetch(`${address}/pets`, {
        method: 'POST',
        headers,
        body: '{"name":"Rex","categoryId":1}',
      })
      if (response.status === 201) ids.push(((await response.json()) as { id: number }).id)
    }
  } catch {
    return ids
  }
}

test.skipIf(!(await hasOwnRedis()))(
  'a replica that is killed under load takes no animal with it, and the other goes on',
  async () => {
    redis = await ownRedis()
    const [killed, other] = await Promise.all([
      start(['--state', redis.url, '--choose', 'enterprise=1000000/1000000'], {}),
      start(['--state', 'redis', '--choose', 'enterprise=1000000/1000000'], { REDIS_URL: redis.url }),
    ])
    expect(killed.err()).toContain('Redis keeps no append-only file')
    const creating = Array.from({ length: 4 }, () => createUntilGone(killed))
    await expect
      .poll(async () => (await (await fetch(`${other.address}/pets?limit=100`, { headers })).json()) as unknown[])
      .toHaveLength(100)
    killed.child.kill('SIGKILL')
    const ids = (await Promise.all(creating)).flat()
    expect(new Set(ids).size).toBe(ids.length)
    const control = other.address.replace('/v1', '/_mock/sandboxes/default')
    const { animals } = (await (await fetch(`${control}/animals?limit=1000`)).json()) as {
      animals: { id: number }[]
    }
    const there = new Set(animals.map(({ id }) => id))
    expect(ids.filter((id) => !there.has(id) && id <= Math.max(...there))).toEqual([])
    const [quota] = (await (await fetch(`${control}/quotas`)).json()) as { minute: { used: number } }[]
    const { total } = (await (await fetch(`${control}/journal/count`)).json()) as { total: number }
    // Each of the four may have had a call on its way that was counted, and not answered any more.
    expect(quota?.minute.used).toBeGreaterThanOrEqual(total)
    expect(quota?.minute.used).toBeLessThanOrEqual(total + 4)
    other.child.kill('SIGTERM')
    await once(other.child, 'exit')
    expect(other.child.exitCode).toBe(0)
  },
  30_000,
)
