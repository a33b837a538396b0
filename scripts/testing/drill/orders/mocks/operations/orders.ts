import { type Int64, parseInt64, validators } from '../../spec/index.ts'
import type { Order } from '../../spec/made/types.ts'
import { writeJson } from '../../spec/json.ts'
import { readBody } from '../call/body.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import type { CallContext, CalledSandbox } from '../call/overrides.ts'
import { idTextOf } from '../call/route.ts'
import type { Collection } from '../animals/animals.ts'
import { unknownAnimal } from './pet-id.ts'

const kept = new WeakMap<CalledSandbox, Map<Int64, Order>>()

/** The orders of a sandbox: one at first. */
function mapOf(sandbox: CalledSandbox): Map<Int64, Order> {
  const orders = kept.get(sandbox) ?? new Map([[1, { id: 1, petId: 1, quantity: 1, status: 'placed' }]])
  kept.set(sandbox, orders)
  return orders
}

export function ordersOf(sandbox: CalledSandbox): Collection<Order> {
  const orders = mapOf(sandbox)
  return {
    get: (id) => orders.get(id),
    put: (order) => void orders.set(order.id, order),
    remove: (id) => orders.delete(id),
  }
}

export function listOrders({ route, rules, sandbox }: CallContext): Outcome {
  const query = new URLSearchParams(route.query)
  const [limit, status] = [query.get('limit') ?? '20', query.get('status')]
  if (!/^[1-9][0-9]?$|^100$/.test(limit) || (status !== null && !validators.OrderStatus(status)))
    return errorOutcome(rules, 400, 'invalid_query', 'limit is from 1 to 100, and status one of an order.')
  const orders = [...mapOf(sandbox).values()].filter((order) => status === null || order.status === status)
  return { status: 200, body: writeJson(orders.slice(0, Number(limit))) }
}

export function createOrder({ call, rules, sandbox }: CallContext): Outcome {
  const reading = readBody(call)
  if (reading?.ok !== true || !validators.NewOrder(reading.value))
    return errorOutcome(rules, 400, 'invalid_body', 'The body is no NewOrder.')
  const { petId, quantity, status } = reading.value
  const orders = mapOf(sandbox)
  const order: Order = { id: orders.size + 1, petId, quantity, ...(status && { status }) }
  orders.set(order.id, order)
  return { status: 201, body: writeJson(order) }
}

export function getOrder({ route, rules, sandbox }: CallContext): Outcome {
  const id = parseInt64(idTextOf(route) ?? '')
  const order = id === undefined ? undefined : mapOf(sandbox).get(id)
  return order === undefined ? unknownAnimal(rules) : { status: 200, body: writeJson(order) }
}
