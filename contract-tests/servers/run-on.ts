import { type Int64, type Pet, writeJson } from '../../spec/index.ts'
import type { Deployment, StartOptions, TestServer } from './test-server.ts'
import { type ContractOptions, type RunEvent, type RunResult, runContract } from '../index.ts'
import { servers } from './index.ts'

/** A run against a server that was started for it, and what the server saw of it. */
export type ServerRun = Awaited<ReturnType<typeof runOn>>

/** How a server is started, and what is done with it after the run, before it is closed. */
interface Circumstances extends Pick<StartOptions, 'seed' | 'timeScale'> {
  /** Over a port, even where the server is not special in how it sends. */
  readonly isOverHttp?: boolean | undefined
  /** The instant at which the run begins; then its waits alone take time, so that it always goes the same way. Default: now. */
  readonly startsAt?: number
  readonly afterwards?: (server: Deployment, result: RunResult, pass: (milliseconds: number) => void) => Promise<void>
}

/** Runs the suite against a server that is started for it, with what the server needs to show its habit. Waits move its clock. */
export async function runOn(
  server: TestServer | string,
  options: Partial<ContractOptions> = {},
  { isOverHttp = false, startsAt, afterwards, ...start }: Circumstances = {},
) {
  const chosen = typeof server === 'string' ? serverNamed(server) : server
  const { id, kind, needs } = chosen
  let moved = 0
  const pass = (milliseconds: number): void => void (moved += milliseconds)
  const now = (): number => (startsAt ?? Date.now()) + moved
  // Slow servers are as slow as they need be to be noticed.
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
      clock: { now, sleep: async (milliseconds) => pass(milliseconds) },
      ...options,
      onEvent(event) {
        events.push(event)
        options.onEvent?.(event)
      },
    })
    const left = deployment.animals().length - before.length
    // Some deep ones, and the other clients of that one, change animals, too.
    if (kind !== 'deep' && id !== 'statuses-change') requireUntouched(before, deployment.animals(), result.animals)
    const { apiKey, requests, created } = deployment
    // How many requests arrived, and how many animals were added by them.
    const run = { result, events, apiKey, left, arrived: requests(), created: created() }
    await afterwards?.(deployment, result, pass)
    return run
  } finally {
    await deployment.close()
  }
}

export function serverNamed(id: string): TestServer {
  const server = servers.find((candidate) => candidate.id === id)
  if (server === undefined) throw new Error(`There is no server ${id}.`)
  return server
}

/** What a run came to, by which two runs on a server can be compared. */
export function outcomeOf({ result: { findings, warnings, exitCode } }: ServerRun) {
  return { exitCode, departures: [...findings, ...warnings].map(({ clause, operation }) => `${clause} ${operation}`) }
}

/**
 * Throws unless every animal of before is still there, as it was: a run changes or removes only animals that it added.
 * A deployment may have given a new animal the id of another one, which is its own doing.
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
