import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Pet, type PetStatus, petStatuses } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { visibleText } from '../../visible-text.ts'
import { AnimalCategory } from './animal-category.tsx'
import type { AnimalPages } from './animals-pages.ts'
import { type AnimalsOrder, type SortColumn, nextOrder, sortColumns } from './animals-order.ts'

interface AnimalsTableProps {
  readonly pages: AnimalPages
  readonly order: AnimalsOrder
  readonly onOrder: (order: AnimalsOrder) => void
  /** What the question of the table is; another one begins at its top. */
  readonly question: string
  readonly onEdit: (pet: Pet) => void
  readonly onRemoved: (pet: Pet) => void
}

/** Below this width a row has two lines. */
const narrowPixels = 620

/** An id of more characters has a line of its own there. */
const longId = 12

/** Browsers lay out no element that is much taller than this. */
const tallestPixels = 15_000_000

/** What can be done in a row, by its place. */
const controls = ['name', 'status', 'remove'] as const

/**
 * The table of animals. Only the rows in sight are in the page; the keyboard enters it once and moves by arrows, for
 * nobody can press Tab through 100,000 rows.
 */
export function AnimalsTable({ pages, question, order, onOrder, onEdit, onRemoved }: AnimalsTableProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const isNarrow = useIsNarrow(box)
  const total = pages.total ?? 0
  const hasLongIds = pages.longestId > longId
  const rowHeight = isNarrow ? (hasLongIds ? 92 : 68) : 44
  return (
    <div
      class={`animals-table ${isNarrow ? 'narrow' : ''} ${hasLongIds ? 'long-ids' : ''}`}
      ref={setBox}
      role="grid"
      aria-label="Animals"
      aria-rowcount={total + 1}
      aria-busy={pages.total === undefined}
      style={{ '--id-width': `${pages.longestId}ch` }}
    >
      <TableHead order={order} onOrder={onOrder} />
      <TableBody key={question} pages={pages} rowHeight={rowHeight} onEdit={onEdit} onRemoved={onRemoved} />
    </div>
  )
}

function useIsNarrow(element: HTMLElement | null): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    if (element === null) return undefined
    const measure = () => setNarrow(element.clientWidth < narrowPixels)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isNarrow
}

function TableHead({ order, onOrder }: Pick<AnimalsTableProps, 'order' | 'onOrder'>) {
  return (
    <div class="animals-head" role="rowgroup">
      <div class="animals-row" role="row" aria-rowindex={1}>
        {sortColumns.map(({ column, title }) => (
          <div key={column} role="columnheader" class={`cell-${column}`} aria-sort={ariaSort(order, column)}>
            <button type="button" class="sort-button" onClick={() => onOrder(nextOrder(order, column))}>
              {title}
              <span aria-hidden="true">{order.sort !== column ? '' : order.isDescending ? '▼' : '▲'}</span>
            </button>
          </div>
        ))}
        <div role="columnheader" class="cell-actions">
          <span class="visually-hidden">Actions</span>
        </div>
      </div>
    </div>
  )
}

function ariaSort(order: AnimalsOrder, column: SortColumn): 'ascending' | 'descending' | 'none' {
  if (order.sort !== column) return 'none'
  return order.isDescending ? 'descending' : 'ascending'
}

interface TableBodyProps extends Pick<AnimalsTableProps, 'pages' | 'onEdit' | 'onRemoved'> {
  readonly rowHeight: number
}

function TableBody({ pages, rowHeight, onEdit, onRemoved }: TableBodyProps) {
  // Until the first answer, rows that say nothing yet hold the place.
  const count = Math.min(pages.total ?? 12, Math.floor(tallestPixels / rowHeight))
  const rows = useVirtualRows({ count, rowHeight, overscan: 6 })
  const [active, setActive] = useState({ row: 0, control: 0 })
  const body = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const { from, to } = rows
  const activeRow = Math.min(active.row, Math.max(0, count - 1))

  useEffect(() => pages.want(from, to), [pages, from, to, pages.total])

  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    const target = focusTarget(body.current, activeRow, active.control)
    target?.focus({ preventScroll: true })
    // A row that has not come yet is waited for at its place.
    if (target !== undefined && target.role !== 'row') shouldFocus.current = false
  })

  const moveTo = (row: number, control: number) => {
    const next = Math.max(0, Math.min(count - 1, row))
    shouldFocus.current = true
    setActive({ row: next, control: Math.max(0, Math.min(controls.length - 1, control)) })
    rows.show(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveOf(event, Math.max(1, to - from - 12))
    if (move === undefined) return
    event.preventDefault()
    moveTo(move.toRow?.(count) ?? activeRow + (move.rows ?? 0), move.toControl ?? active.control + (move.controls ?? 0))
  }
  const shown = Array.from({ length: to - from }, (_, index) => from + index)
  // Where the keyboard is stays in the page, however far the wheel goes.
  if (count > 0 && (activeRow < from || activeRow >= to)) shown.push(activeRow)

  return (
    <div class="animals-scroller" role="rowgroup" ref={rows.scroller}>
      <div
        ref={body}
        class="animals-space"
        role="presentation"
        style={{ height: `${rows.height}px` }}
        onKeyDown={onKeyDown}
      >
        {shown.map((row) => (
          <Row
            key={row}
            row={row}
            top={row * rowHeight}
            pet={pages.at(row)}
            activeControl={row === activeRow ? active.control : undefined}
            onActive={(control) => {
              if (row !== active.row || control !== active.control) setActive({ row, control })
            }}
            onEdit={onEdit}
            onRemoved={(pet) => {
              // The one that follows takes its place, and the keyboard stays there. Nothing follows the last one.
              if (row === count - 1) moveTo(row - 1, active.control)
              onRemoved(pet)
            }}
          />
        ))}
      </div>
    </div>
  )
}

function focusTarget(body: HTMLElement | null, row: number, control: number): HTMLElement | undefined {
  const element = body?.querySelector<HTMLElement>(`[aria-rowindex="${row + 2}"]`)
  return element?.querySelector<HTMLElement>(`[data-control="${control}"]`) ?? element ?? undefined
}

interface Move {
  readonly rows?: number
  readonly controls?: number
  readonly toRow?: (count: number) => number
  readonly toControl?: number
}

function moveOf({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent, pageRows: number): Move | undefined {
  // Alt and an arrow open a list.
  if (altKey || metaKey) return undefined
  const isRtl = target instanceof Element && getComputedStyle(target).direction === 'rtl'
  switch (key) {
    case 'ArrowDown':
      return { rows: 1 }
    case 'ArrowUp':
      return { rows: -1 }
    case 'PageDown':
      return { rows: pageRows }
    case 'PageUp':
      return { rows: -pageRows }
    case 'ArrowRight':
      return { controls: isRtl ? -1 : 1 }
    case 'ArrowLeft':
      return { controls: isRtl ? 1 : -1 }
    case 'Home':
      return ctrlKey ? { toRow: () => 0 } : { toControl: 0 }
    case 'End':
      return ctrlKey ? { toRow: (count) => count - 1 } : { toControl: controls.length - 1 }
    default:
      return undefined
  }
}

interface RowProps {
  readonly row: number
  readonly top: number
  readonly pet: Pet | undefined
  /** The control that the keyboard reaches, where it is in this row. */
  readonly activeControl: number | undefined
  readonly onActive: (control: number) => void
  readonly onEdit: (pet: Pet) => void
  readonly onRemoved: (pet: Pet) => void
}

function Row({ row, top, pet, activeControl, onActive, onEdit, onRemoved }: RowProps) {
  const place = {
    role: 'row',
    'aria-rowindex': row + 2,
    style: { transform: `translateY(${top}px)` },
  } as const
  if (pet === undefined) {
    return (
      <div {...place} class="animals-row waiting" tabIndex={activeControl === undefined ? -1 : 0}>
        <div role="gridcell" class="cell-name">
          <span class="visually-hidden">{`Row ${row + 1} is on its way.`}</span>
          <span class="waiting-bar" aria-hidden="true" />
        </div>
      </div>
    )
  }
  const attributes = (control: number) => ({
    'data-control': control,
    tabIndex: activeControl === control ? 0 : -1,
    onFocus: () => onActive(control),
  })
  const name = visibleText(pet.name)
  return (
    <div {...place} class="animals-row">
      <div role="gridcell" class="cell-id mono">
        {String(pet.id)}
      </div>
      <div role="gridcell" class="cell-name">
        <button
          type="button"
          class="name-button"
          title={name}
          aria-label={`Change ${name}, ${pet.id}`}
          {...attributes(0)}
          onClick={() => onEdit(pet)}
        >
          <span class="name-text">{pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}</span>
          <Icon name="edit" />
        </button>
      </div>
      <div role="gridcell" class="cell-category">
        <AnimalCategory id={pet.categoryId} />
      </div>
      <div role="gridcell" class="cell-status">
        <StatusSelect pet={pet} name={name} attributes={attributes(1)} />
      </div>
      <div role="gridcell" class="cell-actions">
        <RemoveButton pet={pet} name={name} attributes={attributes(2)} onRemoved={onRemoved} />
      </div>
    </div>
  )
}

interface ControlProps {
  readonly pet: Pet
  readonly name: string
  readonly attributes: { readonly 'data-control': number; readonly tabIndex: number; readonly onFocus: () => void }
}

/** Changes the status at once. */
function StatusSelect({ pet, name, attributes }: ControlProps) {
  const panel = usePanel()
  const request = (status: string): ControlRequest => ({
    method: 'PATCH',
    target: sandboxPath(panel.sandbox, `/animals/${pet.id}`),
    body: { status: status === '' ? null : (status as PetStatus) },
  })
  const status = pet.status ?? ''
  const point = () => panel.point(request(status))
  return (
    <select
      {...attributes}
      class={`status-select ${pet.status ?? 'none'}`}
      aria-label={`Status of ${name}, ${pet.id}`}
      value={status}
      onPointerEnter={point}
      onFocus={() => {
        attributes.onFocus()
        point()
      }}
      onKeyDown={(event) => {
        // Arrows move through the table, so the list is opened by what opens a button.
        if (event.key !== 'Enter') return
        event.preventDefault()
        event.currentTarget.showPicker()
      }}
      onChange={(event) => {
        const { value } = event.currentTarget
        void panel.act(request(value), value === '' ? `${name} has no status now.` : `${name} is ${value} now.`)
      }}
    >
      {petStatuses.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
      <option value="">no status</option>
    </select>
  )
}

function RemoveButton({ pet, name, attributes, onRemoved }: ControlProps & { readonly onRemoved: (pet: Pet) => void }) {
  const panel = usePanel()
  const request: ControlRequest = { method: 'DELETE', target: sandboxPath(panel.sandbox, `/animals/${pet.id}`) }
  const point = () => panel.point(request)
  const remove = async () => {
    const answer = await panel.act(request, `${name} was removed.`)
    if (answer !== undefined) onRemoved(pet)
  }
  return (
    <button
      type="button"
      class="button quiet small remove-button"
      aria-label={`Remove ${name}, ${pet.id}`}
      title="Remove"
      {...attributes}
      onPointerEnter={point}
      onFocus={() => {
        attributes.onFocus()
        point()
      }}
      onClick={() => void remove()}
    >
      <Icon name="remove" />
    </button>
  )
}
