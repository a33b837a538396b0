/** What animals can be ordered by: the columns of the table, in their places. */
export const sortColumns = ['id', 'name', 'category', 'status'] as const

export type SortColumn = (typeof sortColumns)[number]

/** An order, as the query of the control API: empty for that of creation, the oldest first. */
export type AnimalsOrder = string

const upward = (column: SortColumn): AnimalsOrder => `sort=${column}`
const downward = (column: SortColumn): AnimalsOrder => `sort=${column}&direction=descending`

/** The orders that can be chosen, with their words. */
export const orders: readonly { readonly value: AnimalsOrder; readonly text: string }[] = [
  { value: '', text: 'oldest first' },
  { value: 'order=newest-first', text: 'newest first' },
  ...sortColumns.flatMap((column) => [
    { value: upward(column), text: `${column} ▲` },
    { value: downward(column), text: `${column} ▼` },
  ]),
]

/** The direction in which an order sorts a column. */
export function directionOf(order: AnimalsOrder, column: SortColumn): 'ascending' | 'descending' | 'none' {
  if (order === upward(column)) return 'ascending'
  return order === downward(column) ? 'descending' : 'none'
}

/** What a click on a column's head makes of the order: upward, downward, and back to that of creation. */
export function nextOrder(order: AnimalsOrder, column: SortColumn): AnimalsOrder {
  const direction = directionOf(order, column)
  if (direction === 'none') return upward(column)
  return direction === 'ascending' ? downward(column) : ''
}
