import { useEffect, useRef } from 'preact/hooks'
import { categories } from '../../../../fixtures/index.ts'
import type { Int64, Pet } from '../../../../spec/index.ts'
import { Icon } from '../ui/icons.tsx'
import { Badge, type BadgeKind, Button, CloseButton } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { Text } from '../ui/text.tsx'
import { nameOf } from './animal-form.tsx'

const sortColumns = ['id', 'name', 'category', 'status'] as const

interface AnimalsTableProps {
  readonly pets: readonly Pet[]
  /** The id of the one that is pointed out. */
  readonly marked: Pet['id'] | undefined
  /** As the query of the control API: empty for the order of creation. */
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly onEdit: (pet: Pet) => void
  readonly onRemove: (pet: Pet) => Promise<void>
}

/** A page of animals. Arrow keys move in it; Enter edits the animal, Delete removes it. */
export function AnimalsTable({ pets, marked, order, onOrder, ...rows }: AnimalsTableProps) {
  const digits = Math.max(...pets.map(({ id }) => String(id).length))
  return (
    <Roving>
      <table class="animals-table" aria-label="Animals" style={{ '--digits': digits }}>
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
          {pets.map((pet, row) => (
            <Row key={row} pet={pet} isMarked={pet.id === marked} {...rows} />
          ))}
        </tbody>
      </table>
    </Roving>
  )
}

type RowProps = Pick<AnimalsTableProps, 'onEdit' | 'onRemove'> & { readonly pet: Pet; readonly isMarked: boolean }

function Row({ pet, isMarked, onEdit, onRemove }: RowProps) {
  const button = useRef<HTMLTableCellElement>(null)
  const name = nameOf(pet)
  useEffect(() => {
    if (isMarked) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  const remove = async () => {
    await onRemove(pet)
    // The one that follows takes its place, and the keyboard stays there. Nothing follows the last one.
    const { current } = button
    if (current?.isConnected === false) document.querySelector<HTMLElement>('.animals .news button')?.focus()
  }
  return (
    <tr aria-current={isMarked || undefined} onKeyDown={({ key }) => key === 'Delete' && void remove()}>
      <td class="cell-id mono">{String(pet.id)}</td>
      <td class="cell-name" ref={button}>
        <Button
          class="quiet cell-button"
          title={name}
          aria-label={`Edit ${name}, ${pet.id}`}
          onClick={() => onEdit(pet)}
        >
          <span class="name-text clip">{pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}</span>
        </Button>
      </td>
      <td class="grows">
        <AnimalCategory id={pet.categoryId} />
      </td>
      <td class="cell-status">
        <Status of={pet} />
      </td>
      <td class="cell-actions">
        <CloseButton label={`Remove ${name}, ${pet.id}`} onClick={() => void remove()} />
      </td>
    </tr>
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
        {sort !== 'none' && <span aria-hidden="true">{{ ascending: '▲', descending: '▼' }[sort]}</span>}
      </Button>
    </th>
  )
}

const statusTones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

/** The status of an animal in its colour; nothing where it has none. */
export function Status({ of: { status } }: { of: Pet }) {
  return status === undefined ? null : <Badge kind={statusTones[status]}>{status}</Badge>
}

/** A category as the datasets mean it: the interface knows its number alone (section 2). */
export function AnimalCategory({ id }: { id: Int64 }) {
  const category = categories.find((one) => one.id === id)
  if (category === undefined) return <span class="mono">{String(id)}</span>
  return (
    <span class="animal-category">
      <Icon name={category.kind} /> {category.label} <small class="mono">{String(id)}</small>
    </span>
  )
}
