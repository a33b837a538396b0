import { type ShapeOf, validators } from '../../spec/index.ts'
import { writeJson } from '../../spec/json.ts'
import { BaseItems } from '../animals/items.ts'
import { readBody } from '../call/body.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import { readItemId, unknownItem } from './item-id.ts'

/** The orders that all sandboxes start with. */
export const baseOrders = new BaseItems<ShapeOf<'Order'>>(
  'Order',
  [{ id: 1, petId: 1, quantity: 1, status: 'placed' }],
  validators.Order,
)

export async function listOrders({ route, choices, sandbox }: CallContext): Promise<Outcome> {
  const query = new URLSearchParams(route.query)
  const [limit, status] = [query.get('limit') ?? '20', query.get('status')]
  if (!/^[1-9][0-9]?$|^100$/.test(limit) || (status !== null && !validators.OrderStatus(status)))
    return errorOutcome(choices, 400, 'invalid_query', 'limit is from 1 to 100, and status one of an order.')
  const orders = await sandbox.collections.of('Order')
  const page = { limit: Number(limit), status: status ?? undefined, order: 'oldest-first' } as const
  return { status: 200, body: writeJson((await orders.page(page)).items) }
}

export async function createOrder({ call, choices, sandbox }: CallContext): Promise<Outcome> {
  const reading = readBody(call)
  if (reading?.ok !== true || !validators.NewOrder(reading.value))
    return errorOutcome(choices, 400, 'invalid_body', 'The body is no NewOrder.')
  const { petId, quantity, status } = reading.value
  const orders = await sandbox.collections.of('Order')
  return { status: 201, body: writeJson(await orders.add({ petId, quantity, ...(status && { status }) })) }
}

export async function getOrder(context: CallContext): Promise<Outcome> {
  const id = readItemId(context)
  if (typeof id === 'object') return id
  const order = await (await context.sandbox.collections.of('Order')).get(id)
  return order === undefined ? unknownItem(context.choices, 'not_found') : { status: 200, body: writeJson(order) }
}
