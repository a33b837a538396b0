import type { RandomnessState } from '../../fixtures/index.ts'
import { type Resource, thereIsNo } from '../../spec/index.ts'
import type { QuotaState } from '../keys/quota.ts'
import type { Collections, ItemOf } from '../animals/collections.ts'
import type { ItemsChange } from '../animals/items.ts'
import { bytesOfChange } from '../animals/memory-limit.ts'
import { bytesOfPlays } from './plays.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxError } from './sandbox-error.ts'
import type { Settings } from './settings.ts'

/** How all collections of a sandbox differ from their start. */
type Changes = { readonly [R in Resource]: ItemsChange<ItemOf<R>> }

/** A sandbox as it was when somebody kept it, without its journal, as plain data. */
export interface Snapshot {
  readonly settings: Settings
  /** What the clock showed. */
  readonly atMilliseconds: number
  readonly changes: Changes
  readonly quotas: readonly (readonly [string, QuotaState])[]
  readonly randomness: RandomnessState
}

/** The bytes of a snapshot without its collections and recorded replies. */
const emptyBytes = 1000

export function bytesOfSnapshot({ changes, settings }: Snapshot): number {
  const bytes = Object.values(changes).map(bytesOfChange)
  return bytes.reduce((sum, each) => sum + each, emptyBytes + bytesOfPlays(settings.scenario))
}

async function changesOf(collections: Collections): Promise<Changes> {
  const { resources } = collections
  const all = resources.map(async (resource) => [resource, await (await collections.of(resource)).changes()])
  return Object.fromEntries(await Promise.all(all)) as Changes
}

export async function takeSnapshot(sandbox: Sandbox): Promise<Snapshot> {
  const [changes, quotas] = await Promise.all([changesOf(sandbox.collections), sandbox.quotas.entries()])
  const { settings, clock, randomness } = sandbox
  return { settings, changes, quotas, atMilliseconds: clock.now(), randomness: randomness.state }
}

function replaceOne<R extends Resource>({ collections }: Sandbox, resource: R, changes: Pick<Changes, R>) {
  return collections.replace(resource, changes[resource])
}

/** A clock that was set shows the same instant again. @throws {SandboxError} when there is no such snapshot */
export async function restoreSnapshot(sandbox: Sandbox, name: string, snapshot: Snapshot | undefined): Promise<void> {
  if (snapshot === undefined) throw new SandboxError(thereIsNo('snapshot', name, sandbox.snapshots))
  const { changes, quotas, settings, atMilliseconds, randomness } = snapshot
  const { clock } = settings
  for (const resource of sandbox.collections.resources) await replaceOne(sandbox, resource, changes)
  sandbox.replaceQuotas(quotas)
  sandbox.replaceSettings(settings)
  if (clock.mode === 'running' && clock.offsetMilliseconds !== 0) sandbox.clock.set(atMilliseconds)
  sandbox.randomness.state = randomness
}
