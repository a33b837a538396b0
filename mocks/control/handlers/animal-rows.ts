import { type Int64, type Pet, type PetStatus, normalized, parseInt64, petStatuses } from '../../../spec/index.ts'
import type { Animals } from '../../world/animals.ts'

/** What animals can be sorted by. */
export const sortMembers = ['id', 'name', 'category', 'status'] as const

/** One of {@link sortMembers}. */
export type SortMember = (typeof sortMembers)[number]

/** Which animals are asked for, and in which order. */
export interface RowQuery {
  readonly status?: PetStatus | undefined
  readonly search?: string | undefined
  /** Without it, in the order of creation. */
  readonly sort?: SortMember | undefined
  readonly isReversed?: boolean | undefined
}

/**
 * The animals of a sandbox as a table shows them: filtered, searched and sorted. What is found out once is kept, so that
 * each further page of 100,000 animals takes a few milliseconds.
 */
export class AnimalRows {
  /** Every animal, the oldest first. */
  readonly pets: readonly Pet[]
  readonly #orders = new Map<SortMember, Uint32Array>()
  /** The names, as they are searched. */
  #folded: readonly string[] | undefined
  #latest: { readonly search: string; readonly hits: Uint8Array } | undefined

  constructor(pets: readonly Pet[]) {
    this.pets = pets
  }

  /** The animals from an offset on, and how many fit in all. */
  page(query: RowQuery, offset: number, limit: number): { readonly pets: readonly Pet[]; readonly total: number } {
    const { status, search = '', sort, isReversed = false } = query
    const count = this.pets.length
    const order = sort === undefined ? undefined : this.#orderBy(sort)
    const hits = search === '' ? undefined : this.#hitsOf(search)
    const found: Pet[] = []
    let total = 0
    for (let step = 0; step < count; step++) {
      const at = isReversed ? count - 1 - step : step
      const place = order === undefined ? at : (order[at] ?? 0)
      if (hits?.[place] === 0) continue
      const pet = this.pets[place]
      if (pet === undefined || (status !== undefined && pet.status !== status)) continue
      if (total++ >= offset && found.length < limit) found.push(pet)
    }
    return { pets: found, total }
  }

  /** By place: 1 for an animal that a person looks for, by a part of its name or by its id. */
  #hitsOf(search: string): Uint8Array {
    if (this.#latest?.search === search) return this.#latest.hits
    const folded = (this.#folded ??= this.pets.map(({ name }) => fold(name)))
    const wanted = fold(search)
    const id = parseInt64(search)
    const isHit = (pet: Pet, place: number) => folded[place]?.includes(wanted) === true || pet.id === id
    const hits = Uint8Array.from(this.pets, (pet, place) => Number(isHit(pet, place)))
    this.#latest = { search, hits }
    return hits
  }

  #orderBy(member: SortMember): Uint32Array {
    let order = this.#orders.get(member)
    if (order === undefined) {
      order = sorted(this.pets.map(sortedBy[member]))
      this.#orders.set(member, order)
    }
    return order
  }
}

const sortedBy: Readonly<Record<SortMember, (pet: Pet) => string | Int64>> = {
  id: ({ id }) => id,
  name: ({ name }) => sortKey(name),
  category: ({ categoryId }) => categoryId,
  status: ({ status }) => statusRanks.indexOf(status),
}

/** The places of values, sorted; equal ones in their own order. */
function sorted(values: readonly (string | Int64)[]): Uint32Array {
  const count = values.length
  const distinct = [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1))
  const ranks = new Map(distinct.map((value, rank) => [value, rank]))
  // Rank and place as one number, for numbers alone are sorted fast.
  const marks = Float64Array.from(values, (value, place) => (ranks.get(value) ?? 0) * count + place).toSorted()
  return Uint32Array.from(marks, (mark) => mark % count)
}

const keptRows = new WeakMap<Animals, { readonly revision: number; readonly rows: AnimalRows }>()

/** The animals as rows; the same ones until an animal changes. */
export async function rowsOf(animals: Animals): Promise<AnimalRows> {
  const { revision } = animals
  const kept = keptRows.get(animals)
  if (kept !== undefined && kept.revision === revision) return kept.rows
  const rows = new AnimalRows(await everyPet(animals))
  // What changed meanwhile may be in them or not.
  if (revision !== undefined && revision === animals.revision) keptRows.set(animals, { revision, rows })
  return rows
}

async function everyPet(animals: Animals): Promise<readonly Pet[]> {
  const pets: (readonly Pet[])[] = []
  let after: number | undefined
  do {
    const page = await animals.page({ limit: 100_000, order: 'oldest-first', after })
    pets.push(page.pets)
    after = page.next
  } while (after !== undefined)
  return pets.length === 1 && pets[0] !== undefined ? pets[0] : pets.flat()
}

function fold(name: string): string {
  return isAscii(name) ? name.toLowerCase() : normalized(name).toLowerCase()
}

/** Names without accents, so that an É stands with the E. */
function sortKey(name: string): string {
  return isAscii(name) ? name.toLowerCase() : fold(normalized(name, 'NFD').replaceAll(/\p{M}/gu, ''))
}

/** Such names need no normalizing, which takes longer than all the rest. */
function isAscii(name: string): boolean {
  return /^[\0-\x7F]*$/.test(name)
}

const statusRanks: readonly (PetStatus | undefined)[] = [...petStatuses, undefined]
