import { bodyFaults } from './bodies.ts'
import { createFaults } from './create-pet.ts'
import { errorFaults } from './errors.ts'
import type { Fault } from './fault.ts'
import { getFaults, removalFaults } from './get-pet.ts'
import { keyFaults } from './keys.ts'
import { listFaults } from './list-pets.ts'
import { rateLimitFaults } from './rate-limits.ts'
import { shapeFaults } from './shapes.ts'

/**
 * Every fault, in the order of the interface. The first word of an id says what a fault touches: the replies of one
 * operation (list, create, get), their ids, all errors, calls without a valid key, quotas of a plan, rate-limit headers,
 * or what happens beyond the rate limit. Everything else is answered as without it.
 */
export const faults = [
  ...bodyFaults,
  ...shapeFaults,
  ...errorFaults,
  ...listFaults,
  ...createFaults,
  ...getFaults,
  ...keyFaults,
  ...rateLimitFaults,
  ...removalFaults,
] as const satisfies readonly Fault[]

export type { Fault } from './fault.ts'

/** The id of a fault. */
export type FaultId = (typeof faults)[number]['id']
