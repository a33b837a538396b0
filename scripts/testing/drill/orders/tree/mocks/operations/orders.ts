import { type ShapeOf, shapes, validators } from '../../spec/index.ts'
import { BaseItems } from '../animals/items.ts'
import type { ResourceRules } from './resource-rules.ts'

/** The orders that all sandboxes start with. */
export const baseOrders = new BaseItems<ShapeOf<'Order'>>(
  'Order',
  [{ id: 1, petId: 1, quantity: 1, status: 'placed' }],
  validators.Order,
)

/** What is special about orders. */
export const orders: ResourceRules<ShapeOf<'Order'>> = {
  newShape: shapes.NewOrder,
  isNew: validators.NewOrder,
  unknown: 'not_found',
}
