import type { JSX } from 'preact'
import { AnimalPicture } from './animal-picture.tsx'
import { CategoryLabel, PetName, StatusBadge, categoryOf } from './pet-words.tsx'
import type { Pet } from '../client/pets.ts'

/** One animal of the list; the whole card leads to its page. */
export function PetCard({ pet, isNew }: { readonly pet: Pet; readonly isNew: boolean }): JSX.Element {
  const { id, name, categoryId, status } = pet
  return (
    <li class={isNew ? 'card new' : 'card'} data-status={status}>
      <AnimalPicture id={id} kind={categoryOf(categoryId)?.kind} />
      <div class="about">
        <h2>
          <a href={`#pet=${id}`}>
            <PetName name={name} />
          </a>
        </h2>
        <p>
          <CategoryLabel id={categoryId} />
          <StatusBadge status={status} />
        </p>
      </div>
    </li>
  )
}

/** The place of a card whose animal is still on its way. */
export function EmptyCard(): JSX.Element {
  return (
    <li class="card empty" aria-hidden="true">
      <div class="picture" />
      <div class="about" />
    </li>
  )
}
