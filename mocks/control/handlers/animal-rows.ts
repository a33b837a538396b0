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
  #names: Distinct<string> | undefined
  #foldedNames: readonly string[] | undefined

  constructor(pets: readonly Pet[]) {
    this.pets = pets
  }

  /** The animals from an offset on, and how many fit in all. */
  page(query: RowQuery, offset: number, limit: number): { readonly pets: readonly Pet[]; readonly total: number } {
    const { status, search = '', sort, isReversed = false } = query
    const count = this.pets.length
    const order = sort === undefined ? undefined : this.#orderBy(sort)
    const isMeant = search === '' ? undefined : this.#searched(search)
    const found: Pet[] = []
    let total = 0
    for (let step = 0; step < count; step++) {
      const at = isReversed ? count - 1 - step : step
      const place = order === undefined ? at : (order[at] ?? 0)
      const pet = this.pets[place]
      if (pet === undefined || (status !== undefined && pet.status !== status)) continue
      if (isMeant?.(pet, place) === false) continue
      if (total++ >= offset && found.length < limit) found.push(pet)
    }
    return { pets: found, total }
  }

  /** Whether an animal is one that a person looks for: by a part of its name, or by its id. */
  #searched(search: string): (pet: Pet, place: number) => boolean {
    const { keys, keyOf } = this.#distinctNames()
    this.#foldedNames ??= keys.map(fold)
    const wanted = fold(search)
    const isHit = this.#foldedNames.map((name) => name.includes(wanted))
    const id = parseInt64(search)
    return (pet, place) => isHit[keyOf[place] ?? 0] === true || pet.id === id
  }

  #distinctNames(): Distinct<string> {
    this.#names ??= distinct(this.pets, ({ name }) => name)
    return this.#names
  }

  #orderBy(member: SortMember): Uint32Array {
    let order = this.#orders.get(member)
    if (order === undefined) {
      order = this.#sort(member)
      this.#orders.set(member, order)
    }
    return order
  }

  #sort(member: SortMember): Uint32Array {
    const { pets } = this
    switch (member) {
      case 'id':
        return sortById(pets)
      case 'name': {
        const names = this.#distinctNames()
        return sortBy(names, names.keys.map(sortKey))
      }
      case 'category': {
        const ids = distinct(pets, ({ categoryId }) => categoryId)
        return sortBy(ids, ids.keys)
      }
      case 'status': {
        const ranks = distinct(pets, ({ status }) => statusRanks.indexOf(status))
        return sortBy(ranks, ranks.keys)
      }
    }
  }
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

/** Ids are all distinct, and mostly in order already. */
function sortById(pets: readonly Pet[]): Uint32Array {
  const ids = pets.map(({ id }) => id)
  return Uint32Array.from(ids.keys()).toSorted((one, other) => ((ids[one] ?? 0) < (ids[other] ?? 0) ? -1 : 1))
}

/**
 * The places of the animals, sorted; equal ones in the order of creation. Few animals have a name or a category of their
 * own, so the distinct ones are sorted, and the animals counted into them.
 * @param compared what is compared in place of each key
 */
function sortBy({ keys, keyOf }: Distinct<unknown>, compared: readonly (string | Int64)[]): Uint32Array {
  const inOrder = Array.from(keys.keys()).toSorted((one, other) => {
    const [left, right] = [compared[one] ?? 0, compared[other] ?? 0]
    return left < right ? -1 : left > right ? 1 : 0
  })
  const ranks = new Uint32Array(keys.length)
  let rank = 0
  for (const [at, key] of inOrder.entries()) {
    const before = inOrder[at - 1]
    // Names that differ in capitals or accents alone have one rank.
    if (before !== undefined && compared[before] !== compared[key]) rank++
    ranks[key] = rank
  }
  return countedInto(keyOf, ranks)
}

interface Distinct<K> {
  /** Each key once, in the order of their first animals. */
  readonly keys: readonly K[]
  /** By place: which of them the animal has. */
  readonly keyOf: Uint32Array
}

function distinct<K>(pets: readonly Pet[], read: (pet: Pet) => K): Distinct<K> {
  const indexes = new Map<K, number>()
  const keyOf = new Uint32Array(pets.length)
  for (const [place, pet] of pets.entries()) {
    const key = read(pet)
    let index = indexes.get(key)
    if (index === undefined) {
      index = indexes.size
      indexes.set(key, index)
    }
    keyOf[place] = index
  }
  return { keys: [...indexes.keys()], keyOf }
}

/** The places by the rank of their key, and by place where it is the same. */
function countedInto(keyOf: Uint32Array, ranks: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ranks.length + 1)
  for (const key of keyOf) starts[(ranks[key] ?? 0) + 1] = (starts[(ranks[key] ?? 0) + 1] ?? 0) + 1
  for (let rank = 0; rank < ranks.length; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
  const order = new Uint32Array(keyOf.length)
  for (const [place, key] of keyOf.entries()) {
    const rank = ranks[key] ?? 0
    order[starts[rank] ?? 0] = place
    starts[rank] = (starts[rank] ?? 0) + 1
  }
  return order
}
