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

/**
 * The animals of a sandbox as a table shows them: filtered, searched and sorted. It keeps the result of the latest query,
 * so that the next page of 100,000 animals is cheap.
 */
export class AnimalRows {
  /** Every animal, the oldest first. */
  readonly pets: readonly Pet[]
  #latest: { readonly query: string; readonly found: readonly Pet[] } | undefined

  constructor(pets: readonly Pet[]) {
    this.pets = pets
  }

  page(query: RowQuery, offset: number, limit: number): { readonly pets: readonly Pet[]; readonly total: number } {
    const text = JSON.stringify(query)
    if (this.#latest?.query !== text) this.#latest = { query: text, found: this.#find(query) }
    const { found } = this.#latest
    return { pets: found.slice(offset, offset + limit), total: found.length }
  }

  /** A search text is a part of a name, or an id. */
  #find({ status, search = '', sort, isReversed = false }: RowQuery): readonly Pet[] {
    const wanted = fold(search)
    const id = parseInt64(search)
    const fitting = this.pets.filter(
      (pet) =>
        (status === undefined || pet.status === status) &&
        (search === '' || pet.id === id || fold(pet.name).includes(wanted)),
    )
    const found = sort === undefined ? fitting : sortedBy(fitting, sortKeys[sort])
    return isReversed ? found.toReversed() : found
  }
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

const keptRows = new WeakMap<Animals, { readonly revision: number; readonly rows: AnimalRows }>()

/** The animals as rows; the same ones until an animal changes. */
export async function rowsOf(animals: Animals): Promise<AnimalRows> {
  const { revision } = animals
  const kept = keptRows.get(animals)
  if (kept !== undefined && kept.revision === revision) return kept.rows
  const { items: pets } = await animals.page({ limit: Number.MAX_SAFE_INTEGER, order: 'oldest-first' })
  const rows = new AnimalRows(pets)
  // A change in the meantime may be included or not.
  if (revision !== undefined && revision === animals.revision) keptRows.set(animals, { revision, rows })
  return rows
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
