import { Component, type ComponentChildren, type HTMLAttributes, type VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Browsers lay out no element that is much taller than this. */
const tallestPixels = 15_000_000

/** How many rows stand ready beyond what is seen, on either side. */
const overscan = 8

type VirtualRows = ReturnType<typeof useVirtualRows>

/**
 * Of many rows of one height in an element that scrolls, keeps only those in the page that can be seen. The style of the
 * element says how high a row is (`--row-height`, in pixels); its first child is the head, which stays at the top. Our
 * own, for the arithmetic is short: spec/decisions/0044-own-virtual-rows.md.
 */
export function useVirtualRows(wanted: number) {
  const [element, scroller] = useState<HTMLElement | null>(null)
  const [{ top, bottom, rowHeight }, setSeen] = useState({ top: 0, bottom: 0, rowHeight: 32 })
  const heightBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (element === null) return undefined
    const look = () => {
      const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height'))
      // Who reads a row goes on reading there when all rows change their height.
      const before = heightBefore.current ?? height
      heightBefore.current = height
      const first = Math.floor(element.scrollTop / before)
      const seen = { top: first, bottom: first + Math.ceil(element.clientHeight / height) + 1, rowHeight: height }
      setSeen((last) => (last.top === seen.top && last.bottom === seen.bottom && before === height ? last : seen))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [element])
  useLayoutEffect(() => {
    if (element !== null) element.scrollTop = top * rowHeight
    // Only a new height moves it; the list is as tall as its new rows by now.
  }, [rowHeight])

  const count = Math.min(wanted, Math.floor(tallestPixels / rowHeight))
  return {
    element,
    /** Give this to the element that scrolls, as its `ref`. */
    scroller: scroller as (element: HTMLElement | null) => void,
    /** How many rows there are: as many as were wanted, or as a browser can lay out. */
    count,
    rowHeight,
    /** The first row to be in the page, and the one after the last. */
    from: Math.max(0, Math.min(top, count) - overscan),
    to: Math.min(count, bottom + overscan),
    /** Brings a row into view, moving as little as needed. */
    show: (index: number) => {
      if (element === null) return
      const lowest = index * rowHeight
      const head = element.firstElementChild?.clientHeight ?? 0
      const highest = lowest + rowHeight + head - element.clientHeight
      element.scrollTop = Math.min(lowest, Math.max(highest, element.scrollTop))
    },
  }
}

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

type CellsProps<Row> = { readonly columns: readonly Column<Row>[]; readonly row: Row }

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
