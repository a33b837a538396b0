import { type ClauseId, type Operation, type OperationId, clauses, operationIds, operations } from '../../spec/index.ts'

/** What the documented answers of each operation keep or break. */
export const clausesOf = Object.fromEntries(operationIds.map((id) => [id, clausesIn(operations[id])])) as Readonly<
  Record<OperationId, ReturnType<typeof clausesIn>>
>

/** The clauses of an operation by the names that they have in its section: `spec/clauses.ts` must have what is documented. */
function clausesIn({ section }: Operation) {
  const find = (name: RegExp): ClauseId | undefined =>
    clauses.find(({ id }) => id.startsWith(`${section}/`) && name.test(id))?.id
  // The compiler asks for these two of each operation.
  const answers = find(/\/answers-/) as ClauseId
  const unauthorized = find(/\/unauthorized$/) as ClauseId
  return {
    /** A good request gets the documented answer. */
    answers,
    /** Without a valid key, the answer is 401. */
    unauthorized,
    /** A request needs no body. */
    noRequestBody: find(/\/no-request-body$/),
    /** An id that nothing has is answered with 404. */
    notFound: find(/\/not-found$/),
    /** Every int64 is accepted as an id in the path. */
    everyId: find(/-id-int64$/),
    /** An error of this status has the body that the document says. */
    errors: { 400: find(/\/invalid-error$/), 404: find(/\/not-found-error$/) } as Readonly<
      Record<number, ClauseId | undefined>
    >,
  } as const
}

const all = Object.values(clausesOf)

export const answerClauses = all.map(({ answers }) => answers)

/** Those of answers with a body. */
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
  return status === undefined ? undefined : responses[status]?.schema
}

/** The statuses that an operation documents, without 429: that one can come at any time. */
export function documentedStatuses(operation: OperationId): readonly number[] {
  return Object.keys(operations[operation].responses)
    .map(Number)
    .filter((status) => status !== 429)
}
