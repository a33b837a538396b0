import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Pet } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Action } from '../../ui/action.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type BadgeKind, toneOf } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { visibleText } from '../../visible-text.ts'
import { AnimalCategory } from './animal-category.tsx'
import { statusOptions } from './animal-form.tsx'
import type { AnimalPages } from './animals-pages.ts'
import { type AnimalsOrder, type SortColumn, directionOf, nextOrder, sortColumns } from './animals-order.ts'

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

/** The place of the last control of a row: name, status, remove. */
const lastControl = 2

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
      style={{ '--id-width': `${pages.longestId}ch`, '--row-height': `${rowHeight}px` }}
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
        {sortColumns.map((column) => (
          <div key={column} role="columnheader" style={{ gridArea: column }} aria-sort={directionOf(order, column)}>
            <button type="button" class="button quiet cell-button" onClick={() => onOrder(nextOrder(order, column))}>
              {`${column[0]?.toUpperCase()}${column.slice(1)}`}
              <span aria-hidden="true">{arrows[directionOf(order, column)]}</span>
            </button>
          </div>
        ))}
        <div role="columnheader" style={{ gridArea: 'actions' }}>
          <span class="visually-hidden">Actions</span>
        </div>
      </div>
    </div>
  )
}

const arrows = { none: '', ascending: '▲', descending: '▼' } as const

interface TableBodyProps extends Pick<AnimalsTableProps, 'pages' | 'onEdit' | 'onRemoved'> {
  readonly rowHeight: number
}

function TableBody({ pages, rowHeight, onEdit, onRemoved }: TableBodyProps) {
  // Until the first answer, rows that say nothing yet hold the place.
  const count = Math.min(pages.total ?? 12, Math.floor(tallestPixels / rowHeight))
  const { scroller, from, to, height, show } = useVirtualRows({ count, rowHeight, overscan: 6 })
  const [active, setActive] = useState({ row: 0, control: 0 })
  const body = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const activeRow = Math.min(active.row, Math.max(0, count - 1))

  useEffect(() => pages.want(from, to), [pages, from, to, pages.total])

  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    const row = body.current?.querySelector<HTMLElement>(`[aria-rowindex="${activeRow + 2}"]`)
    const control = row?.querySelector<HTMLElement>(`[data-control="${active.control}"]`)
    ;(control ?? row)?.focus({ preventScroll: true })
    // A row that has not come yet is waited for at its place.
    if (control) shouldFocus.current = false
  })

  const moveTo = (row: number, control: number) => {
    const next = Math.max(0, Math.min(count - 1, row))
    shouldFocus.current = true
    setActive({ row: next, control: Math.max(0, Math.min(lastControl, control)) })
    show(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    const isRtl = target instanceof Element && getComputedStyle(target).direction === 'rtl'
    const page = Math.max(1, to - from - 12)
    const { control } = active
    const moves: Readonly<Record<string, readonly [row: number, control: number]>> = {
      ArrowDown: [activeRow + 1, control],
      ArrowUp: [activeRow - 1, control],
      PageDown: [activeRow + page, control],
      PageUp: [activeRow - page, control],
      ArrowRight: [activeRow, control + (isRtl ? -1 : 1)],
      ArrowLeft: [activeRow, control + (isRtl ? 1 : -1)],
      Home: ctrlKey ? [0, control] : [activeRow, 0],
      End: ctrlKey ? [count - 1, control] : [activeRow, lastControl],
    }
    const move = moves[key]
    // Alt and an arrow open a list.
    if (move === undefined || altKey || metaKey) return
    event.preventDefault()
    moveTo(...move)
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    const control = (target as HTMLElement).closest<HTMLElement>('[data-control]')
    const row = control?.closest('[role=row]')?.getAttribute('aria-rowindex')
    if (control && row) setActive({ row: Number(row) - 2, control: Number(control.dataset['control']) })
  }
  const shown = Array.from({ length: to - from }, (_, index) => from + index)
  // Where the keyboard is stays in the page, however far the wheel goes.
  if (count > 0 && (activeRow < from || activeRow >= to)) shown.push(activeRow)

  return (
    <div class="animals-scroller" role="rowgroup" ref={scroller}>
      <div
        ref={body}
        class="animals-space"
        role="presentation"
        style={{ height: `${height}px` }}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
      >
        {shown.map((row) => (
          <Row
            key={row}
            row={row}
            top={row * rowHeight}
            pet={pages.at(row)}
            activeControl={row === activeRow ? active.control : undefined}
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

interface RowProps extends Pick<AnimalsTableProps, 'onEdit' | 'onRemoved'> {
  readonly row: number
  readonly top: number
  readonly pet: Pet | undefined
  /** The control that the keyboard reaches, where it is in this row. */
  readonly activeControl: number | undefined
}

function Row({ row, top, pet, activeControl, onEdit, onRemoved }: RowProps) {
  const { sandbox } = usePanel()
  const place = {
    role: 'row',
    'aria-rowindex': row + 2,
    style: { transform: `translateY(${top}px)` },
  } as const
  if (pet === undefined) {
    return (
      <div {...place} class="animals-row" tabIndex={activeControl === undefined ? -1 : 0}>
        <Cell area="name">
          <span class="visually-hidden">{`Row ${row + 1} is on its way.`}</span>
          <span aria-hidden="true">…</span>
        </Cell>
      </div>
    )
  }
  const attributes = (control: number) => ({
    'data-control': control,
    tabIndex: activeControl === control ? 0 : -1,
  })
  const name = visibleText(pet.name)
  const target = sandboxPath(sandbox, `/animals/${pet.id}`)
  return (
    <div {...place} class="animals-row">
      <Cell area="id">{String(pet.id)}</Cell>
      <Cell area="name">
        <button
          type="button"
          class="button quiet cell-button"
          title={name}
          aria-label={`Change ${name}, ${pet.id}`}
          {...attributes(0)}
          onClick={() => onEdit(pet)}
        >
          <span class="name-text">{pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}</span>
        </button>
      </Cell>
      <Cell area="category">
        <AnimalCategory id={pet.categoryId} />
      </Cell>
      <Cell area="status">
        <StatusSelect pet={pet} name={name} target={target} attributes={attributes(1)} />
      </Cell>
      <Cell area="actions">
        <Action
          request={{ method: 'DELETE', target }}
          done={`${name} was removed.`}
          onDone={() => onRemoved(pet)}
          kind="quiet"
          label={`Remove ${name}, ${pet.id}`}
          attributes={{ ...attributes(2), title: 'Remove' }}
        >
          <Icon name="remove" />
        </Action>
      </Cell>
    </div>
  )
}

/** A cell; the style of the row says where its area is. */
function Cell({ area, children }: { area: SortColumn | 'actions'; children: ComponentChildren }) {
  return (
    <div role="gridcell" class={`cell-${area}`} style={{ gridArea: area }}>
      {children}
    </div>
  )
}

const tones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

interface StatusSelectProps {
  readonly pet: Pet
  readonly name: string
  /** Where the animal is changed. */
  readonly target: string
  readonly attributes: { readonly 'data-control': number; readonly tabIndex: number }
}

/** Changes the status at once. */
function StatusSelect({ pet, name, target, attributes }: StatusSelectProps) {
  const panel = usePanel()
  const status = pet.status ?? ''
  const request = (value: string): ControlRequest => ({
    method: 'PATCH',
    target,
    body: { status: value === '' ? null : value },
  })
  const point = () => panel.point(request(status))
  return (
    <select
      {...attributes}
      style={toneOf(tones[status] ?? 'plain')}
      aria-label={`Status of ${name}, ${pet.id}`}
      value={status}
      onPointerEnter={point}
      onFocus={point}
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
      {statusOptions.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
