import type { RandomnessState } from '../../fixtures/index.ts'
import type { Resource } from '../../spec/made/operations.ts'
import { thereIsNo } from '../../spec/messages.ts'
import type { QuotaState } from '../keys/quota.ts'
import type { Collections, ItemOf } from '../animals/collections.ts'
import type { ItemsDifference } from '../animals/items.ts'
import { bytesOfDifference } from '../animals/memory-limit.ts'
import { bytesOfPlays } from './plays.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxError } from './sandbox-error.ts'
import type { Settings } from './settings.ts'

/** How all collections of a sandbox differ from their start. */
type Differences = { readonly [R in Resource]: ItemsDifference<ItemOf<R>> }

/** A sandbox as it was when somebody kept it, without its journal, as plain data. */
export interface Snapshot {
  readonly settings: Settings
  /** What the clock showed. */
  readonly atMilliseconds: number
  readonly differences: Differences
  readonly quotas: readonly (readonly [string, QuotaState])[]
  readonly randomness: RandomnessState
}

/** The bytes of a snapshot without its collections and recorded replies. */
const emptyBytes = 1000

export function bytesOfSnapshot({ differences, settings }: Snapshot): number {
  const bytes = Object.values(differences).map(bytesOfDifference)
  return bytes.reduce((sum, each) => sum + each, emptyBytes + bytesOfPlays(settings.scenario))
}

async function differencesOf(collections: Collections): Promise<Differences> {
  const { resources } = collections
  const all = resources.map(async (resource) => [resource, await (await collections.of(resource)).difference()])
  return Object.fromEntries(await Promise.all(all)) as Differences
}

export async function takeSnapshot(sandbox: Sandbox): Promise<Snapshot> {
  const [differences, quotas] = await Promise.all([differencesOf(sandbox.collections), sandbox.quotas.entries()])
  const { settings, clock, randomness } = sandbox
  return { settings, differences, quotas, atMilliseconds: clock.now(), randomness: randomness.state }
}

function replaceOne<R extends Resource>({ collections }: Sandbox, resource: R, differences: Pick<Differences, R>) {
  return collections.replace(resource, differences[resource])
}

/** A clock that was set shows the same instant again. @throws {SandboxError} when there is no such snapshot */
export async function restoreSnapshot(sandbox: Sandbox, name: string, snapshot: Snapshot | undefined): Promise<void> {
  if (snapshot === undefined) throw new SandboxError(thereIsNo('snapshot', name, sandbox.snapshots))
  const { differences, quotas, settings, atMilliseconds, randomness } = snapshot
  const { clock } = settings
  for (const resource of sandbox.collections.resources) await replaceOne(sandbox, resource, differences)
  sandbox.replaceQuotas(quotas)
  sandbox.replaceSettings(settings)
  if (clock.mode === 'running' && clock.offsetMilliseconds !== 0) sandbox.clock.set(atMilliseconds)
  sandbox.randomness.state = randomness
}
