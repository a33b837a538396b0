import { type ItemOperation, type OperationId, isItemOperation, operations, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Flaw, Question, Request } from '../exchange/question.ts'
import { askInvalid, askList, askForPet, isReading, pathFor } from '../exchange/questions.ts'
import { idOfNone } from './get-unknown.ts'

// What an operation on one animal is asked follows from the description; each other one says it here.
type OtherOperation = Exclude<OperationId, ItemOperation<'Pet'>>

const harmlessOf: Readonly<Record<OtherOperation, () => Question>> = {
  listPets: () => askList({ limit: 1 }),
  createPet: () => askInvalid('no body', undefined, ['4.2/body-required']),
}

/** A request for an operation that changes nothing, for when any will do. */
export async function harmless(operation: OperationId, catalogue: Catalogue): Promise<Question> {
  if (!isItemOperation(operation, 'Pet')) return harmlessOf[operation]()
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
  if (!isItemOperation(operation, 'Pet')) return refusedOf[operation](catalogue, flaw, turn)
  const known = [...catalogue.added, ...(await catalogue.pets())].find(({ id }) => id !== undefined)?.id
  const isOfKnown = flaw === undefined && isReading(operation)
  return { path: pathFor(operation, (isOfKnown ? known : undefined) ?? (await idOfNone(operation, catalogue))) }
}
