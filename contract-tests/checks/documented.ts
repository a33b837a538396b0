import { type Operation, type OperationId, operations } from '../../spec/index.ts'

/** The schema of a documented body, null where the document states none; `undefined` for an undocumented status. */
export function schemaOf(operation: OperationId, status: number | undefined) {
  const responses: Operation['responses'] = operations[operation].responses
  return status === undefined ? undefined : responses[status]?.schema
}

/** The statuses that an operation documents, without 429: that one can come at any time. */
export function documentedStatuses(operation: OperationId): readonly number[] {
  return Object.keys(operations[operation].responses)
    .map(Number)
    .filter((status) => status !== 429)
}

/** Whether the operation adds an animal when it answers as documented. */
export function addsAnimals(operation: OperationId): boolean {
  return documentedStatuses(operation).includes(201)
}
