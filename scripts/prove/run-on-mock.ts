import { type ContractOptions, type RunResult, runContract } from '../../contract-tests/index.ts'
import type { Transport } from '../../contract-tests/client/index.ts'
import { requireUntouched } from '../../contract-tests/servers/index.ts'
import { arrivedHeaders } from '../../contract-tests/servers/listen.ts'
import { startServer } from '../../mocks/http/index.ts'
import type { Pet } from '../../spec/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../mocks/index.ts'

/** A run against a mock that was started for it. */
export interface MockRun {
  readonly result: RunResult
  /** How many requests arrived at the mock. */
  readonly arrived: number
  /** How many animals the mock added, those that were removed again included. */
  readonly added: number
  /** How many more animals the mock has than before. */
  readonly left: number
}

/**
 * Runs the suite against a mock. Waits of the run advance the clock of the mock instead, so that a run takes no longer than
 * its requests. Unless it is reached over HTTP, the mock stands in this process, which takes a tenth of the time.
 */
export async function runOnMock(
  storeOptions: AnimalStoreOptions,
  options: Partial<ContractOptions> = {},
  isOverHttp = false,
): Promise<MockRun> {
  const store = createAnimalStore(storeOptions)
  const server = isOverHttp ? await startServer({ store, port: 0 }) : undefined
  try {
    const { clock } = store.sandbox()
    const before = await animalsOf(store)
    const result = await runContract({
      baseUrl: `${server?.url ?? 'http://127.0.0.1:9'}/v1`,
      transport: server === undefined ? transportTo(store) : undefined,
      apiKey: 'test_pro',
      clock: { now: () => clock.now(), sleep: (milliseconds) => Promise.resolve(clock.advance(milliseconds)) },
      ...options,
    })
    const after = await animalsOf(store)
    requireUntouched(before, after, result.animals)
    const entries = store.sandbox().journal.entries()
    const removed = entries.filter(({ method, status }) => method === 'DELETE' && status === 204).length
    const left = after.length - before.length
    return { result, arrived: entries.length, added: left + removed, left }
  } finally {
    await server?.close()
  }
}

/** Brings requests to a mock in this process. */
export function transportTo(store: AnimalStore): Transport {
  return async ({ method, path, headers, body }) => {
    const reply = await store.answer({ method, target: `/v1${path}`, headers: arrivedHeaders(headers), body })
    if (reply.effect !== undefined) throw new Error(`Only HTTP can play the effect ${reply.effect}.`)
    const isEmpty = method === 'HEAD' || reply.status === 204 || reply.status === 304
    return {
      status: reply.status,
      headers: new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), [value]])),
      bytes: isEmpty ? new Uint8Array() : Buffer.from(reply.body),
    }
  }
}

async function animalsOf(store: AnimalStore): Promise<readonly Pet[]> {
  const animals = await store.sandbox().animals
  return (await animals.page({ limit: await animals.count(), order: 'oldest-first' })).pets
}
