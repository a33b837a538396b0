import { type ShapeOf, isInt64, isObject, parseInt64, readJsonBytes } from '../../spec/index.ts'
import { type Reply, jsonReply, refuse } from './reply.ts'
import type { ServerState } from './server-state.ts'
import type { Call } from './call.ts'

type Order = ShapeOf<'Order'>

const statuses: readonly unknown[] = ['placed', 'approved', 'delivered'] satisfies ShapeOf<'OrderStatus'>[]

/** What a server answers to the operations on orders. */
export function orderReplies({ kept }: ServerState) {
  const orders: Order[] = [{ id: 1, petId: 1, quantity: 1, status: 'placed' }]
  kept.Order = orders
  return {
    listOrders({ query }: Call): Reply {
      const [limit, status] = [Number(query.get('limit') ?? 20), query.get('status')]
      if (!(limit >= 1 && limit <= 100) || (status !== null && !statuses.includes(status))) return refuse(400)
      const found = orders.filter((order) => status === null || order.status === status)
      return jsonReply(200, found.slice(0, limit))
    },
    createOrder({ body }: Call): Reply {
      const reading = readJsonBytes(body)
      const sent = reading.ok && isObject(reading.value) ? reading.value : {}
      const { petId, quantity, status } = sent
      const isQuantity = Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= 100
      if (!isInt64(petId) || !isQuantity || (status !== undefined && !statuses.includes(status))) return refuse(400)
      const order = {
        id: orders.length + 1,
        petId,
        quantity: Number(quantity),
        ...(status !== undefined && { status }),
      }
      orders.push(order as Order)
      return jsonReply(201, order)
    },
    getOrder({ id }: Call): Reply {
      const order = orders.find((each) => each.id === parseInt64(id))
      return order === undefined ? refuse(404) : jsonReply(200, order)
    },
  }
}
