import { useEffect, useState } from 'preact/hooks'
import { type AnimalKind, categories } from '../../../fixtures/datasets/categories.ts'
import type { Id, Pet, PetStatus } from '../client/api.ts'
import drawings from './animals.svg'

/** A status in the words of the shop. */
export const statusLabels: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Reserved',
  sold: 'Sold',
}

/** A picture of an animal. All digits of its id pick the colours. */
function AnimalPicture({ id, kind = 'paw' }: { id: Id; kind: AnimalKind | 'paw' | undefined }) {
  const number = Array.from(id).reduce((sum, digit) => (sum * 37 + digit.charCodeAt(0) * 101) % 65_521, 7)
  const colours = {
    '--sky': `oklch(0.9 0.06 ${number % 360})`,
    '--coat': `oklch(${0.45 + (number % 4) / 10} 0.09 ${40 + (number % 5) * 12})`,
    [`--on-${number % 3}`]: 'inline',
    [`--off-${number % 3}`]: 'none',
  }
  return (
    <svg class="picture" viewBox="0 0 200 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true" style={colours}>
      <use href={`${drawings}#${kind}`} />
    </svg>
  )
}

/** One animal of the list. */
export function PetCard({ pet: { id, name, categoryId, status } }: { pet: Pet }) {
  // The interface has only ids of categories (section 1).
  const { kind, label } = categories.find((each) => String(each.id) === categoryId) ?? {}
  return (
    <li class="card">
      <AnimalPicture id={id} kind={kind} />
      {/* Any name, as text. One that changes the direction of writing changes only itself. */}
      <h2>{name.trim() === '' ? <em>No name</em> : <bdi>{name}</bdi>}</h2>
      <p class="quiet">
        {label ?? `Category ${categoryId}`} · No. {id}
      </p>
      <span class={`badge ${status}`}>{status ? statusLabels[status] : 'Ask us'}</span>
    </li>
  )
}

/** The seconds until a time of `performance.now()`, counted down; 0 when it is over. */
export function useSecondsLeft(end = 0): number {
  const [, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(performance.now()), 250)
    return () => clearTimeout(timer)
  })
  return seconds
}
