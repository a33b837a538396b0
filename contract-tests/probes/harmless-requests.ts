import { type ItemOperation, type OperationId, isItemOperation, operations, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Flaw, Question, Request } from '../exchange/question.ts'
import { askInvalid, askList, askForPet, isReading, pathFor } from '../exchange/questions.ts'
import { idOfNone } from './get-unknown.ts'

// Operations on one animal need no entry: the description says how to ask them.
type OtherOperation = Exclude<OperationId, ItemOperation<'Pet'>>

const harmlessOf: Readonly<Record<OtherOperation, () => Question>> = {
  listPets: () => askList({ limit: 1 }),
  createPet: () => askInvalid('no body', undefined, ['4.2/body-required']),
}

/** Asks an operation for something that changes nothing. */
export async function askHarmless(operation: OperationId, catalogue: Catalogue): Promise<Question> {
  if (!isItemOperation(operation, 'Pet')) return harmlessOf[operation]()
  return askForPet(operation, await idOfNone(operation, catalogue), 'unknown')
}

/** A request with a wrong key, and the name of the animal that it must not add. */
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
 * A request to send with a wrong key, valid otherwise unless it gets a flaw. A deployment without a key check executes it, so
 * requests that change or remove an animal name an id that no animal has.
 */
export async function requestForWrongKey(
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
