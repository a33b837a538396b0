import {
  type OperationId,
  type OperationOnOne,
  isOnOne,
  operationIds,
  operations,
  writeJson,
} from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { type WrongCredential, wrongCredentials } from '../exchange/credentials.ts'
import type { Flaw, Question, Request } from '../exchange/question.ts'
import { askInvalid, askList, askForPet, isReading, pathFor } from '../exchange/questions.ts'
import { idOfNone } from './get-unknown.ts'

// What an operation on one animal is asked follows from the description; each other one says it here.
type OtherOperation = Exclude<OperationId, OperationOnOne<'Pet'>>

const harmlessOf: Readonly<Record<OtherOperation, () => Question>> = {
  listPets: () => askList({ limit: 1 }),
  createPet: () => askInvalid('no body', undefined, ['4.2/body-required']),
}

/** A request for an operation that changes nothing, for when any will do. */
export async function harmless(operation: OperationId, catalogue: Catalogue): Promise<Question> {
  if (!isOnOne(operation, 'Pet')) return harmlessOf[operation]()
  return askForPet(operation, await idOfNone(operation, catalogue), 'unknown')
}

/** A request that is refused for its key alone, or for a flaw as well; the name of the animal that it must not add. */
interface RefusedRequest extends Request {
  readonly name?: string
}

const refusedOf: Readonly<
  Record<OtherOperation, (catalogue: Catalogue, flaw: Flaw | undefined, turn: number) => Promise<RefusedRequest>>
> = {
  listPets: async (_catalogue, _flaw, turn) => askList(turn % 2 === 0 ? { limit: 1 } : { status: 'sold', limit: 1 }),
  createPet: async (catalogue, flaw) => {
    const { path } = operations.createPet
    if (flaw !== undefined) return { path, body: flaw === 'malformed' ? '{"name":' : writeJson({ status: 'lost' }) }
    const { id: categoryId } = await catalogue.category()
    const name = catalogue.name()
    return { path, name, body: writeJson({ name, categoryId, status: 'available' }) }
  },
}

/**
 * A request for an operation that would be answered if the key were right, or has a flaw. An open deployment answers it all
 * the same, so what changes or removes an animal is asked with an id that no animal has.
 */
export async function refusedFor(
  operation: OperationId,
  catalogue: Catalogue,
  flaw: Flaw | undefined,
  turn: number,
): Promise<RefusedRequest> {
  if (!isOnOne(operation, 'Pet')) return refusedOf[operation](catalogue, flaw, turn)
  const known = [...catalogue.added, ...(await catalogue.pets())].find(({ id }) => id !== undefined)?.id
  const isOfKnown = flaw === undefined && isReading(operation)
  return { path: pathFor(operation, (isOfKnown ? known : undefined) ?? (await idOfNone(operation, catalogue))) }
}

/** A request with a wrong key: the operation, the key, and what else is wrong. */
export type Refusal = readonly [OperationId, WrongCredential, Flaw?]

const all: readonly Refusal[] = [
  ['listPets', 'missing'],
  ['getPet', 'missing', 'unknown'],
  ['createPet', 'wrong'],
  ['listPets', 'truncated'],
  ['getPet', 'suffixed'],
  ['createPet', 'missing', 'invalid'],
  ['listPets', 'bare'],
  ['getPet', 'other-case'],
  ['createPet', 'empty', 'malformed'],
  // A short list comes last, because `get` asks for an animal right after it.
  ['listPets', 'basic'],
]

// A further operation takes one of these over, so that a run needs no more requests for it.
const spare: readonly WrongCredential[] = ['other-case', 'suffixed', 'truncated']
const others = operationIds.filter((id) => all.every(([operation]) => operation !== id))
const takers = new Map(others.map((id, at) => [spare[at], id]))

/** The wrong keys of every run, in the order in which they are sent. */
export const firstRefusals: readonly Refusal[] = all.map(([operation, ...wrong]) => [
  takers.get(wrong[0]) ?? operation,
  ...wrong,
])

/** All other wrong keys, for what is left of the requests: first the kinds that were not tried at all. */
export const furtherRefusals: readonly Refusal[] = wrongCredentials
  .flatMap((credential) => operationIds.map((id): Refusal => [id, credential]))
  .filter(([id, credential]) => firstRefusals.every(([first, tried]) => first !== id || tried !== credential))
  .toSorted(([, one], [, other]) => Number(isTried(one)) - Number(isTried(other)))

function isTried(credential: WrongCredential): boolean {
  return firstRefusals.some(([, tried]) => tried === credential)
}
