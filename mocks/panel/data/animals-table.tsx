import { useRef } from 'preact/hooks'
import type { Pet } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Icon } from '../ui/icons.tsx'
import { type BadgeKind, Button } from '../ui/layout.tsx'
import { SelectAction } from '../ui/select-action.tsx'
import { Text } from '../ui/text.tsx'
import { AnimalCategory, nameOf, statusOptions } from './animal-form.tsx'

const sortColumns = ['id', 'name', 'category', 'status'] as const

interface AnimalsTableProps {
  readonly pets: readonly Pet[]
  /** As the query of the control API: empty for the order of creation. */
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly onEdit: (pet: Pet) => void
  readonly onRemoved: (pet: Pet) => void
}

/** A page of animals. */
export function AnimalsTable({ pets, order, onOrder, onEdit, onRemoved }: AnimalsTableProps) {
  const { to } = usePanel()
  const table = useRef<HTMLTableElement>(null)
  const removeButtonOf = (row: number) =>
    table.current?.rows[row + 1]?.querySelector<HTMLElement>('.cell-actions button')
  return (
    <table ref={table} class="animals-table" aria-label="Animals">
      <thead>
        <tr>
          {sortColumns.map((name) => (
            <ColumnHead key={name} name={name} order={order} onOrder={onOrder} />
          ))}
          <th class="cell-actions">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pets.map((pet, row) => {
          const name = nameOf(pet)
          const remove = () => {
            // The one that follows takes its place, and the keyboard stays there. Nothing follows the last one.
            if (row === pets.length - 1) removeButtonOf(row - 1)?.focus()
            onRemoved(pet)
          }
          return (
            <tr key={row}>
              <td class="cell-id mono">{String(pet.id)}</td>
              <td class="cell-name">
                <Button
                  class="quiet cell-button"
                  title={name}
                  aria-label={`Change ${name}, ${pet.id}`}
                  onClick={() => onEdit(pet)}
                >
                  <span class="name-text clip">{pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}</span>
                </Button>
              </td>
              <td class="grows">
                <AnimalCategory id={pet.categoryId} />
              </td>
              <td class="cell-status">
                <StatusSelect pet={pet} name={name} />
              </td>
              <td class="cell-actions">
                <Action
                  text={<Icon name="remove" />}
                  aria-label={`Remove ${name}, ${pet.id}`}
                  request={to('DELETE', `/animals/${pet.id}`)}
                  done={`${name} was removed.`}
                  onDone={remove}
                  class="quiet"
                  title="Remove"
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ColumnHeadProps extends Pick<AnimalsTableProps, 'order' | 'onOrder'> {
  readonly name: (typeof sortColumns)[number]
}

/** The head of a column. A click sorts upward, downward, and goes back to the order of creation. */
function ColumnHead({ name, order, onOrder }: ColumnHeadProps) {
  const upward = `sort=${name}`
  const downward = `${upward}&direction=descending`
  const next = { [upward]: downward, [downward]: '' }[order] ?? upward
  const sort = ({ [upward]: 'ascending', [downward]: 'descending' } as const)[order] ?? 'none'
  return (
    <th scope="col" class={`cell-${name}`} aria-sort={sort}>
      <Button class="quiet cell-button" onClick={() => onOrder(next)}>
        {`${name[0]?.toUpperCase()}${name.slice(1)}`}
        <span aria-hidden="true">{{ ascending: '▲', descending: '▼', none: '' }[sort]}</span>
      </Button>
    </th>
  )
}

/** The colour of each status. */
export const statusTones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

/** Changes the status at once. */
function StatusSelect({ pet, name }: { pet: Pet; name: string }) {
  const { to } = usePanel()
  const status: string = pet.status ?? ''
  return (
    <SelectAction
      label={`Status of ${name}, ${pet.id}`}
      value={status}
      options={statusOptions}
      tone={statusTones[status] ?? 'plain'}
      requestFor={(value) => to('PATCH', `/animals/${pet.id}`, { status: value || null })}
      doneFor={(value) => (value === '' ? `${name} has no status now.` : `${name} is ${value} now.`)}
    />
  )
}
