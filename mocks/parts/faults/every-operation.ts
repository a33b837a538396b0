import {
  type ClauseId,
  type OperationId,
  documentedSuccess,
  isInt64,
  isObject,
  operationClauses,
  operationIds,
  operations,
  readJson,
} from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import type { Items } from '../../animals/items.ts'
import { type ReplyEdit, bodyAs, edit, idOf, isBodiless, jsonAs, operationOf, refuse, statusAs } from './edit-reply.ts'
import { letIn } from './keys.ts'

/** A fault that follows from the description, overrides and all. */
export interface DerivedFault {
  readonly id: string
  readonly clause: ClauseId
  readonly summary: string
  readonly overrides: Overrides
}

/** Faults of each operation, as far as the description documents what they break. */
export const operationFaults: readonly DerivedFault[] = operationIds.flatMap((id) => {
  const { idParameter, word } = operations[id]
  const clauses = operationClauses(id)
  const { status } = documentedSuccess(id)
  const other = status === 200 ? 201 : 200
  const on = (answered: number, change: ReplyEdit) =>
    edit((usual, context) => usual.status === answered && operationOf(context) === id, change)
  const faults: readonly (readonly [name: string, ClauseId | null, summary: string, Overrides])[] = [
    ['open', clauses.unauthorized, `${id} answers without any key`, letIn((context) => operationOf(context) === id)],
    [
      'envelope',
      clauses.array,
      `the list of ${id} is wrapped in an object, as {"data":[…]}`,
      on(
        status,
        listAs((data) => ({ data })),
      ),
    ],
    [
      'items-null',
      clauses.items,
      `the last item of ${id} is null`,
      on(
        status,
        listAs((list) => [...list.slice(0, -1), null]),
      ),
    ],
    [
      'wants-body',
      clauses.noRequestBody,
      `${id} is refused with 411 unless the request has a body`,
      refuse(id, 411, 'malformed_request', isBodiless),
    ],
    [`answers-${other}`, clauses.answers, `${id} answers ${other} in place of ${status}`, on(status, statusAs(other))],
    ['not-kept', clauses.effect, `${id} answers ${status}, and nothing is changed`, forgetting(id)],
    [
      'large-id-400',
      clauses.everyId,
      `${id} refuses a ${idParameter} beyond 2^53 with 400`,
      refuse(id, 400, 'invalid_id', (context) => typeof idOf(context) === 'bigint'),
    ],
    ['unknown-500', clauses.notFound, `${id} answers 500 to a ${idParameter} that nothing has`, on(404, statusAs(500))],
    [
      'invalid-body-text',
      clauses.invalidError,
      `the body of a 400 of ${id} is plain text`,
      on(400, bodyAs('Bad Request', 'text/plain; charset=utf-8')),
    ],
    [
      'unknown-body-text',
      clauses.notFoundError,
      `the body of a 404 of ${id} is plain text`,
      on(404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
    ],
  ]
  return faults.flatMap(([name, clause, summary, overrides]) =>
    clause === null ? [] : { id: `${word}-${name}`, clause, summary, overrides },
  )
})

function listAs(change: (list: readonly unknown[]) => unknown): ReplyEdit {
  return jsonAs((body: unknown) => (Array.isArray(body) ? change(body) : body))
}

/** Answers as the operation does, and then puts back what it was about, or takes away what it added. */
function forgetting(id: OperationId): Overrides {
  return {
    async operate(usual, context) {
      if (operationOf(context) !== id) return usual()
      const collection: Items = await context.sandbox.collections.of(operations[id].resource)
      const askedId = idOf(context)
      const before = askedId === undefined ? undefined : await collection.get(askedId)
      const outcome = await usual()
      if (before !== undefined) await collection.put(before)
      const added = readJson(outcome.status === 201 ? outcome.body : '')
      if (added.ok && isObject(added.value) && isInt64(added.value['id'])) await collection.remove(added.value['id'])
      // Another object, so that the call says that the fault took part.
      return { ...outcome }
    },
  }
}
