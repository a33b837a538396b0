/** A column that animals can be ordered by. */
export type SortColumn = 'id' | 'name' | 'category' | 'status'

/** The order of the table: that of creation, unless a column is named. */
export interface AnimalsOrder {
  readonly sort: SortColumn | undefined
  readonly isDescending: boolean
}

/** The columns, in their places. */
export const sortColumns: readonly { readonly column: SortColumn; readonly title: string }[] = [
  { column: 'id', title: 'Id' },
  { column: 'name', title: 'Name' },
  { column: 'category', title: 'Category' },
  { column: 'status', title: 'Status' },
]

/** The order of creation, the oldest first. */
export const creationOrder: AnimalsOrder = { sort: undefined, isDescending: false }

/** What a click on a column's head makes of the order: upward, downward, and back to that of creation. */
export function nextOrder({ sort, isDescending }: AnimalsOrder, column: SortColumn): AnimalsOrder {
  if (sort !== column) return { sort: column, isDescending: false }
  return isDescending ? creationOrder : { sort: column, isDescending: true }
}

/** The orders that can be chosen, with their words. */
export const orders: readonly { readonly value: string; readonly text: string; readonly order: AnimalsOrder }[] = [
  { value: 'oldest', text: 'oldest first', order: creationOrder },
  { value: 'newest', text: 'newest first', order: { sort: undefined, isDescending: true } },
  ...sortColumns.flatMap(({ column, title }) => [
    { value: column, text: `${title.toLowerCase()} ▲`, order: { sort: column, isDescending: false } },
    { value: `${column}-down`, text: `${title.toLowerCase()} ▼`, order: { sort: column, isDescending: true } },
  ]),
]

/** The order's own value among {@link orders}. */
export function orderValue({ sort, isDescending }: AnimalsOrder): string {
  return orders.find(({ order }) => order.sort === sort && order.isDescending === isDescending)?.value ?? 'oldest'
}

/** The order as the control API takes it. */
export function orderQuery({ sort, isDescending }: AnimalsOrder): Readonly<Record<string, string>> {
  if (sort === undefined) return isDescending ? { order: 'newest-first' } : {}
  return { sort, direction: isDescending ? 'descending' : 'ascending' }
}
