import { afterAll, beforeAll } from 'vitest'
import { atEnd } from '../../scripts/testing/at-end.ts'
import { createControl } from '../control/index.ts'
import { controlCall } from '../control/test-control.ts'
import type { AnimalStore, Reply } from '../index.ts'
import { hasRedis, openRedis, testReplicas } from '../testing/redis-server.ts'
import { bodyOf } from '../testing/test-calls.ts'

/** Gives the tests of a file one Redis. @returns its address, once they run */
export function useRedis(): () => string {
  let url = ''
  let stop = async () => {}
  beforeAll(async () => {
    if (await hasRedis()) ({ url, stop } = await openRedis())
  }, 120_000)
  afterAll(() => stop())
  return () => url
}

/** Replicas of one mock, until the test ends. */
export function openReplicas(...given: Parameters<typeof testReplicas>) {
  const { stores, next, close } = testReplicas(...given)
  atEnd(close)
  const [one = next(), other = next()] = stores
  return { stores, next, one, other }
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
