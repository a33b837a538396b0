import {
  type Awaitable,
  type Int64,
  type NewPet,
  type Pet,
  type PetStatus,
  int64Max,
  isInt64,
  petStatuses,
  plainInteger,
} from '../../spec/index.ts'
import type { MemoryLimit } from './memory-limit.ts'

export interface PageQuery {
  readonly limit: number
  readonly status?: PetStatus | undefined
  readonly order: 'oldest-first' | 'newest-first'
  /** Where the page before ended. */
  readonly after?: number | undefined
}

export interface Page {
  readonly pets: readonly Pet[]
  readonly next: number | undefined
}

/** How the animals of a sandbox differ from its dataset, as plain data. */
export interface AnimalsChange {
  /** Animals added or changed, each with its position in the order of creation. */
  readonly own: readonly (readonly [position: number, pet: Pet])[]
  readonly hidden: readonly number[]
  readonly nextPosition: number
  readonly nextId: Int64
  /** Absent for animals of the start. */
  readonly origin?: AnimalsOrigin | undefined
}

/** Which dataset animals were taken from. */
export interface AnimalsOrigin {
  /** Absent for animals of no dataset. */
  readonly dataset?: string | undefined
  /** How many of them; what the dataset has by itself if absent. */
  readonly count?: number | undefined
  readonly seed?: number | undefined
  /** Whether animals were added, changed or removed since. */
  readonly isChanged: boolean
}

/**
 * What animals begin with when they are opened: what their storage kept of the sandbox, the dataset as it is (the sandbox
 * was reset), or changes that were taken before (it was restored).
 */
export type AnimalsBeginning = 'kept' | 'dataset' | AnimalsChange

export type GivenPet = NewPet & { readonly id?: Int64 | undefined }

/** Animals with their ids. */
export interface NumberedPets {
  readonly pets: readonly Pet[]
  /** How many of them got another id than their own. */
  readonly renumbered: number
}

/** The items of one resource in a sandbox. Each has an id of its own. */
export interface Collection<Item = { readonly id: Int64 }> {
  get(id: Int64): Awaitable<Item | undefined>
  /** Adds an item under its own id, or replaces the one that has it. */
  put(item: Item): Awaitable<void>
  /** Removes an item. @returns whether it was there */
  remove(id: Int64): Awaitable<boolean>
}

/** The animals of one sandbox. Each id is given once, even to calls at the same time. */
export interface Animals extends Collection<Pet> {
  page(query: PageQuery): Awaitable<Page>
  /** Adds an animal under an id that no animal of the sandbox ever had. */
  add(animal: NewPet): Awaitable<Pet>
  /** Adds animals, each under its own id where no animal has it, else under one that none ever had. */
  addAll(given: readonly GivenPet[]): Awaitable<NumberedPets>
  count(): Awaitable<number>
  /** Whether an animal of the dataset is in this category. */
  hasCategory(categoryId: Int64): Awaitable<boolean>
  /** What changed since the dataset was laid out. */
  changes(): Awaitable<AnimalsChange>
  /** Changes with every change of the animals, so that results can be cached. Absent if unknown. */
  readonly revision?: number
  /** Whether nothing changed since the dataset. Absent if unknown: then the sandbox is never deleted for another one. */
  readonly isUnchanged?: boolean
}

/** Keeps animals elsewhere than in memory. */
export interface AnimalStorage {
  /** A storage that keeps animals in memory asks `memoryLimit` before it adds any. */
  readonly open: (
    sandbox: string,
    base: BaseAnimals,
    beginning: AnimalsBeginning,
    memoryLimit: MemoryLimit,
  ) => Awaitable<Animals>
  /** Called before the mock is reset, so that the storage can forget what it keeps. */
  readonly reset?: (() => Awaitable<void>) | undefined
}

/** The dataset that all sandboxes share. It never changes. */
export class BaseAnimals {
  readonly pets: readonly Pet[]
  readonly #positions = new Map<Int64, number>()
  readonly #every: Uint32Array
  readonly #byStatus: ReadonlyMap<PetStatus, Uint32Array>
  #categories: ReadonlySet<Int64> | undefined
  #highest: Int64 = 0
  /** The first id to give to an animal that is added. */
  readonly nextId: Int64

  /** @throws {RangeError} when two animals have the same id */
  constructor(pets: readonly Pet[]) {
    this.pets = pets.map(plainPet)
    this.#every = Uint32Array.from(pets.keys())
    const byStatus = new Map<PetStatus, number[]>(petStatuses.map((status) => [status, []]))
    for (const [position, pet] of this.pets.entries()) {
      this.#positions.set(pet.id, position)
      if (pet.status !== undefined) byStatus.get(pet.status)?.push(position)
      if (pet.id > this.#highest) this.#highest = pet.id
    }
    if (this.#positions.size < pets.length) throw new RangeError('Two animals of the dataset have the same id.')
    this.#byStatus = new Map([...byStatus].map(([status, positions]) => [status, Uint32Array.from(positions)]))
    this.nextId = followingId(this.#highest)
  }

  positionOf(id: Int64): number | undefined {
    // A new id is higher, and to look for it among a million takes longer than the rest of an addition.
    return id > this.#highest ? undefined : this.#positions.get(id)
  }

  positions(status: PetStatus | undefined): Uint32Array {
    return status === undefined ? this.#every : (this.#byStatus.get(status) ?? new Uint32Array())
  }

  get categories(): ReadonlySet<Int64> {
    this.#categories ??= new Set(this.pets.map((pet) => pet.categoryId))
    return this.#categories
  }
}

/**
 * The change after which a sandbox has just these animals, in their order, and none of its dataset.
 * @param pets animals, no two with the same id
 * @param nextId the id that the sandbox would give next; it gives none again
 */
export function replacingChange(
  base: BaseAnimals,
  pets: readonly Pet[],
  nextId: Int64,
  origin?: AnimalsOrigin,
): AnimalsChange {
  const first = base.pets.length
  return {
    own: pets.map((pet, index) => [first + index, pet]),
    hidden: [...base.pets.keys()],
    nextPosition: first + pets.length,
    nextId: pets.reduce((next, { id }) => (id >= next ? followingId(id) : next), nextId),
    ...(origin && { origin }),
  }
}

/** The pet with plain integers: `5n` becomes `5`. */
export function plainPet(pet: Pet): Pet {
  const { id, categoryId } = pet
  if (typeof id !== 'bigint' && typeof categoryId !== 'bigint') return pet
  return { ...pet, id: plainInteger(BigInt(id)), categoryId: plainInteger(BigInt(categoryId)) }
}

/** The next id to try. After the last int64 comes 1. */
export function followingId(id: Int64): Int64 {
  if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) return id + 1
  const next = plainInteger(BigInt(id) + 1n)
  return isInt64(next) && next <= int64Max ? next : 1
}

/**
 * Gives each animal an id: its own where it is free, else a new one.
 * @param nextId the first id to give
 * @param isTaken whether an animal has this id, or is about to get it
 */
export function withFreeIds(
  given: readonly GivenPet[],
  nextId: Int64,
  isTaken: (id: Int64) => boolean,
): NumberedPets & { readonly nextId: Int64 } {
  let next = nextId
  let renumbered = 0
  const kept = new Set<Int64>()
  for (const { id } of given) {
    if (id === undefined || isTaken(id)) continue
    kept.add(id)
    if (id >= next) next = followingId(id)
  }
  const pets = given.map(({ id, ...animal }): Pet => {
    if (id !== undefined && kept.has(id)) return { id, ...animal }
    if (id !== undefined) renumbered++
    // Only after the end of int64 can an id be taken already.
    while (kept.has(next) || isTaken(next)) next = followingId(next)
    const pet: Pet = { id: next, ...animal }
    next = followingId(next)
    return pet
  })
  return { pets, renumbered, nextId: next }
}
