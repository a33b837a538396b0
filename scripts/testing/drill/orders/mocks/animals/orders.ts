import type { Awaitable, Int64 } from '../../spec/index.ts'
import type { NewOrder, Order } from '../../spec/made/types.ts'
import { type Collection, followingId } from './animals.ts'
import type { MemoryLimit } from './memory-limit.ts'

/** The orders of a sandbox, as plain data. */
export interface OrdersChange {
  readonly orders: readonly Order[]
  readonly nextId: Int64
}

/** The orders of a sandbox. */
export interface Orders extends Collection<Order> {
  list(): Awaitable<readonly Order[]>
  add(order: NewOrder): Awaitable<Order>
  changes(): Awaitable<OrdersChange>
  readonly isUnchanged?: boolean
}

const start: OrdersChange = { orders: [{ id: 1, petId: 1, quantity: 1, status: 'placed' }], nextId: 2 }
const bytesOfOrder = 256

export function bytesOfOrders({ orders }: OrdersChange): number {
  return orders.length * bytesOfOrder
}

/** Orders in memory. */
export class MemoryOrders implements Orders {
  readonly #orders: Map<Int64, Order>
  readonly #memoryLimit: MemoryLimit
  #nextId: Int64
  isUnchanged: boolean

  constructor(beginning: 'kept' | 'dataset' | OrdersChange, memoryLimit: MemoryLimit) {
    const { orders, nextId } = typeof beginning === 'string' ? start : beginning
    this.#orders = new Map(orders.map((order) => [order.id, order]))
    this.#nextId = nextId
    this.isUnchanged = typeof beginning === 'string'
    this.#memoryLimit = memoryLimit
    memoryLimit.usedBytes = bytesOfOrders({ orders, nextId })
  }

  get(id: Int64): Order | undefined {
    return this.#orders.get(id)
  }

  list(): readonly Order[] {
    return [...this.#orders.values()]
  }

  add(order: NewOrder): Order {
    const added = { id: this.#nextId, ...order }
    this.#memoryLimit.check(bytesOfOrder)
    this.#nextId = followingId(this.#nextId)
    this.put(added)
    return added
  }

  put(order: Order): void {
    this.#orders.set(order.id, order)
    this.#changed()
  }

  remove(id: Int64): boolean {
    const isThere = this.#orders.delete(id)
    this.#changed()
    return isThere
  }

  #changed(): void {
    this.isUnchanged = false
    this.#memoryLimit.usedBytes = this.#orders.size * bytesOfOrder
  }

  changes(): OrdersChange {
    return { orders: this.list(), nextId: this.#nextId }
  }
}
