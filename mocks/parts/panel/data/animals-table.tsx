import { useEffect, useRef } from 'preact/hooks'
import { categories } from '../../../../fixtures/index.ts'
import type { Pet } from '../../../../spec/index.ts'
import { Badge, type BadgeKind, Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { Text } from '../ui/text.tsx'
import { nameOf } from './animal-form.tsx'

interface AnimalsTableProps {
  readonly pets: readonly Pet[]
  /** The id of the one that is pointed out. */
  readonly marked?: Pet['id'] | undefined
  /** Both absent where nothing can be changed. */
  readonly onEdit?: (pet: Pet) => void
  readonly onRemove?: (pet: Pet) => void
}

/** A page of animals. Arrow keys move in it; Enter edits the animal, Delete removes it. */
export function AnimalsTable({ pets, marked, ...rows }: AnimalsTableProps) {
  return (
    <Roving>
      <table class="animals-table" aria-label="Animals">
        <thead>
          <tr>
            <th>Id</th>
            <th class="cell-name">Name</th>
            <th>Category</th>
            <th>Status</th>
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
  const text = (
    <span class="name-text clip" title={name}>
      {pet.name === '' ? <em>no name</em> : <Text>{pet.name}</Text>}
    </span>
  )
  useEffect(() => {
    if (isMarked) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <tr
      aria-current={isMarked || undefined}
      onClick={() => onEdit?.(pet)}
      onKeyDown={({ key }) => key === 'Delete' && onRemove?.(pet)}
    >
      <td class="mono">{String(pet.id)}</td>
      <td class="cell-name" ref={button}>
        {onEdit ? (
          <Button class="quiet" aria-label={`Edit ${name}, ${pet.id}`}>
            {text}
          </Button>
        ) : (
          text
        )}
      </td>
      <td class="grows">
        {categories.find(({ id }) => id === pet.categoryId)?.label} <small class="mono">{String(pet.categoryId)}</small>
      </td>
      <td>
        <Status of={pet} />
      </td>
    </tr>
  )
}

const statusTones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

/** The status of an animal in its colour; nothing where it has none. */
function Status({ of: { status } }: { of: Pet }) {
  return status === undefined ? null : <Badge kind={statusTones[status]}>{status}</Badge>
}
