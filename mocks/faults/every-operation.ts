import {
  type Awaitable,
  type OperationId,
  type Resource,
  isInt64,
  isObject,
  operationIds,
  operations,
  readJson,
} from '../../spec/index.ts'
import type { CalledSandbox, Overrides } from '../call/overrides.ts'
import type { Collection } from '../animals/animals.ts'
import { type GeneralId, successOf } from './catalogue.ts'
import { type ReplyEdit, bodyAs, edit, idOf, operationOf, refuse, statusAs } from './edit-reply.ts'
import { letIn } from './keys.ts'

/** Faults that the description makes possible for each operation; the catalogue has those whose clauses there are. */
export const generalFaults = Object.fromEntries(operationIds.flatMap(faultsOf)) as Record<GeneralId, Overrides>

function faultsOf(id: OperationId) {
  const { success, other } = successOf(id)
  const on = (status: number, change: ReplyEdit) =>
    edit((usual, context) => usual.status === status && operationOf(context) === id, change)
  const faults: Readonly<Record<string, Overrides>> = {
    open: letIn((context) => operationOf(context) === id),
    [`answers-${other}`]: on(success, statusAs(other)),
    'not-kept': forgetting(id),
    'large-id-400': refuse(id, 400, 'invalid_id', (context) => typeof idOf(context) === 'bigint'),
    'unknown-500': on(404, statusAs(500)),
    'unknown-body-text': on(404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
  }
  return Object.entries(faults).map(([name, overrides]) => [`${operations[id].word}-${name}`, overrides] as const)
}

/** What holds the items of a resource; the compiler says which one is missing. */
const collectionOf: Readonly<Record<Resource, (sandbox: CalledSandbox) => Awaitable<Collection>>> = {
  Pet: ({ animals }) => animals,
}

/** Answers as the operation does, and then puts back what it was about, or takes away what it added. */
function forgetting(id: OperationId): Overrides {
  return {
    async operate(usual, context) {
      const { effect, resource } = operations[id]
      if (operationOf(context) !== id || effect === null) return usual()
      const collection = await collectionOf[resource](context.sandbox)
      const askedId = idOf(context)
      const before = askedId === undefined ? undefined : await collection.get(askedId)
      const outcome = await usual()
      if (before !== undefined) await collection.put(before)
      const added = readJson(outcome.status === 201 ? outcome.body : '')
      if (added.ok && isObject(added.value) && isInt64(added.value['id'])) await collection.remove(added.value['id'])
      return outcome
    },
  }
}
