import { bodyFaults } from './bodies.ts'
import { createFaults } from './create-pet.ts'
import { errorFaults } from './errors.ts'
import type { Fault } from './fault.ts'
import { getFaults } from './get-pet.ts'
import type { FaultId } from './made/fault-ids.ts'
import { keyFaults } from './keys.ts'
import { listFaults } from './list-pets.ts'
import { rateLimitFaults } from './rate-limits.ts'
import { shapeFaults } from './shapes.ts'

/**
 * Every fault, in the order of the interface. The first word of an id says what a fault touches: the replies of one
 * operation (the first word of its name), the ids of new animals, all errors, calls without a valid key, the quota of a
 * plan, rate-limit headers, or what happens beyond the rate limit. Every other reply stays as it is. Which faults there
 * are, and why not more: spec/decisions/0064-which-faults.md.
 */
export const faults: readonly Fault[] = Object.entries({
  ...bodyFaults,
  ...shapeFaults,
  ...errorFaults,
  ...listFaults,
  ...createFaults,
  ...getFaults,
  ...keyFaults,
  ...rateLimitFaults,
}).map(([id, [clause, summary, overrides]]) => ({ id: id as FaultId, clause, summary, overrides }))

export type { Fault } from './fault.ts'
export type { FaultId }
