import { type Operation, type OperationId, operationIds, operations } from '../../spec/index.ts'
import { goodBody } from '../../spec/good-body.ts'
import type { Answer, AskOptions } from './ask.ts'
import { type WitnessClient, member } from './witness.ts'

/** Calls an operation, for the item of this id if it is for one. */
export function askOperation(
  { ask }: WitnessClient,
  id: OperationId,
  itemId: unknown,
  options?: AskOptions,
): Promise<Answer> {
  const { method, path } = operations[id]
  return ask(`${method} ${path.replace(/\{\w+\}/, String(itemId))}`, { body: goodBody(id), ...options })
}

/** Calls an operation, after an item was added for it; with or without its optional members. */
export async function askOnAdded(
  client: WitnessClient,
  id: OperationId,
  options?: AskOptions,
  isFull = true,
): Promise<Answer> {
  const create = operationBeside(id, 'create')
  if (create === undefined || create === id) return askOperation(client, id, 1, options)
  const added = await askOperation(client, create, undefined, { body: goodBody(create, isFull) })
  return askOperation(client, id, member(added.json, 'id'), options)
}

/** What can be read of an item; undefined if there is none. */
export async function textOfItem(client: WitnessClient, id: OperationId, itemId: unknown): Promise<string | undefined> {
  const read = operationBeside(id, 'read')
  const answer = read && (await askOperation(client, read, itemId))
  return answer?.status === 200 ? answer.text : undefined
}

/** The operation that does this with what another one works on. */
function operationBeside(id: OperationId, role: Operation['role']): OperationId | undefined {
  return operationIds.find(
    (other) => operations[other].role === role && operations[other].resource === operations[id].resource,
  )
}
