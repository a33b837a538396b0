import type { ClauseId } from '../../spec/index.ts'
import type { Overrides } from '../call/overrides.ts'
import { catalogue } from './catalogue.ts'
import { createFaults } from './create-pet.ts'
import { generalFaults } from './every-operation.ts'
import { getFaults } from './get-pet.ts'
import { keyFaults } from './keys.ts'
import { listFaults } from './list-pets.ts'
import type { FaultId } from './made/fault-ids.ts'
import { rateLimitFaults } from './rate-limits.ts'
import { bodyFaults } from './bodies.ts'

/** One named way of breaking the interface, which the mock can play and a contract suite must find. */
export interface Fault {
  readonly id: FaultId
  /** The clause that it breaks. */
  readonly clause: ClauseId
  /** What a client sees, in one line. */
  readonly summary: string
  readonly overrides: Overrides
}

/** What each fault overrides; the compiler says which one is missing. */
export const overridesOf: Readonly<Record<FaultId, Overrides>> = {
  ...generalFaults,
  ...bodyFaults,
  ...listFaults,
  ...createFaults,
  ...getFaults,
  ...keyFaults,
  ...rateLimitFaults,
}

/** Every fault, in the order of the interface. */
export const faults: readonly Fault[] = (Object.keys(catalogue) as FaultId[]).map((id) => {
  const [clause, summary] = catalogue[id]
  return { id, clause, summary, overrides: overridesOf[id] }
})

export type { FaultId }
