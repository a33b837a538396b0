import { type Int64, type Pet, type PetStatus, parseInt64, petStatuses } from '../../spec/index.ts'
import type { Animals } from '../animals.ts'

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
  #names: DistinctNames | undefined

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
    this.#names ??= distinctNames(this.pets)
    const { folded, nameOf } = this.#names
    const wanted = fold(search)
    const isHit = folded.map((name) => name.includes(wanted))
    const id = parseInt64(search)
    return (pet, place) => isHit[nameOf[place] ?? 0] === true || pet.id === id
  }

  #orderBy(member: SortMember): Uint32Array {
    let order = this.#orders.get(member)
    if (order === undefined) {
      order = sorters[member](this.pets)
      this.#orders.set(member, order)
    }
    return order
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

interface DistinctNames {
  /** Each name once, as a search compares it. */
  readonly folded: readonly string[]
  /** By place: which of these the animal has. */
  readonly nameOf: Uint32Array
}

function distinctNames(pets: readonly Pet[]): DistinctNames {
  const { keys, keyOf } = distinct(pets, ({ name }) => name)
  return { folded: keys.map(fold), nameOf: keyOf }
}

function fold(name: string): string {
  return isAscii(name) ? name.toLowerCase() : name.normalize('NFC').toLowerCase()
}

/** Names without accents, so that an É stands with the E. */
function sortKey(name: string): string {
  return isAscii(name) ? name.toLowerCase() : fold(name.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

/** Such names need no normalizing, which takes longer than all the rest. */
function isAscii(name: string): boolean {
  return /^[\0-\x7F]*$/.test(name)
}

const statusRanks: readonly (PetStatus | undefined)[] = [...petStatuses, undefined]

const sorters: Readonly<Record<SortMember, (pets: readonly Pet[]) => Uint32Array>> = {
  id: sortById,
  name: (pets) =>
    sortBy(
      pets,
      ({ name }) => name,
      (names) => names.map(sortKey),
    ),
  category: (pets) =>
    sortBy(
      pets,
      ({ categoryId }) => categoryId,
      (ids) => ids,
    ),
  status: (pets) =>
    sortBy(
      pets,
      ({ status }) => statusRanks.indexOf(status),
      (ranks) => ranks,
    ),
}

/** Ids are all distinct, and mostly in order already. */
function sortById(pets: readonly Pet[]): Uint32Array {
  const ids = pets.map(({ id }) => id)
  return Uint32Array.from(ids.keys()).toSorted((one, other) => ((ids[one] ?? 0) < (ids[other] ?? 0) ? -1 : 1))
}

/**
 * The places of the animals, sorted; equal ones in the order of creation. Few animals have a name or a category of their
 * own, so the distinct ones are sorted, and the animals counted into them.
 * @param comparable what is compared in place of the keys
 */
function sortBy<K extends string | Int64>(
  pets: readonly Pet[],
  read: (pet: Pet) => K,
  comparable: (keys: readonly K[]) => readonly (string | Int64)[],
): Uint32Array {
  const { keys, keyOf } = distinct(pets, read)
  const compared = comparable(keys)
  const inOrder = Array.from(keys.keys()).toSorted((one, other) => {
    const [left, right] = [compared[one] ?? 0, compared[other] ?? 0]
    return left < right ? -1 : left > right ? 1 : one - other
  })
  const ranks = new Uint32Array(keys.length)
  for (const [rank, key] of inOrder.entries()) ranks[key] = rank
  return countedInto(keyOf, ranks)
}

/** Each key once, in the order of their first animals, and by place which of them the animal has. */
function distinct<K>(pets: readonly Pet[], read: (pet: Pet) => K): { keys: readonly K[]; keyOf: Uint32Array } {
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
