import type { Awaitable } from '../call/call.ts'
import type { Overrides } from '../call/overrides.ts'
import type { FaultId } from './made/fault-ids.ts'

let known: ReadonlyMap<string, Overrides> | undefined

/** What a fault overrides: at once when faults were loaded before. */
export function loadFault(id: FaultId): Awaitable<Overrides | undefined> {
  return known === undefined ? loadAll().then((overrides) => overrides.get(id)) : known.get(id)
}

async function loadAll(): Promise<ReadonlyMap<string, Overrides>> {
  const { faults } = await import('./index.ts')
  known = new Map(faults.map((fault) => [fault.id, fault.overrides]))
  return known
}
