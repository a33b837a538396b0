import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Pet } from '../../../../spec/index.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type BadgeKind, toneOf } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { Cells, type Column, VirtualTable, useVirtualRows } from '../../ui/virtual-table.tsx'
import { visibleText } from '../../visible-text.ts'
import { AnimalCategory, statusOptions } from './animal-form.tsx'
import type { AnimalPages } from './animals-pages.ts'

const sortColumns = ['id', 'name', 'category', 'status'] as const

/** The orders that can be chosen, each as the query of the control API: empty for that of creation. */
export const orders: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'oldest first' },
  { value: 'order=newest-first', text: 'newest first' },
  ...sortColumns.flatMap((column) => [
    { value: `sort=${column}`, text: `${column} ▲` },
    { value: `sort=${column}&direction=descending`, text: `${column} ▼` },
  ]),
]

/** An animal in its row, and what its cells need. */
interface PetRow {
  readonly pet: Pet
  readonly name: string
  /** Where the animal is changed. */
  readonly target: string
  /** The attributes of a control of the row. */
  readonly control: (place: number) => { readonly 'data-control': number; readonly tabIndex: number }
  readonly onEdit: (pet: Pet) => void
  readonly onRemove: () => void
}

/** The place of the last control of a row: name, status, remove. */
const lastControl = 2

function columnsIn(order: string, onOrder: (order: string) => void): readonly Column<PetRow>[] {
  const sorted = sortColumns.map((name): Column<PetRow> => {
    const upward = `sort=${name}`
    const downward = `${upward}&direction=descending`
    // A click sorts upward, downward, and goes back to the order of creation.
    const next = { [upward]: downward, [downward]: '' }[order] ?? upward
    const title = (
      <button type="button" class="button quiet cell-button" onClick={() => onOrder(next)}>
        {`${name[0]?.toUpperCase()}${name.slice(1)}`}
        <span aria-hidden="true">{{ [upward]: '▲', [downward]: '▼' }[order]}</span>
      </button>
    )
    const sort = ({ [upward]: 'ascending', [downward]: 'descending' } as const)[order] ?? 'none'
    return { name, sort, title, cell: cells[name] }
  })
  const actions = { name: 'actions', title: <span class="visually-hidden">Actions</span>, cell: removeButton }
  return [...sorted, actions]
}

const cells: Readonly<Record<(typeof sortColumns)[number], Column<PetRow>['cell']>> = {
  id: ({ pet }) => String(pet.id),
  name: ({ pet, name, control, onEdit }) => (
    <button
      type="button"
      class="button quiet cell-button"
      title={name}
      aria-label={`Change ${name}, ${pet.id}`}
      {...control(0)}
      onClick={() => onEdit(pet)}
    >
      <span class="name-text">{pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}</span>
    </button>
  ),
  category: ({ pet }) => <AnimalCategory id={pet.categoryId} />,
  status: (row) => <StatusSelect {...row} />,
}

function removeButton({ pet, name, target, control, onRemove }: PetRow) {
  return (
    <Action
      request={{ method: 'DELETE', target }}
      done={`${name} was removed.`}
      onDone={onRemove}
      kind="quiet"
      label={`Remove ${name}, ${pet.id}`}
      attributes={{ ...control(lastControl), title: 'Remove' }}
    >
      <Icon name="remove" />
    </Action>
  )
}

interface AnimalsTableProps {
  readonly pages: AnimalPages
  readonly order: string
  readonly onOrder: (order: string) => void
  /** What the question of the table is; another one begins at its top. */
  readonly question: string
  readonly onEdit: (pet: Pet) => void
  readonly onRemoved: (pet: Pet) => void
}

/**
 * The table of animals. Only the rows in sight are in the page; the keyboard enters it once and moves by arrows, for
 * nobody can press Tab through 100,000 rows.
 */
export function AnimalsTable({ pages, question, order, onOrder, onEdit, onRemoved }: AnimalsTableProps) {
  const { sandbox } = usePanel()
  // Until the first answer, rows that say nothing yet hold the place.
  const rows = useVirtualRows(pages.total ?? 12)
  const { count, from, to } = rows
  const [active, setActive] = useState({ row: 0, control: 0 })
  const table = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const activeRow = Math.min(active.row, Math.max(0, count - 1))
  const columns = columnsIn(order, onOrder)

  useLayoutEffect(() => {
    rows.show(0)
    setActive({ row: 0, control: 0 })
  }, [question])

  useEffect(() => pages.want(from, to), [pages, from, to, pages.total])

  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    const row = table.current?.querySelector<HTMLElement>(`[aria-rowindex="${activeRow + 2}"]`)
    const control = row?.querySelector<HTMLElement>(`[data-control="${active.control}"]`)
    ;(control ?? row)?.focus({ preventScroll: true })
    // A row that has not come yet is waited for at its place.
    if (control) shouldFocus.current = false
  })

  const moveTo = (row: number, control: number) => {
    const next = Math.max(0, Math.min(count - 1, row))
    shouldFocus.current = true
    setActive({ row: next, control: Math.max(0, Math.min(lastControl, control)) })
    rows.show(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    // The heads of the columns are not in a row. Alt and an arrow open a list.
    if (altKey || metaKey || !(target instanceof Element) || target.closest('.table-space') === null) return
    const right = getComputedStyle(target).direction === 'rtl' ? -1 : 1
    const page = Math.max(1, to - from - 16)
    const { control } = active
    const moves: Readonly<Record<string, readonly [row: number, control: number]>> = {
      ArrowDown: [activeRow + 1, control],
      ArrowUp: [activeRow - 1, control],
      PageDown: [activeRow + page, control],
      PageUp: [activeRow - page, control],
      ArrowRight: [activeRow, control + right],
      ArrowLeft: [activeRow, control - right],
      Home: ctrlKey ? [0, control] : [activeRow, 0],
      End: ctrlKey ? [count - 1, control] : [activeRow, lastControl],
    }
    if (moves[key] === undefined) return
    event.preventDefault()
    moveTo(...moves[key])
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    const control = (target as HTMLElement).closest<HTMLElement>('[data-control]')
    const row = control?.closest('[role=row]')?.getAttribute('aria-rowindex')
    if (control && row) setActive({ row: Number(row) - 2, control: Number(control.dataset['control']) })
  }
  const rowOf = (pet: Pet, row: number): PetRow => ({
    pet,
    name: visibleText(pet.name),
    target: sandboxPath(sandbox, `/animals/${pet.id}`),
    control: (place) => ({
      'data-control': place,
      tabIndex: row === activeRow && place === active.control ? 0 : -1,
    }),
    onEdit,
    onRemove: () => {
      // The one that follows takes its place, and the keyboard stays there. Nothing follows the last one.
      if (row === count - 1) moveTo(row - 1, active.control)
      onRemoved(pet)
    },
  })

  return (
    <div class="animals-grid" ref={table} style={{ '--id-width': `${pages.longestId}ch` }}>
      <VirtualTable
        label="Animals"
        class="animals-table"
        columns={columns}
        rows={rows}
        // Where the keyboard is stays in the page, however far the wheel goes.
        kept={activeRow}
        attributes={{ 'aria-busy': pages.total === undefined, onKeyDown, onFocusIn }}
        row={(index, place) => {
          const pet = pages.at(index)
          return pet === undefined ? (
            <div key={index} {...place} tabIndex={index === activeRow ? 0 : -1}>
              <div role="gridcell" aria-label={`Row ${index + 1} is on its way.`} style={{ gridArea: 'name' }}>
                …
              </div>
            </div>
          ) : (
            <div key={index} {...place}>
              <Cells columns={columns} row={rowOf(pet, index)} />
            </div>
          )
        }}
      />
    </div>
  )
}

const tones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

/** Changes the status at once. */
function StatusSelect({ pet, name, target, control }: PetRow) {
  const panel = usePanel()
  const status: string = pet.status ?? ''
  const request = (value: string): ControlRequest => ({ method: 'PATCH', target, body: { status: value || null } })
  const point = () => panel.point(request(status))
  return (
    <select
      {...control(1)}
      style={toneOf(tones[status] ?? 'plain')}
      aria-label={`Status of ${name}, ${pet.id}`}
      value={status}
      disabled={panel.isLost}
      onPointerEnter={point}
      onFocus={point}
      onKeyDown={(event) => {
        // Arrows move through the table, so the list is opened by what opens a button.
        if (event.key !== 'Enter') return
        event.preventDefault()
        event.currentTarget.showPicker()
      }}
      onChange={({ currentTarget: { value } }) =>
        void panel.act(request(value), value === '' ? `${name} has no status now.` : `${name} is ${value} now.`)
      }
    >
      {statusOptions.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
