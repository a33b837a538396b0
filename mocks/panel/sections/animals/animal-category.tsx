import { categories } from '../../../../fixtures/index.ts'
import type { Int64 } from '../../../../spec/index.ts'
import { Icon } from '../../ui/icons.tsx'

const known = new Map(categories.map((category) => [category.id, category]))

/** A category as the datasets mean it: the interface knows its number alone (section 2). */
export function AnimalCategory({ id }: { id: Int64 }) {
  const category = known.get(id)
  if (category === undefined) return <span class="mono">{String(id)}</span>
  return (
    <span class="animal-category">
      <Icon name={category.kind} /> {category.label} <small class="mono">{String(id)}</small>
    </span>
  )
}

/** What a field for a category suggests; `id` is that of the list. */
export function CategoryList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {categories.map((category) => (
        <option key={category.id} value={String(category.id)} label={category.label} />
      ))}
    </datalist>
  )
}
