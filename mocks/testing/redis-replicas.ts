import { randomUUID } from 'node:crypto'
import { type AnimalStore, type AnimalStoreOptions } from '../index.ts'
import { type RedisState, redisState } from '../redis/index.ts'
import { type RedisServer, findRedis, startRedis } from './redis-server.ts'
import { testStore } from './test-calls.ts'

/** Whether there is a Redis for tests. Where `CI=true` there must be one. */
export async function hasRedis(): Promise<boolean> {
  return (process.env['REDIS_URL'] ?? '') !== '' || hasOwnRedis()
}

/** Whether there is a Redis that a test can start and stop. Where `CI=true` there must be one. */
export async function hasOwnRedis(): Promise<boolean> {
  if ((await findRedis()) !== undefined) return true
  const message = 'There is no Redis to start: put redis-server or valkey-server on the PATH.'
  if (process.env['CI'] === 'true') throw new Error(message)
  console.error(`${message} The tests that need one are skipped.`)
  return false
}

/** The Redis of REDIS_URL, or one of this test's own with these options. */
export async function openRedis(options: readonly string[] = []): Promise<Pick<RedisServer, 'url' | 'stop'>> {
  const url = process.env['REDIS_URL'] ?? ''
  if (url !== '' && options.length === 0) return { url, stop: async () => undefined }
  return ownRedis(options)
}

/** A Redis of this test's own, which it may stop. */
export async function ownRedis(options: readonly string[] = [], port?: number): Promise<RedisServer> {
  const program = await findRedis()
  if (program === undefined) throw new Error('There is no Redis that this test could start.')
  return startRedis(program, options, port)
}

/** Replicas of one mock, in this process, and how to stop them. */
export function testReplicas(
  url: string,
  count: number,
  options: AnimalStoreOptions = {},
  deadlineMilliseconds = 10_000,
) {
  const prefix = `test-${randomUUID()}`
  const states: readonly RedisState[] = Array.from({ length: count }, () =>
    redisState({ url, prefix, deadlineMilliseconds }),
  )
  const stores: readonly AnimalStore[] = states.map((state) => testStore({ ...options, state }))
  return {
    stores,
    /** The stores in turns. */
    next: (() => {
      let turn = 0
      return (): AnimalStore => stores[turn++ % count] as AnimalStore
    })(),
    close: async () => {
      await Promise.all(states.map((state) => state.close()))
    },
  }
}
