import { goodBody } from '../../spec/good-body.ts'
import {
  type Member,
  type OperationId,
  documentedSuccess,
  isItemOperation,
  operations,
  shapes,
  writeJson,
} from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Flaw, Question, Request } from '../exchange/question.ts'
import { askFor, isReading, pathFor } from '../exchange/questions.ts'
import { idOfNone } from './get-unknown.ts'

/** Asks an operation for something that changes nothing: a list of one, an item that is not there, or without its body. */
export async function askHarmless(operation: OperationId, catalogue: Catalogue): Promise<Question> {
  const { path, role, idParameter } = operations[operation]
  if (idParameter !== null) return askFor(operation, 404, pathFor(operation, await idOfNone(operation, catalogue)))
  return role === 'list' ? askFor(operation, 200, `${path}?limit=1`) : askFor(operation, 400, path)
}

/**
 * A request to send with a wrong key, valid otherwise unless it gets a flaw. A deployment without a key check executes it, so
 * requests that change or remove something name an id that nothing has.
 */
export async function requestForWrongKey(
  operation: OperationId,
  catalogue: Catalogue,
  flaw: Flaw | undefined,
  turn: number,
): Promise<Request> {
  const { path, role, idParameter } = operations[operation]
  if (role === 'list') return { path: `${path}?${turn % 2 === 0 ? '' : filterOf(operation)}limit=1` }
  if (idParameter === null) return { path, ...(await bodyFor(operation, catalogue, flaw)) }
  const isOfKnown = flaw === undefined && isReading(operation) && isItemOperation(operation, 'Pet')
  const known = isOfKnown
    ? [...catalogue.added, ...(await catalogue.pets())].find(({ id }) => id !== undefined)
    : undefined
  return { path: pathFor(operation, known?.id ?? (await idOfNone(operation, catalogue))) }
}

/** A filter of a list, as text of a query: the last value of each member that it filters by. */
function filterOf(operation: OperationId): string {
  const { schema } = documentedSuccess(operation)
  const members: readonly Member[] = schema === null ? [] : shapes[schema].members
  const filters = members.filter(({ name }) => name in operations[operation].parameters)
  return filters.map(({ name, values }) => `${name}=${values?.at(-1)}&`).join('')
}

/** A body for a creation, with a name that shows people where it comes from if it has one. */
async function bodyFor(operation: OperationId, catalogue: Catalogue, flaw: Flaw | undefined) {
  if (flaw !== undefined) return { body: flaw === 'malformed' ? '{"name":' : writeJson({ status: 'lost' }) }
  const body = goodBody(operation) ?? {}
  if (!('name' in body)) return { body: writeJson(body) }
  return { body: writeJson({ ...body, name: catalogue.name(), categoryId: await catalogue.category() }) }
}
