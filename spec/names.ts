import { type Operation, type Resource, operations } from './made/operations.ts'
import { itemOf } from './items.ts'
import { shapes } from './made/shapes.ts'
import { type NewPet, type PlanName, plans } from './made/types.ts'
import type { Validator, validators } from './made/validators.js'

/** The name of an operation (section 4). */
export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as readonly OperationId[]

/** The type of what a schema describes. */
export type ShapeOf<Name extends keyof typeof validators> =
  (typeof validators)[Name] extends Validator<infer Shape> ? Shape : never

/** The operations on one item of a resource, which have its id in their path. */
export type ItemOperation<Of extends Resource> = {
  [Id in OperationId]: (typeof operations)[Id] extends { readonly resource: Of; readonly idParameter: string }
    ? Id
    : never
}[OperationId]

export function isItemOperation<Of extends Resource>(operation: OperationId, of: Of): operation is ItemOperation<Of> {
  const { resource, idParameter } = operations[operation]
  return resource === of && idParameter !== null
}

/** The status of the documented success of an operation, and the schema of its body; null without a body. */
export function documentedSuccess(operation: OperationId) {
  const responses: Operation['responses'] = operations[operation].responses
  const status = Number(Object.keys(responses).find((each) => Number(each) < 300))
  return { status, schema: responses[status] ?? null }
}

/** The names of the plans, from the smallest to the largest (section 8). */
export const planNames = Object.keys(plans) as readonly PlanName[]

/** The members of a NewPet, without any others. */
export function newPetOf(pet: NewPet): NewPet {
  return itemOf(shapes.NewPet, pet)
}
