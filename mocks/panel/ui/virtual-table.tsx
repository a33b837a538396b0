import { Component, type ComponentChildren, type HTMLAttributes, type VNode } from 'preact'
import type { VirtualRows } from './use-virtual-rows.ts'

/** A column of a table; `name` is that of its area in the grid of a row. */
export interface Column<Row> {
  readonly name: string
  readonly title: ComponentChildren
  readonly sort?: 'ascending' | 'descending' | 'none'
  readonly cell: (row: Row) => ComponentChildren
}

interface VirtualTableProps<Row> {
  readonly label: string
  readonly class: string
  readonly columns: readonly Column<Row>[]
  readonly rows: VirtualRows
  /** Makes a row: give its element what `place` has, and a key. */
  readonly row: (index: number, place: RowPlace) => VNode
  /** A row that stays in the page, wherever it is. */
  readonly kept?: number
  /** Further attributes of the grid. */
  readonly attributes?: HTMLAttributes<HTMLDivElement>
  /** What lies over the rows. */
  readonly children?: ComponentChildren
}

/** What puts a row in its place. */
export type RowPlace = ReturnType<typeof placeOf>

function placeOf(index: number, rowHeight: number) {
  const style = { transform: `translateY(${index * rowHeight}px)` }
  return { role: 'row', class: 'table-row', 'aria-rowindex': index + 2, style } as const
}

/** A table of many rows, of which only those that can be seen are in the page. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, row, kept, attributes, children } = props
  const { scroller, count, rowHeight, from, to } = rows
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  if (kept !== undefined && kept < count && (kept < from || kept >= to)) shown.push(kept)
  return (
    <div class={`virtual-table ${props.class}`}>
      <div
        class="table-scroller"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        ref={scroller}
        {...attributes}
      >
        <div class="table-head" role="rowgroup">
          <div class="table-row" role="row" aria-rowindex={1}>
            {columns.map(({ name, title, sort }) => (
              <div key={name} role="columnheader" class={`cell-${name}`} style={{ gridArea: name }} aria-sort={sort}>
                {title}
              </div>
            ))}
          </div>
        </div>
        <div class="table-space" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
          {shown.map((index) => row(index, placeOf(index, rowHeight)))}
        </div>
      </div>
      {children}
    </div>
  )
}

interface CellsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
}

/** The cells of a row. They are made once for each: in a frame many rows may move, and none of them changes. */
export class Cells<Row> extends Component<CellsProps<Row>> {
  override shouldComponentUpdate({ row }: CellsProps<Row>): boolean {
    return row !== this.props.row
  }

  override render({ columns, row }: CellsProps<Row>) {
    return (
      <>
        {columns.map(({ name, cell }) => (
          <div key={name} role="gridcell" class={`cell-${name}`} style={{ gridArea: name }}>
            {cell(row)}
          </div>
        ))}
      </>
    )
  }
}
