import type { JSX } from 'preact'
import { type Category, categories } from '../../../fixtures/datasets/categories.ts'
import type { Id, PetStatus } from '../client/pets.ts'

/** What the shop knows of a category. The interface has ids alone (section 1), so that a shop brings its own words. */
export function categoryOf(id: Id): Category | undefined {
  return categories.find((category) => String(category.id) === id)
}

export function CategoryLabel({ id }: { readonly id: Id }): JSX.Element {
  return <span class="category">{categoryOf(id)?.label ?? `Category ${id}`}</span>
}

/** A status in the words of the shop. */
export const statusLabels: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Reserved',
  sold: 'Sold',
}

export function StatusBadge({ status }: { readonly status: PetStatus | undefined }): JSX.Element {
  return <span class={`badge badge-${status ?? 'unknown'}`}>{status ? statusLabels[status] : 'Ask us'}</span>
}

/** A name as text, whatever it is: kept apart from its surroundings where it changes the direction of writing. */
export function PetName({ name }: { readonly name: string }): JSX.Element {
  return isVisible(name) ? <bdi>{name}</bdi> : <em>No visible name</em>
}

function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(text)
}
