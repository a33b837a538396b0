import {
  type Int64,
  type ItemOperation,
  type OperationId,
  type SilenceId,
  completed,
  isItemOperation,
  operationIds,
  operations,
  shapes,
  writeJson,
} from '../../spec/index.ts'
import { clausesOf, documentedStatuses } from './clauses-of.ts'
import { isToBeRemoved } from './removal.ts'
import { type WrongCredential, credentialClauses } from './credentials.ts'
import type { Flaw, ListParameters, Question, QuestionFor, Request, SentAnimal } from './question.ts'

export function pathFor(operation: OperationId, id: Int64): string {
  return operations[operation].path.replace(/\{\w+\}/, String(id))
}

/** The identifiers in a path of this operation, by the names of its parameters; `undefined` for another path. */
export function partsOf(operation: OperationId, path: string): Readonly<Record<string, string>> | undefined {
  const shape = operations[operation].path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${shape}$`).exec(path.split('?')[0] ?? '')
  return found === null ? undefined : { ...found.groups }
}

/** The id in the path of one animal. */
export function petIdIn(path: string): string | undefined {
  const parts = operationIds.filter((id) => isItemOperation(id, 'Pet')).map((id) => partsOf(id, path))
  return parts.find((each) => each !== undefined)?.['petId']
}

export function askList(list: ListParameters = {}): QuestionFor<'list'> {
  const query = new URLSearchParams()
  if (list.status !== undefined) query.set('status', list.status)
  if (list.limit !== undefined) query.set('limit', String(list.limit))
  const path = operations.listPets.path + (query.size === 0 ? '' : `?${query}`)
  const breaks = [clausesOf.listPets.answers]
  return { asks: 'list', about: path, operation: 'listPets', credential: 'valid', path, list, expects: [200], breaks }
}

export function isReading(operation: OperationId): boolean {
  return operations[operation].method === 'GET'
}

/**
 * Asks for an animal (section 4.3) that is known, unknown, or at an end of int64. Requests that change or remove an animal
 * must use `unusedId`.
 */
export function askForPet(
  operation: ItemOperation<'Pet'>,
  petId: Int64,
  about: QuestionFor<'pet'>['about'],
): QuestionFor<'pet'> {
  const path = pathFor(operation, petId)
  const question = { asks: 'pet', about, operation, credential: 'valid', path, petId } as const
  const { answers, notFound, everyId, noRequestBody } = clausesOf[operation]
  const successes = documentedStatuses(operation).filter((status) => status < 300)
  const ofUnknown = [notFound ?? answers]
  if (about === 'unknown') return { ...question, expects: [404], breaks: ofUnknown }
  if (about === 'extreme')
    return { ...question, expects: [404, ...successes], breaks: [everyId ?? answers, ...ofUnknown] }
  return {
    ...question,
    expects: successes,
    breaks: [
      answers,
      ...(isToBeRemoved(operation) ? (['9/works-until-removal'] as const) : []),
      ...(noRequestBody === undefined ? [] : [noRequestBody]),
    ],
    // Others may have removed it, or it may not be everywhere yet. Probes look into a 404.
    tolerates: (status) => status === 404,
  }
}

const create = { operation: 'createPet', credential: 'valid', path: operations.createPet.path } as const

/** Asks to add an animal. What it lacks of the members that each one needs is made up. */
export function askCreate(
  given: SentAnimal,
  { about = '', tolerates }: Partial<Pick<QuestionFor<'create'>, 'about' | 'tolerates'>> = {},
): QuestionFor<'create'> {
  const breaks = [clausesOf.createPet.answers]
  const animal = completed<SentAnimal>(shapes.NewPet, given)
  return { ...create, asks: 'create', about, body: writeJson(animal), expects: [201], breaks, animal, tolerates }
}

export function askInvalid(
  about: string,
  body: string | undefined,
  breaks: Question['breaks'],
  tolerates?: Question['tolerates'],
): Question {
  return { ...create, asks: 'invalid', about, body, expects: [400], breaks, tolerates }
}

export function askUnauthorized(
  operation: OperationId,
  credential: WrongCredential,
  request: Request,
  flaw?: Flaw,
): Question {
  const breaks = [clausesOf[operation].unauthorized, ...credentialClauses(credential)]
  return { ...request, asks: 'unauthorized', about: credential, flaw, operation, credential, expects: [401], breaks }
}

/** Asks an operation, on whatever resource, for an answer of this status. */
export function askFor(operation: OperationId, status: 200 | 400 | 404, path: string): QuestionFor<'other'> {
  const { answers, bodyRequired = answers, notFound = answers } = clausesOf[operation]
  const breaks = [{ 200: answers, 400: bodyRequired, 404: notFound }[status]]
  return { asks: 'other', about: path, operation, credential: 'valid', path, expects: [status], breaks }
}

/** Asks something that the interface leaves open: no answer is wrong. */
export function askSilence(
  about: SilenceId,
  operation: OperationId,
  request: Request,
  tried = request.path,
): QuestionFor<'silence'> {
  return { ...request, asks: 'silence', about, tried, operation, credential: 'valid', expects: [], breaks: [] }
}
