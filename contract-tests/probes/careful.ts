import { type Int64, type OperationId, operations, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { WrongCredential } from '../run/credentials.ts'
import type { Flaw, Question, Request } from '../run/question.ts'
import { askInvalid, askList, askForPet, pathFor } from '../run/questions.ts'
import { unknownId } from './get-unknown.ts'

/** A request for each operation that changes nothing, for when any will do. */
export const harmless: Readonly<Record<OperationId, (catalogue: Catalogue) => Promise<Question>>> = {
  listPets: async () => askList({ limit: 1 }),
  createPet: async () => askInvalid('no body', undefined, ['4.2/body-required']),
  getPet: async (catalogue) => askForPet('getPet', await unknownId(catalogue), 'unknown'),
}

/** A request that is refused for its key alone, or for a flaw as well; the name of the animal that it must not add. */
export interface RefusedRequest extends Request {
  readonly name?: string
}

/**
 * A request for each operation that would be answered if the key were right, or has a flaw. An open deployment answers it
 * all the same: what changes or removes an animal is asked with `unusedId`, never with an animal that is there.
 */
export const refusedFor: Readonly<
  Record<OperationId, (catalogue: Catalogue, flaw: Flaw | undefined, turn: number) => Promise<RefusedRequest>>
> = {
  listPets: async (_catalogue, _flaw, turn) => askList(turn % 2 === 0 ? { limit: 1 } : { status: 'sold', limit: 1 }),
  createPet: async (catalogue, flaw) => {
    const { path } = operations.createPet
    if (flaw !== undefined) return { path, body: flaw === 'malformed' ? '{"name":' : writeJson({ status: 'lost' }) }
    const { id: categoryId } = await catalogue.category()
    const name = catalogue.name()
    return { path, name, body: writeJson({ name, categoryId, status: 'available' }) }
  },
  getPet: async (catalogue, flaw) => {
    const pets = await catalogue.pets()
    const known = [...catalogue.added, ...pets].find(({ id }) => id !== undefined)?.id
    const id: Int64 = flaw === undefined && known !== undefined ? known : await unknownId(catalogue)
    return { path: pathFor('getPet', id) }
  },
}

/** Wrong keys for each operation, and what else is wrong with some of the requests. */
export type Refusals = Readonly<Record<OperationId, readonly (readonly [WrongCredential, Flaw?])[]>>

/** The wrong keys of every run. A short list comes last, because `get` asks for an animal right after it. */
export const firstRefusals: Refusals = {
  listPets: [['missing'], ['truncated'], ['bare'], ['basic']],
  createPet: [['wrong'], ['missing', 'invalid'], ['empty', 'malformed']],
  getPet: [['missing', 'unknown'], ['suffixed'], ['other-case']],
}

/** Further wrong keys, for what is left of the requests. */
export const furtherRefusals: Refusals = {
  listPets: [['prefixed'], ['wrong'], ['suffixed'], ['empty']],
  createPet: [['token'], ['truncated'], ['suffixed'], ['basic']],
  getPet: [['wrong'], ['truncated'], ['empty'], ['basic']],
}
