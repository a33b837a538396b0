import {
  type ClauseId,
  type Operation,
  type OperationId,
  operationClauses,
  operationIds,
  operations,
} from '../../spec/index.ts'

/** The clauses that each documented answer can keep or break. */
export const clausesOf = Object.fromEntries(operationIds.map((id) => [id, clausesIn(id)])) as Readonly<
  Record<OperationId, ReturnType<typeof clausesIn>>
>

type ByStatus = Readonly<Record<number, ClauseId | undefined>>

/** The clauses of an operation: the description names those on what it documents, and `spec/clauses.ts` has them. */
function clausesIn(operation: OperationId) {
  const named = operationClauses(operation)
  return {
    /** A good request gets the documented answer. */
    answers: named.answers,
    /** A list is an array, and each item is of its resource. */
    array: named.array ?? undefined,
    items: named.items ?? undefined,
    /** What is true after a success; an operation that only reads has none. */
    effect: named.effect ?? undefined,
    /** Without a valid key, the answer is 401. */
    unauthorized: named.unauthorized,
    /** A request needs no body. */
    noRequestBody: named.noRequestBody ?? undefined,
    /** An id that nothing has is answered with 404. */
    notFound: named.notFound ?? undefined,
    /** Every int64 is accepted as an id in the path. */
    everyId: named.everyId ?? undefined,
    /** A request without its body is refused with 400. */
    bodyRequired: named.bodyRequired ?? named.invalidError ?? undefined,
    /** An error of this status has the body that the document says. */
    errors: { 400: named.invalidError ?? undefined, 404: named.notFoundError ?? undefined } as ByStatus,
  } as const
}

const all = Object.values(clausesOf)

export const answerClauses = all.map(({ answers }) => answers)

/** The clauses of answers with a body. */
export const bodyClauses = operationIds
  .filter((id) => documentedStatuses(id).some((status) => status < 300 && schemaOf(id, status) !== null))
  .map((id) => clausesOf[id].answers)

export const unauthorizedClauses = all.map(({ unauthorized }) => unauthorized)

export const errorClauses = [
  '5/error-body',
  ...all.flatMap(({ errors }) => Object.values(errors).filter((clause) => clause !== undefined)),
] as const

export function errorClause(operation: OperationId, status: number): ClauseId {
  return status === 401 ? '5/error-body' : (clausesOf[operation].errors[status] ?? '7/error-shape')
}

/** The schema of a documented body, null where the document states none; `undefined` for an undocumented status. */
export function schemaOf(operation: OperationId, status: number | undefined) {
  const responses: Operation['responses'] = operations[operation].responses
  return status === undefined ? undefined : responses[status]
}

/** The statuses that an operation documents, without 429: that one can come at any time. */
export function documentedStatuses(operation: OperationId): readonly number[] {
  return Object.keys(operations[operation].responses)
    .map(Number)
    .filter((status) => status !== 429)
}
