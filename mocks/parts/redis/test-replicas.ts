import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { atEnd } from '../../../scripts/testing/at-end.ts'
import { createControl } from '../../control/index.ts'
import { controlCall } from '../../control/test-control.ts'
import type { AnimalStore, AnimalStoreOptions, Reply } from '../../entry.ts'
import { redisState } from './index.ts'
import { hasRedis, ownRedis } from '../../testing/redis-server.ts'
import { bodyOf, testStore } from '../../testing/test-calls.ts'

/** Gives the tests of a file one Redis. @returns its address, once they run */
export function useRedis(): () => string {
  let url = ''
  let stop = async () => {}
  beforeAll(async () => {
    if (await hasRedis()) ({ url, stop } = await ownRedis())
  }, 120_000)
  afterAll(() => stop())
  return () => url
}

/** Replicas of one mock, until the test ends; `next` gives them in turns. */
export function openReplicas(
  url: string,
  count: number,
  options: AnimalStoreOptions = {},
  deadlineMilliseconds = 10_000,
  prefix = `test-${randomUUID()}`,
) {
  const stores = Array.from({ length: count }, () => {
    const state = redisState({ url, prefix, deadlineMilliseconds })
    atEnd(() => state.close())
    return testStore({ ...options, state })
  })
  let turn = 0
  const next = () => stores[turn++ % count] as AnimalStore
  const [one = next(), other = next()] = stores
  return { stores, next, one, other, prefix }
}

/** A reply of the control API of a store. */
export function askControl(store: AnimalStore, method: string, path: string, body?: unknown): Promise<Reply> {
  return createControl(store).answer(controlCall(method, path, body))
}

/** What the control API of a store answers; it must not refuse. */
export async function valueOf<T>(store: AnimalStore, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await askControl(store, method, path, body)
  if (reply.status >= 300) throw new Error(String(reply.body))
  return (reply.status === 204 ? undefined : bodyOf(reply)) as T
}
