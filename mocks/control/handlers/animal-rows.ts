import { type Int64, type Pet, type PetStatus, normalized, parseInt64, petStatuses } from '../../../spec/index.ts'
import type { Animals } from '../../animals/animals.ts'

export const sortMembers = ['id', 'name', 'category', 'status'] as const
type SortMember = (typeof sortMembers)[number]

interface RowQuery {
  readonly status?: PetStatus | undefined
  readonly search?: string | undefined
  /** Default: the order of creation. */
  readonly sort?: SortMember | undefined
  readonly isReversed?: boolean | undefined
}

/** Every animal of a sandbox, the oldest first. */
export async function allAnimals(animals: Animals): Promise<readonly Pet[]> {
  return (await animals.page({ limit: Number.MAX_SAFE_INTEGER, order: 'oldest-first' })).items
}

/** The animals as a table shows them: filtered, searched and sorted. A search text is a part of a name, or an id. */
export function rowsOf(
  pets: readonly Pet[],
  { status, search = '', sort, isReversed = false }: RowQuery,
): readonly Pet[] {
  const wanted = fold(search)
  const id = parseInt64(search)
  const fitting = pets.filter(
    (pet) =>
      (status === undefined || pet.status === status) &&
      (search === '' || pet.id === id || fold(pet.name).includes(wanted)),
  )
  const found = sort === undefined ? fitting : sortedBy(fitting, sortKeys[sort])
  return isReversed ? found.toReversed() : found
}

/** Makes each sort key only once. */
function sortedBy(pets: readonly Pet[], keyOf: (pet: Pet) => string | Int64): readonly Pet[] {
  return pets
    .map((pet) => ({ pet, key: keyOf(pet) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ pet }) => pet)
}

const sortKeys: Readonly<Record<SortMember, (pet: Pet) => string | Int64>> = {
  id: ({ id }) => id,
  name: ({ name }) => sortKey(name),
  category: ({ categoryId }) => categoryId,
  status: ({ status }) => statusRanks.indexOf(status),
}

function fold(name: string): string {
  return isAscii(name) ? name.toLowerCase() : normalized(name).toLowerCase()
}

/** Names without accents, so that É sorts with E. */
function sortKey(name: string): string {
  return isAscii(name) ? name.toLowerCase() : fold(normalized(name, 'NFD').replaceAll(/\p{M}/gu, ''))
}

/** Names that need no normalizing, which takes longer than everything else. */
function isAscii(name: string): boolean {
  return /^[\0-\x7F]*$/.test(name)
}

const statusRanks: readonly (PetStatus | undefined)[] = [...petStatuses, undefined]
