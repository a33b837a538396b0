import type { Collection } from '@msw/data'
import { type Int64, type NewPet, type Pet, type PetStatus, petStatuses, validatePet } from '../../spec/index.ts'
import {
  type Animals,
  type AnimalsChange,
  type GivenPet,
  type BaseAnimals,
  type NumberedPets,
  type Page,
  type PageQuery,
  followingId,
  plainPet,
  withFreeIds,
} from './animals.ts'

// The part of the Standard Schema interface that the collection calls; the validator is the one made from openapi.yaml.
const petSchema = {
  '~standard': {
    version: 1,
    vendor: 'animal-store-kit',
    validate: (value: unknown) => (validatePet(value) ? { value } : { issues: [{ message: 'This is no Pet.' }] }),
    types: undefined as { input: Pet; output: Pet } | undefined,
  },
} as const

type PetCollection = Collection<typeof petSchema>

/**
 * Animals in memory: the shared dataset, and a collection of what this sandbox added or changed. So a sandbox costs what
 * it changes, and is back at the start at once: spec/decisions/0002-animals-in-memory.md.
 */
export class MemoryAnimals implements Animals {
  readonly #base: BaseAnimals
  readonly #hidden = new Set<number>()
  readonly #own = new OwnAnimals()
  /** Pages that were asked for since the latest change: clients ask for few, again and again. */
  readonly #pages = new Map<string, Page>()
  #revision = 0
  #collection: Promise<PetCollection> | undefined
  /** Ids that were given to animals which nobody can see yet. */
  readonly #coming = new Set<Int64>()
  #nextPosition: number
  #nextId: Int64
  #turn: Promise<unknown> = Promise.resolve()

  constructor(base: BaseAnimals) {
    this.#base = base
    this.#nextPosition = base.pets.length
    this.#nextId = base.nextId
  }

  /** Animals as they were when the changes were taken. */
  static async restore(base: BaseAnimals, changes: AnimalsChange): Promise<MemoryAnimals> {
    const animals = new MemoryAnimals(base)
    for (const position of changes.hidden) animals.#hidden.add(position)
    for (const [position, pet] of changes.own) await animals.#create(pet, position)
    animals.#nextPosition = changes.nextPosition
    animals.#nextId = changes.nextId
    return animals
  }

  get(id: Int64): Pet | undefined {
    const own = this.#own.get(id)
    if (own !== undefined) return own
    const position = this.#shownInHerd(id)
    return position === undefined ? undefined : this.#base.pets[position]
  }

  page(query: PageQuery): Page {
    const name = `${query.limit} ${query.status} ${query.order} ${query.after}`
    let page = this.#pages.get(name)
    if (page === undefined) {
      page = this.#findPage(query)
      if (this.#pages.size === mostPages) this.#pages.clear()
      this.#pages.set(name, page)
    }
    return page
  }

  #findPage({ limit, status, order, after }: PageQuery): Page {
    const step = order === 'oldest-first' ? 1 : -1
    const isHerdHidden = this.#hidden.size === this.#base.pets.length
    const base = isHerdHidden ? none : this.#base.positions(status)
    const own = this.#own.positions(status)
    let inHerd = startIndex(base, after, step)
    let inOwn = startIndex(own, after, step)
    const pets: Pet[] = []
    let last = 0
    for (;;) {
      const herdPosition = base[inHerd]
      const ownPosition = own[inOwn]
      if (herdPosition === undefined && ownPosition === undefined) return { pets, next: undefined }
      const isFromHerd =
        ownPosition === undefined || (herdPosition !== undefined && herdPosition < ownPosition === (step === 1))
      if (isFromHerd) inHerd += step
      else inOwn += step
      const position = isFromHerd ? herdPosition : ownPosition
      if (position === undefined || (isFromHerd && this.#hidden.has(position))) continue
      if (pets.length === limit) return { pets, next: last }
      const pet = isFromHerd ? this.#base.pets[position] : this.#own.at(position)
      if (pet !== undefined) pets.push(pet)
      last = position
    }
  }

  async add(animal: NewPet): Promise<Pet> {
    // The id is taken before anything is awaited, so that calls at the same time get different ones.
    const pet: Pet = { id: this.#takeId(), ...animal }
    this.#coming.add(pet.id)
    await this.#create(pet, this.#nextPosition++)
    this.#coming.delete(pet.id)
    return pet
  }

  async addAll(given: readonly GivenPet[]): Promise<NumberedPets> {
    // As in `add`: every id is taken before anything is awaited.
    const isTaken = (id: Int64) => this.#coming.has(id) || this.get(id) !== undefined
    const { pets, renumbered, nextId } = withFreeIds(given, this.#nextId, isTaken)
    this.#nextId = nextId
    for (const { id } of pets) this.#coming.add(id)
    await this.#inTurn(async () => {
      for (const pet of pets) await this.#create(pet, this.#nextPosition++)
    })
    for (const { id } of pets) this.#coming.delete(id)
    return { pets, renumbered }
  }

  async put(given: Pet): Promise<void> {
    const pet = plainPet(given)
    if (!validatePet(pet)) throw new TypeError('Cannot put an animal that is no Pet of the interface (section 2).')
    // Before anything is awaited, so that no animal that is added meanwhile gets this id.
    if (pet.id >= this.#nextId) this.#nextId = followingId(pet.id)
    await this.#inTurn(async () => {
      const position = this.#own.positionOf(pet.id) ?? this.#shownInHerd(pet.id) ?? this.#nextPosition++
      await this.#remove(pet.id)
      await this.#create(pet, position)
    })
  }

  remove(id: Int64): Promise<boolean> {
    return this.#inTurn(() => this.#remove(id))
  }

  /** Its place in the dataset, unless it was removed from there: then it is a new one. */
  #shownInHerd(id: Int64): number | undefined {
    const position = this.#base.positionOf(id)
    return position === undefined || this.#hidden.has(position) ? undefined : position
  }

  /** One after another: two at the same time could leave one id with two animals. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #remove(id: Int64): Promise<boolean> {
    const inHerd = this.#shownInHerd(id)
    if (inHerd !== undefined) {
      this.#hidden.add(inHerd)
      this.#changed()
    }
    const record = this.#own.get(id)
    if (record === undefined || this.#collection === undefined) return inHerd !== undefined
    const collection = await this.#collection
    collection.delete(record as Parameters<PetCollection['delete']>[0] & Pet)
    this.#own.remove(id)
    this.#changed()
    return true
  }

  get revision(): number {
    return this.#revision
  }

  count(): number {
    return this.#base.pets.length - this.#hidden.size + this.#own.size
  }

  hasCategory(categoryId: Int64): boolean {
    return this.#base.categories.has(categoryId)
  }

  changes(): AnimalsChange {
    return {
      own: this.#own.entries(),
      hidden: [...this.#hidden],
      nextPosition: this.#nextPosition,
      nextId: this.#nextId,
    }
  }

  #takeId(): Int64 {
    let id = this.#nextId
    // Only from the end of int64 on can an id be taken already.
    while (this.#coming.has(id) || this.get(id) !== undefined) id = followingId(id)
    this.#nextId = followingId(id)
    return id
  }

  async #create(pet: Pet, position: number): Promise<void> {
    this.#collection ??= openCollection()
    const collection = await this.#collection
    this.#own.add(await collection.create(pet), position)
    this.#changed()
  }

  #changed(): void {
    this.#revision++
    this.#pages.clear()
  }
}

const mostPages = 100

/** Makes a collection. Its package is loaded for the first: that takes longer than everything else that a start needs. */
async function openCollection(): Promise<PetCollection> {
  const { Collection } = await import('@msw/data')
  return new Collection({ schema: petSchema })
}

const none: readonly number[] = []

/** The index of the collection: places of its animals in the order of creation, all of them and by status. */
class OwnAnimals {
  readonly #byPosition = new Map<number, Pet>()
  readonly #positionById = new Map<Int64, number>()
  readonly #every: number[] = []
  readonly #byStatus = new Map<PetStatus, number[]>(petStatuses.map((status) => [status, []]))

  get size(): number {
    return this.#every.length
  }

  get(id: Int64): Pet | undefined {
    const position = this.#positionById.get(id)
    return position === undefined ? undefined : this.#byPosition.get(position)
  }

  at(position: number): Pet | undefined {
    return this.#byPosition.get(position)
  }

  positionOf(id: Int64): number | undefined {
    return this.#positionById.get(id)
  }

  positions(status: PetStatus | undefined): readonly number[] {
    return status === undefined ? this.#every : (this.#byStatus.get(status) ?? [])
  }

  entries(): (readonly [number, Pet])[] {
    return this.#every.map((position) => [position, this.#byPosition.get(position) as Pet])
  }

  add(pet: Pet, position: number): void {
    this.#byPosition.set(position, pet)
    this.#positionById.set(pet.id, position)
    insertSorted(this.#every, position)
    if (pet.status !== undefined) insertSorted(this.#byStatus.get(pet.status) ?? [], position)
  }

  remove(id: Int64): void {
    const pet = this.get(id)
    const position = this.#positionById.get(id)
    if (pet === undefined || position === undefined) return
    this.#byPosition.delete(position)
    this.#positionById.delete(id)
    removeSorted(this.#every, position)
    if (pet.status !== undefined) removeSorted(this.#byStatus.get(pet.status) ?? [], position)
  }
}

/** Where the first place after `after` stands, going up with step 1 or down with step -1. */
function startIndex(positions: ArrayLike<number>, after: number | undefined, step: 1 | -1): number {
  if (after === undefined) return step === 1 ? 0 : positions.length - 1
  return step === 1 ? lowerBound(positions, after + 1) : lowerBound(positions, after) - 1
}

/** The index of the first number that is not below `wanted`. */
function lowerBound(sorted: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function insertSorted(sorted: number[], value: number): void {
  const last = sorted.at(-1)
  if (last === undefined || last < value) sorted.push(value)
  else sorted.splice(lowerBound(sorted, value), 0, value)
}

function removeSorted(sorted: number[], value: number): void {
  const index = lowerBound(sorted, value)
  if (sorted[index] === value) sorted.splice(index, 1)
}
