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

const statusTones: Readonly<Record<string, BadgeKind>> = { available: 'good', pending: 'warn', sold: 'info' }

/** A page of animals. Arrow keys move in it; Enter edits the animal, Delete removes it. */
export function AnimalsTable({ pets, marked, onEdit, onRemove }: AnimalsTableProps) {
  return (
    <Roving>
      <table class="animals-table" aria-label="Animals">
        <thead>
          <tr>
            {['Id', 'Name', 'Category', 'Status'].map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pets.map((pet, row) => {
            const { id, name, categoryId, status } = pet
            const text = (
              <span class="name-text clip" title={nameOf(pet)}>
                {name === '' ? <em>no name</em> : <Text>{name.trim() === '' ? nameOf(pet) : name}</Text>}
              </span>
            )
            return (
              <tr
                key={row}
                aria-current={id === marked || undefined}
                onClick={() => onEdit?.(pet)}
                onKeyDown={({ key }) => key === 'Delete' && onRemove?.(pet)}
              >
                <td class="mono">{String(id)}</td>
                <td class="cell-name">
                  {onEdit ? <Button class="quiet" aria-label={`Edit ${nameOf(pet)}, ${id}`} text={text} /> : text}
                </td>
                <td class="grows">
                  {categories.find((one) => one.id === categoryId)?.label}{' '}
                  <small class="mono">{String(categoryId)}</small>
                </td>
                <td>{status && <Badge kind={statusTones[status]}>{status}</Badge>}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Roving>
  )
}
