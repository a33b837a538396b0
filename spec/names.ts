import { operations } from './made/operations.ts'
import { type NewPet, type PlanName, plans } from './made/types.ts'

/** The name of an operation (section 4). */
export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as readonly OperationId[]

/** The names of the plans, from the smallest to the largest (section 8). */
export const planNames = Object.keys(plans) as readonly PlanName[]

/** What is sent of an animal: the members of a NewPet and no others. */
export function newPetOf({ name, categoryId, status }: NewPet): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status }
}
