import { type AnimalKind, categories } from '../../../fixtures/datasets/categories.ts'
import type { Id, Pet, PetStatus } from '../client/pets.ts'
import drawings from './animals.svg'

const furs = ['#c98d55', '#8a6a55', '#e8c48e', '#8b8f98', '#55504e', '#e49a5c', '#f0e6da']
const brights = ['#ef7d4f', '#46a06d', '#4c8fd0', '#e5b63c', '#d3586b', '#7a78cf', '#3ca3a6']
const furry: readonly (AnimalKind | undefined)[] = ['dog', 'cat', 'small-mammal', 'horse']
const skies = ['#f9d3b4', '#c3e3cf', '#c9dff2', '#f5cdd0', '#f3e2ae', '#d7d2f0']

/** A picture of an animal. Its id picks the colours. */
export function AnimalPicture({ id, kind }: { id: Id; kind: AnimalKind | undefined }) {
  // From all digits: neighbours differ.
  const number = Array.from(id).reduce((sum, digit) => (sum * 37 + digit.charCodeAt(0) * 101) % 65_521, 7)
  const coats = furry.includes(kind) ? furs : brights
  const colours = {
    '--sky': skies[number % skies.length],
    '--coat': coats[(number >> 3) % coats.length],
    [`--on-${number % 3}`]: 'inline',
    [`--off-${number % 3}`]: 'none',
  }
  return (
    <svg class="picture" viewBox="0 0 200 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true" style={colours}>
      <circle class="sun" cx={150 - (number % 5) * 25} cy="62" r="50" />
      <use href={`${drawings}#${kind ?? 'paw'}`} />
    </svg>
  )
}

/** What the shop calls a category: the interface has only ids (section 1). */
function categoryOf(id: Id): { kind?: AnimalKind; label: string } {
  return categories.find((category) => String(category.id) === id) ?? { label: `Category ${id}` }
}

/** A status in the words of the shop. */
export const statusLabels: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Reserved',
  sold: 'Sold',
}

function StatusBadge({ status }: { status: PetStatus | undefined }) {
  return <span class={`badge ${status}`}>{status ? statusLabels[status] : 'Ask us'}</span>
}

/** Any name, as text. A name that changes the direction of writing changes only itself. */
function PetName({ name }: { name: string }) {
  const isVisible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(name)
  return isVisible ? <bdi>{name}</bdi> : <em>No visible name</em>
}

/** One animal of the list. */
export function PetCard({ pet: { id, name, categoryId, status }, isNew }: { pet: Pet; isNew: boolean }) {
  const { kind, label } = categoryOf(categoryId)
  return (
    <li class={isNew ? 'card new' : 'card'}>
      <AnimalPicture id={id} kind={kind} />
      <h2>
        <PetName name={name} />
      </h2>
      <p class="quiet">
        {label} · No. {id}
      </p>
      <StatusBadge status={status} />
    </li>
  )
}
