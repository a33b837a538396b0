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

type Named = ReturnType<typeof operationClauses>
type ByStatus = Readonly<Record<number, ClauseId | undefined>>

/** The clauses of an operation: the description names those on what it documents, and `spec/clauses.ts` has them. */
function clausesIn(operation: OperationId) {
  const all = Object.entries(operationClauses(operation)).filter(([, clause]) => clause !== null)
  const named = Object.fromEntries(all) as Pick<Named, 'answers' | 'unauthorized'> & {
    readonly [Name in keyof Named]?: ClauseId
  }
  return {
    ...named,
    /** A request without its body is refused with 400. */
    bodyRequired: named.bodyRequired ?? named.invalidError,
    /** An error of this status has the body that the document says. */
    errors: { 400: named.invalidError, 404: named.notFoundError } as ByStatus,
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
