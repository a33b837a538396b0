import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasRedis, ownRedis } from '../../../mocks/testing/redis-server.ts'
import { printed } from '../../testing/printed.ts'
import { addressOf, startCommand, program } from '../../testing/program.ts'

async function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  const replica = startCommand(['mock', '--port', '0', '--quiet', ...args], env)
  return { ...replica, address: await addressOf(replica) }
}

/** A Redis of the test that runs. */
async function redisOfTest(): Promise<string> {
  const { url, stop } = await ownRedis()
  onTestFinished(() => stop())
  return url
}

const headers = { authorization: 'Bearer test_enterprise', 'content-type': 'application/json' }

/** Adds animals one after the other until the replica is gone. @returns the ids that were answered with 201 */
async function createUntilGone(address: string): Promise<number[]> {
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

test.skipIf(!(await hasRedis()))(
  'a replica that is killed under load takes no animal with it, and the other goes on',
  async () => {
    const url = await redisOfTest()
    const [killed, other] = await Promise.all([
      start(['--state', url, '--choose', 'enterprise=1000000/1000000'], {}),
      start(['--state', 'redis', '--choose', 'enterprise=1000000/1000000'], { REDIS_URL: url }),
    ])
    const creating = Array.from({ length: 4 }, () => createUntilGone(killed.address))
    await expect
      .poll(async () => (await (await fetch(`${other.address}/pets?limit=100`, { headers })).json()) as unknown[])
      .toHaveLength(100)
    void killed.stop('SIGKILL')
    const ids = (await Promise.all(creating)).flat()
    expect(new Set(ids).size).toBe(ids.length)
    const control = other.address.replace('/v1', '/_mock/sandboxes/default')
    const { animals } = (await (await fetch(`${control}/animals?limit=1000`)).json()) as {
      animals: { id: number }[]
    }
    const there = new Set(animals.map(({ id }) => id))
    expect(ids.filter((id) => !there.has(id) && id <= Math.max(...there))).toEqual([])
    const [quota] = (await (await fetch(`${control}/quotas`)).json()) as { day: { used: number } }[]
    const { total } = (await (await fetch(`${control}/journal/count`)).json()) as { total: number }
    // Each call that was answered has its entry. One that was cut off may have been counted alone.
    expect(total).toBeGreaterThanOrEqual(ids.length)
    expect(quota?.day.used).toBeGreaterThanOrEqual(total)
    expect(await other.stop()).toEqual([0, null])
  },
  30_000,
)

test.each([
  ['--state', 'redis://:an@secret@127.0.0.1:1/0', 'redis://127.0.0.1:1/0', 'ECONNREFUSED'],
  ['REDIS_URL', 'redis://:secret@no-such-host.invalid', 'redis://no-such-host.invalid', 'no-such-host.invalid'],
])('a Redis that cannot be reached is named with its address, by %s', async (source, url, shown, why) => {
  vi.stubEnv('REDIS_URL', url)
  const { code, err } = await printed('mock', '--port', '0', '--state', source === '--state' ? url : 'redis')
  expect(code).toBe(1)
  expect(err).toContain(`Cannot keep the state at ${shown}, the address of ${source}.`)
  expect(err).toContain(why)
  expect(err).toContain('correct the address')
  expect(err).not.toContain('secret')
})

const page = readFileSync(new URL('../../../docs/replicas.md', import.meta.url), 'utf8')

/** The block of the page that has this name. */
function blockOf(name: string): string {
  return new RegExp(`^\`\`\`\\w+ ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''
}

test.skipIf(!(await hasRedis()))(
  'the program of the page runs',
  async () => {
    const file = new URL('replicas-page.ts', import.meta.url)
    const text = blockOf('server.ts')
      .replace("'animal-store-kit'", "'../../../mocks/entry.ts'")
      .replace("'animal-store-kit/redis'", "'../../../mocks/parts/redis/index.ts'")
      .replace('redis://localhost:6379/0', await redisOfTest())
    writeFileSync(file, text)
    onTestFinished(() => rmSync(file))
    const { ended, out } = program([fileURLToPath(file)])
    expect([await ended, out()]).toEqual([[0, null], '200\n'])
  },
  30_000,
)
