import { clauses } from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import { createFaults } from './create-pet.ts'
import { operationFaults } from './every-operation.ts'
import { getFaults } from './get-pet.ts'
import { keyFaults } from './keys.ts'
import { listFaults } from './list-pets.ts'
import { memberFaults } from './members.ts'
import { noting } from './noting.ts'
import { rateLimitFaults } from './rate-limits.ts'
import { bodyFaults } from './bodies.ts'
import { sentMemberFaults } from './sent-members.ts'
import type { WrittenFault } from './written-fault.ts'

/** One named way of breaking the interface, which the mock can play and a contract suite must find. */
export interface Fault extends WrittenFault {
  readonly id: string
}

const byHand = Object.entries<WrittenFault>({
  ...bodyFaults,
  ...listFaults,
  ...createFaults,
  ...getFaults,
  ...keyFaults,
  ...rateLimitFaults,
}).map(([id, fault]) => ({ id, ...fault }))
const all = [...byHand, ...operationFaults, ...memberFaults, ...sentMemberFaults]

const places = new Map(clauses.map(({ id }, place) => [id, place]))

/** Every fault, in the order of the clauses. `npm run make` writes their ids to `made/`. */
export const faults: readonly Fault[] = all.toSorted(
  (a, b) => (places.get(a.clause) ?? 0) - (places.get(b.clause) ?? 0),
)

/** The overrides of a fault, which call `note` when they did something. */
export function overridesOf(id: string, note: () => void): Overrides | undefined {
  const fault = faults.find((one) => one.id === id)
  return fault && noting(fault.overrides, note)
}
