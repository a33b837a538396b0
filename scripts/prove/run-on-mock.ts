import { runContract } from '../../contract-tests/all.ts'
import { type ContractOptions, type FindingResult, type RunResult, told } from '../../contract-tests/index.ts'
import type { Transport } from '../../contract-tests/client/index.ts'
import { requireUntouched } from '../../contract-tests/servers/run-on.ts'
import { arrivedHeaders } from '../../contract-tests/servers/start-deployment.ts'
import { startServer } from '../../mocks/http/index.ts'
import { type Pet, type Profile, operationIds, operations, silences } from '../../spec/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../mocks/entry.ts'
import { meaningOf } from './choices.ts'

const removals = operationIds.filter((id) => {
  const method: string = operations[id].method
  return method === 'DELETE'
})

/**
 * Runs the suite against a mock. Waits of the run only advance the clock of the mock. Without HTTP a run takes a quarter of
 * the time.
 * @returns the result, how many requests arrived, how many animals were added, and how many more there are than before
 */
export async function runOnMock(
  storeOptions: AnimalStoreOptions,
  options: Partial<ContractOptions> = {},
  isOverHttp = false,
) {
  const store = createAnimalStore(storeOptions)
  const server = isOverHttp ? await startServer({ store, port: 0 }) : undefined
  try {
    const { clock, journal } = store.sandbox()
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
    const left = after.length - before.length
    const removed = removals.reduce((sum, operation) => sum + journal.count({ operation, status: 204 }), 0)
    return { result, arrived: journal.total, added: left + removed, left }
  } finally {
    await server?.close()
  }
}

/** Sends requests to a mock in this process. */
export function transportTo(store: AnimalStore): Transport {
  return async ({ method, path, headers, body }) => {
    const reply = await store.answer({ method, target: `/v1${path}`, headers: arrivedHeaders(headers), body })
    if (reply.effect !== undefined) throw new Error(`Only HTTP can play the effect ${reply.effect}.`)
    const isEmpty = reply.status === 204 || reply.status === 304
    return {
      status: reply.status,
      headers: new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), [value]])),
      bytes: isEmpty ? new Uint8Array() : Buffer.from(reply.body),
    }
  }
}

/** What mocks start with: the demo animals, none, one, and more than a page holds. */
export const datasetsToTry: readonly AnimalStoreOptions[] = [
  {},
  { dataset: 'empty' },
  { count: 1 },
  { dataset: 'large', count: 500 },
]

/** What a run wrongly blames on a mock with these options. A warning is right if the profile refuses with another status than 400. */
export async function blamedWith(options: AnimalStoreOptions, result?: RunResult): Promise<readonly string[]> {
  const { findings, exitCode } = result ?? (await runOnMock(options)).result
  const mayRefuse = Object.values(options.profile ?? {}).some((choice) => /^(?:known|reject)-4/.test(choice))
  const mayWarn = ({ level, clause }: FindingResult) =>
    level === 'warning' && mayRefuse && clause === '4.2/invalid-error'
  const blamed = findings.filter((finding) => finding.level !== 'unstable' && !mayWarn(finding))
  // Without animals no category is known.
  const knows = options.profile?.['category-check']?.startsWith('known') === true
  return [
    ...blamed.map((finding) => {
      const { expected, received } = told(finding)
      return `${finding.clause}: expected ${expected}, received ${received}`
    }),
    ...(exitCode === (knows && options.dataset === 'empty' ? 3 : 0) ? [] : [`The run ended with ${exitCode}.`]),
  ]
}

/** What a run with `learn` wrongly blames on a mock with this profile, and what it learns wrongly. */
export async function wronglyLearnedWith(profile: Profile, world: AnimalStoreOptions): Promise<readonly string[]> {
  const options = { ...world, profile }
  const { result } = await runOnMock(options, { learn: true })
  const wrong = silences.filter(
    ({ id }) => result.profile[id] !== undefined && meaningOf(id, result.profile) !== meaningOf(id, profile),
  )
  const learned = wrong.map(({ id }) => `${id}=${profile[id]} is learned as ${result.profile[id]}`)
  return [...(await blamedWith(options, result)), ...learned]
}

async function animalsOf(store: AnimalStore): Promise<readonly Pet[]> {
  const animals = await store.sandbox().animals
  return (await animals.page({ limit: await animals.count(), order: 'oldest-first' })).items
}
