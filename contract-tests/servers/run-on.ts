import { Randomness } from '../../fixtures/index.ts'
import { type Int64, type Pet, writeJson } from '../../spec/index.ts'
import type { Deployment, StartOptions, TestServer } from './test-server.ts'
import type { Client } from '../client/index.ts'
import type { ContractOptions, RunEvent, RunResult } from '../index.ts'
import { runContract } from '../all.ts'
import { turnsOfFlaws } from '../probes/create-refused.ts'
import { servers } from './index.ts'

/** A run against a server that was started for it, and what the server saw of it. */
export type ServerRun = Awaited<ReturnType<typeof runOn>>

/** How a server is started, and what is done after the run, before it is closed. */
interface RunConditions extends Pick<StartOptions, 'seed' | 'timeScale'> {
  /** Over a port, even if it does not matter how the server sends. */
  readonly isOverHttp?: boolean | undefined
  /** The instant at which the run begins. Then only waits take time, and all runs are the same. Default: now. */
  readonly startsAt?: number
  readonly afterwards?: (
    server: Deployment,
    result: RunResult,
    advanceTime: (milliseconds: number) => void,
  ) => Promise<void>
}

/** Options of as many runs as it takes to send each wrong value of a further member. */
export const everyTurn: readonly Pick<ContractOptions, 'thorough'>[] = Array.from({ length: turnsOfFlaws }, (_, seed) =>
  turnsOfFlaws === 1 ? {} : { thorough: { requests: 0, animals: 0, seed } },
)

/** Starts a server and runs the suite on it, with the options that show what is special about it. Waits only move its clock. */
export async function runOn(
  server: TestServer | string,
  options: Partial<ContractOptions> = {},
  { isOverHttp = false, startsAt, afterwards, ...start }: RunConditions = {},
) {
  const chosen = typeof server === 'string' ? serverNamed(server) : server
  const { id, kind, needs } = chosen
  let moved = 0
  const advanceTime = (milliseconds: number): void => void (moved += milliseconds)
  const now = (): number => (startsAt ?? Date.now()) + moved
  // Slow servers are just slow enough to be noticed.
  const deployment = await chosen[isOverHttp ? 'start' : 'open']({ now, timeScale: 0.1, ...start })
  const before = deployment.animals()
  const events: RunEvent[] = []
  try {
    const result = await runContract({
      baseUrl: deployment.url,
      apiKey: deployment.apiKey,
      transport: deployment.transport,
      deadlineMilliseconds: 1000,
      probeRateLimit: needs.includes('rate-limit'),
      ...(needs.includes('plan') ? { plan: deployment.plan } : {}),
      ...(needs.includes('after-removal') ? { todayMilliseconds: Date.UTC(2031, 0, 1) } : {}),
      clock: { now, sleep: async (milliseconds) => advanceTime(milliseconds) },
      ...options,
      ...(startsAt === undefined ? {} : { draw: drawing(), watch: withoutDelay(options.watch) }),
      onEvent(event) {
        events.push(event)
        options.onEvent?.(event)
      },
    })
    const left = deployment.animals().length - before.length
    // Some deep servers, and the other clients of this one, change animals themselves.
    if (kind !== 'deep' && !id.startsWith('people-')) requireUntouched(before, deployment.animals(), result.animals)
    const { apiKey, requests, created } = deployment
    // How many requests arrived, and how many animals were added by them.
    const run = { result, events, apiKey, left, arrived: requests(), created: created() }
    await afterwards?.(deployment, result, advanceTime)
    return run
  } finally {
    await deployment.close()
  }
}

/** Draws the same numbers in each run. */
function drawing(): NonNullable<ContractOptions['draw']> {
  const random = new Randomness(1)
  return (from, below) => from + Math.floor(random.next() * (below - from))
}

/** The watch of a run in which no answer takes time. */
function withoutDelay(watch: ContractOptions['watch']): NonNullable<ContractOptions['watch']> {
  return (client, clock) => {
    const send: Client['send'] = async (outgoing) => ({ ...(await client.send(outgoing)), tookMilliseconds: 0 })
    const immediate = { ...client, send }
    return watch?.(immediate, clock) ?? immediate
  }
}

export function serverNamed(id: string): TestServer {
  const server = servers.find((candidate) => candidate.id === id)
  if (server === undefined) throw new Error(`There is no server ${id}.`)
  return server
}

/**
 * Throws unless all animals that were there before are unchanged: a run changes or removes only those that it added.
 * Ids that the deployment gave to a new animal as well do not count.
 * @throws {Error} that names the animals which are gone
 */
export function requireUntouched(
  before: readonly Pet[],
  after: readonly Pet[],
  added: readonly { readonly id: Int64 | undefined }[],
): void {
  const still = new Set(after.map((pet) => writeJson(pet)))
  const ids = new Set(after.map(({ id }) => id))
  const harm = before
    .filter((pet) => !still.has(writeJson(pet)) && added.every(({ id }) => id !== pet.id))
    .map(({ id }) => `the run ${ids.has(id) ? 'changed' : 'removed'} animal ${id}, which it did not add`)
  if (harm.length > 0) {
    const rule =
      'Ask for what changes or removes an animal with the id of one that the run added, or with an unused id.'
    throw new Error(`${harm.join('\n')}\n${rule}`)
  }
}
