import type { JSX } from 'preact'
import type { AnimalKind } from '../../../fixtures/datasets/categories.ts'
import type { Id } from '../client/pets.ts'
import drawings from './animals.svg'

const furs = ['#c98d55', '#8a6a55', '#e8c48e', '#8b8f98', '#55504e', '#e49a5c', '#f0e6da']
const brights = ['#ef7d4f', '#46a06d', '#4c8fd0', '#e5b63c', '#d3586b', '#7a78cf', '#3ca3a6']
const furry: readonly AnimalKind[] = ['dog', 'cat', 'small-mammal', 'horse']
const skies = ['#f9d3b4', '#c3e3cf', '#c9dff2', '#f5cdd0', '#f3e2ae', '#d7d2f0']

/** A picture of an animal that looks the same wherever it is shown: its id picks the colours. */
export function AnimalPicture({ id, kind }: { readonly id: Id; readonly kind: AnimalKind | undefined }): JSX.Element {
  // From all digits, so that neighbours differ and the ends of int64 are no special case.
  const number = Array.from(id).reduce((sum, digit) => (sum * 37 + digit.charCodeAt(0) * 101) % 65_521, 7)
  const coats = kind !== undefined && furry.includes(kind) ? furs : brights
  const marking = number % 3
  const colours = {
    '--sky': skies[number % skies.length],
    '--coat': coats[(number >> 3) % coats.length],
    [`--on-${marking}`]: 'inline',
    [`--off-${marking}`]: 'none',
  }
  return (
    <svg class="picture" viewBox="0 0 200 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true" style={colours}>
      <circle class="sun" cx={150 - (number % 5) * 25} cy="62" r="50" />
      <use href={`${drawings}#${kind ?? 'paw'}`} />
    </svg>
  )
}
