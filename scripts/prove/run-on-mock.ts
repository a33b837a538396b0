import { type ContractOptions, type RunResult, runContract } from '../../contract-tests/index.ts'
import { requireUntouched } from '../../contract-tests/servers/index.ts'
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
 * Starts a mock, runs the suite against it, and stops it. Waits of the run advance the clock of the mock instead, so that a
 * run takes no longer than its requests.
 */
export async function runOnMock(
  storeOptions: AnimalStoreOptions,
  options: Partial<ContractOptions> = {},
): Promise<MockRun> {
  const store = createAnimalStore(storeOptions)
  const server = await startServer({ store, port: 0 })
  try {
    const { clock } = store.sandbox()
    const before = await animalsOf(store)
    const result = await runContract({
      baseUrl: `${server.url}/v1`,
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
    await server.close()
  }
}

async function animalsOf(store: AnimalStore): Promise<readonly Pet[]> {
  const animals = await store.sandbox().animals
  return (await animals.page({ limit: await animals.count(), order: 'oldest-first' })).pets
}
