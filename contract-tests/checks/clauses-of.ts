import { type ClauseId, type OperationId, operationIds, type operations } from '../../spec/index.ts'

/** The statuses of errors that not every operation has. */
type OwnErrors<Id extends OperationId> = Exclude<
  keyof (typeof operations)[Id]['responses'],
  200 | 201 | 204 | 401 | 429
>

/** The clauses that speak of one operation. */
interface ClausesOf<Id extends OperationId> {
  /** A good request gets the documented answer. */
  readonly answers: ClauseId
  /** The body of that answer is what the document says. */
  readonly body: ClauseId
  /** Without a valid key, the answer is 401. */
  readonly unauthorized: ClauseId
  /** A request needs no body. */
  readonly noRequestBody?: ClauseId
  /** An error of this status has the body that the document says. */
  readonly errors: Readonly<Record<OwnErrors<Id>, ClauseId>>
}

/** What the documented answers of each operation keep or break. */
export const clausesOf: { readonly [Id in OperationId]: ClausesOf<Id> } = {
  listPets: {
    answers: '4.1/answers-pets',
    body: '2/pets-array',
    unauthorized: '4.1/unauthorized',
    noRequestBody: '4.1/no-request-body',
    errors: {},
  },
  createPet: {
    answers: '4.2/answers-pet',
    body: '4.2/answers-pet',
    unauthorized: '4.2/unauthorized',
    errors: { 400: '4.2/invalid-error' },
  },
  getPet: {
    answers: '4.3/answers-pet',
    body: '4.3/answers-pet',
    unauthorized: '4.3/unauthorized',
    noRequestBody: '4.3/no-request-body',
    errors: { 404: '4.3/not-found-error' },
  },
}

const all = Object.values(clausesOf)

/** The clauses that speak of the answer of an operation. */
export const answerClauses = all.map(({ answers }) => answers)

/** The clauses that speak of an operation without a valid key. */
export const unauthorizedClauses = all.map(({ unauthorized }) => unauthorized)

/** The clauses that speak of the body of an error. */
export const errorClauses = ['5/error-body', ...operationIds.flatMap((id) => Object.values(errorsOf(id)))] as const

/** The clause that speaks of the body of this error. */
export function errorClause(operation: OperationId, status: number): ClauseId {
  return status === 401 ? '5/error-body' : (errorsOf(operation)[status] ?? '7/error-shape')
}

function errorsOf(operation: OperationId): Readonly<Record<number, ClauseId>> {
  return clausesOf[operation].errors
}
