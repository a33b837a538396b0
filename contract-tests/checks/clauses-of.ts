import { type ClauseId, type Operation, type OperationId, operationIds, operations } from '../../spec/index.ts'

type Documented<Id extends OperationId> = (typeof operations)[Id]
type Responses<Id extends OperationId> = Documented<Id>['responses']
type Success = 200 | 201 | 204

/** The statuses of errors that not every operation has. */
type OwnErrors<Id extends OperationId> = Exclude<keyof Responses<Id>, Success | 401 | 429>

/** The clauses that speak of every operation. */
interface ClausesOfAny<Id extends OperationId> {
  /** A good request gets the documented answer. */
  readonly answers: ClauseId
  /** Without a valid key, the answer is 401. */
  readonly unauthorized: ClauseId
  /** A request needs no body. */
  readonly noRequestBody?: ClauseId
  /** An error of this status has the body that the document says. */
  readonly errors: Readonly<Record<OwnErrors<Id>, ClauseId>>
}

/** The clauses that speak of one operation. */
type ClausesOf<Id extends OperationId> = ClausesOfAny<Id> &
  // The body of the documented answer is what the document says.
  (Responses<Id>[keyof Responses<Id> & Success] extends { readonly schema: null }
    ? { readonly body?: never }
    : { readonly body: ClauseId }) &
  // A petId that no animal has is answered with 404.
  (404 extends keyof Responses<Id> ? { readonly notFound: ClauseId } : { readonly notFound?: never }) &
  // Every int64 is accepted as a petId.
  ('petId' extends keyof Documented<Id>['parameters'] ? { readonly petId: ClauseId } : { readonly petId?: never })

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
    notFound: '4.3/not-found',
    petId: '4.3/pet-id-int64',
    errors: { 404: '4.3/not-found-error' },
  },
}

const all = Object.values(clausesOf)

export const answerClauses = all.map(({ answers }) => answers)

export const bodyClauses = all.flatMap(({ answers, body }) => (body === undefined ? [] : [answers, body]))

export const unauthorizedClauses = all.map(({ unauthorized }) => unauthorized)

export const errorClauses = ['5/error-body', ...operationIds.flatMap((id) => Object.values(errorsOf(id)))] as const

export function errorClause(operation: OperationId, status: number): ClauseId {
  return status === 401 ? '5/error-body' : (errorsOf(operation)[status] ?? '7/error-shape')
}

function errorsOf(operation: OperationId): Readonly<Record<number, ClauseId>> {
  return clausesOf[operation].errors
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

export function addsAnimals(operation: OperationId): boolean {
  return documentedStatuses(operation).includes(201)
}
