import { type ItemOperation, type OperationId, operations, readJson, validators, writeJson } from '../../spec/index.ts'
import { clausesOf } from '../exchange/clauses-of.ts'
import type { Question } from '../exchange/question.ts'
import type { AskedFor } from '../traffic/question-of.ts'

type OrderOperation = Extract<OperationId, `${string}Order${string}`>

/** Asks something of the orders. */
function ask(operation: OrderOperation, path: string, status: number, body?: string): Question {
  const { answers, notFound, errors } = clausesOf[operation]
  const breaks = [(status === 404 ? notFound : errors[status]) ?? answers]
  return { asks: 'other', about: path, operation, credential: 'valid', path, body, expects: [status], breaks }
}

/** A request for each operation that changes nothing. */
export const harmlessOrders: Readonly<Record<OrderOperation, () => Question>> = {
  listOrders: () => ask('listOrders', '/store/orders?limit=1', 200),
  createOrder: () => ask('createOrder', '/store/orders', 400, '{}'),
  getOrder: () => ask('getOrder', '/store/orders/4711', 404),
}

/** A request for each operation that is refused for its key. */
export const refusedOrders: Readonly<Record<OrderOperation, () => Promise<{ path: string; body?: string }>>> = {
  listOrders: async () => ({ path: '/store/orders' }),
  createOrder: async () => ({ path: '/store/orders', body: writeJson({ petId: 1, quantity: 1 }) }),
  getOrder: async () => ({ path: '/store/orders/1' }),
}

/** What somebody else asked of the orders. */
export function caseOfOrders({ operation, path, body, status }: AskedFor): Question {
  const order = operation as OrderOperation
  const { role } = operations[order]
  if (role === 'list') return ask(order, path, 200)
  if (role === 'read') return ask(order, path, status === 404 ? 404 : 200)
  const sent = readJson(body ?? '')
  return ask(order, path, sent.ok && validators.NewOrder(sent.value) ? 201 : 400, body ?? undefined)
}

// The role of one order is its own, whatever those of animals are.
export const onOneOrder: ItemOperation<'Order'> = 'getOrder'
