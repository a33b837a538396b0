import { type ClauseId, clauses } from '../../spec/index.ts'
import type { Overrides } from '../call/overrides.ts'
import { type WrittenId, catalogue } from './catalogue.ts'
import { createFaults } from './create-pet.ts'
import { operationFaults } from './every-operation.ts'
import { getFaults } from './get-pet.ts'
import { keyFaults } from './keys.ts'
import { listFaults } from './list-pets.ts'
import type { FaultId } from '../world/made/fault-ids.ts'
import { memberFaults } from './members.ts'
import { rateLimitFaults } from './rate-limits.ts'
import { bodyFaults } from './bodies.ts'
import { refusedExtremeFaults, sentMemberFaults } from './sent-members.ts'

/** One named way of breaking the interface, which the mock can play and a contract suite must find. */
export interface Fault {
  readonly id: FaultId
  /** The clause that it breaks. */
  readonly clause: ClauseId
  /** What a client sees, in one line. */
  readonly summary: string
  readonly overrides: Overrides
}

/** The overrides of the faults of the catalogue; the compiler says which one is missing. */
const written: Readonly<Record<WrittenId, Overrides>> = {
  ...bodyFaults,
  ...listFaults,
  ...createFaults,
  ...getFaults,
  ...keyFaults,
  ...rateLimitFaults,
}

const byHand = (Object.keys(catalogue) as WrittenId[]).map(writtenFault)
const clausesByHand = new Set<ClauseId>(byHand.map(({ clause }) => clause))
// Where hands wrote what a service often does wrong with a member, nothing is made up.
const ofSentMembers = sentMemberFaults.filter(({ clause }) => !clausesByHand.has(clause))
const all = [...byHand, ...operationFaults, ...memberFaults, ...ofSentMembers, ...refusedExtremeFaults]

function writtenFault(id: WrittenId) {
  const [clause, summary] = catalogue[id]
  return { id, clause, summary, overrides: written[id] }
}

const places = new Map(clauses.map(({ id }, place) => [id, place]))

/** Every fault, in the order of the clauses. `npm run make` writes their ids to `mocks/world/made/`. */
export const faults = all.toSorted(
  (a, b) => (places.get(a.clause) ?? 0) - (places.get(b.clause) ?? 0),
) as readonly Fault[]

export const overridesOf = Object.fromEntries(faults.map(({ id, overrides }) => [id, overrides])) as Readonly<
  Record<FaultId, Overrides>
>

export type { FaultId }
