import {
  type Int64,
  type NewPet,
  type Pet,
  type PetStatus,
  isInt64,
  petStatuses,
  validatePet,
} from '../../spec/index.ts'
import {
  type Animals,
  type AnimalsChange,
  type AnimalsOrigin,
  type BaseAnimals,
  type GivenPet,
  type NumberedPets,
  type Page,
  type PageQuery,
  followingId,
  plainPet,
  withFreeIds,
} from './animals.ts'
import { type MemoryLimit, bytesOf } from './memory-limit.ts'

/**
 * Animals in memory: the shared dataset, and what this sandbox added or changed. So a sandbox costs what it changes, and
 * is back at the start at once: spec/decisions/0002-animals-in-memory.md.
 */
export class MemoryAnimals implements Animals {
  readonly #base: BaseAnimals
  readonly #hidden = new Set<number>()
  readonly #own = new Map<Int64, OwnAnimal>()
  /** The same by status, in the order of creation; under `undefined` all of them. */
  readonly #ownSorted = new Map<PetStatus | undefined, OwnAnimal[]>(
    [...petStatuses, undefined].map((each) => [each, []]),
  )
  /** Pages made since the latest change: clients ask for the same few again and again. */
  readonly #pages = new Map<string, Page>()
  #revision = 0
  readonly #origin: AnimalsOrigin | undefined
  /** The revision at which they were as taken from their origin. */
  readonly #taken: number
  #bytes = 0
  #memoryLimit: MemoryLimit | undefined
  /** The position and the id of the next animal that is added. */
  next: { nextPosition: number; nextId: Int64 }

  /**
   * @param changes what differs from the dataset at the start
   * @param memoryLimit limits what the animals may take; without it there is no limit
   * @throws {TypeError} when one of them is not a Pet, or they do not fit together
   */
  constructor(base: BaseAnimals, changes?: AnimalsChange, memoryLimit?: MemoryLimit) {
    this.#base = base
    this.next = { nextPosition: base.pets.length, nextId: base.nextId }
    if (changes !== undefined) this.#takeOver(changes)
    this.#origin = changes?.origin
    this.#taken = this.#revision
    if (memoryLimit !== undefined) this.memoryLimit = memoryLimit
  }

  /** Checks what was kept, for it may be damaged: an animal with two positions would be shown twice. */
  #takeOver({ own, hidden, nextPosition, nextId }: AnimalsChange): void {
    this.next = { nextPosition, nextId }
    for (const position of hidden) this.#hidden.add(position)
    const positions = new Set<number>()
    let isFine = isInt64(nextId) && hidden.every((position) => this.#base.pets[position] !== undefined)
    for (const [position, given] of own) {
      const pet = checkedPet(given)
      const isPosition = Number.isSafeInteger(position) && position >= 0 && position < nextPosition
      const isFree = position >= this.#base.pets.length || this.#hidden.has(position)
      isFine &&= isPosition && isFree && !positions.has(position) && this.get(pet.id) === undefined
      positions.add(position)
      this.insert([position, pet])
    }
    if (!isFine) throw new TypeError('Cannot take over animals whose ids or positions clash.')
  }

  get(id: Int64): Pet | undefined {
    const own = this.#own.get(id)
    if (own !== undefined) return own[1]
    const position = this.#positionInBase(id)
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
    const isBaseHidden = this.#hidden.size === this.#base.pets.length
    const base = isBaseHidden ? [] : this.#base.positions(status)
    const own = this.#sorted(status)
    let inBase = startIndex(base, Number, after, step)
    let inOwn = startIndex(own, placeOf, after, step)
    const pets: Pet[] = []
    let last = 0
    for (;;) {
      const basePosition = base[inBase]
      const [ownPosition, ownPet] = own[inOwn] ?? []
      if (basePosition === undefined && ownPosition === undefined) return { pets, next: undefined }
      const isInBase =
        ownPosition === undefined || (basePosition !== undefined && basePosition < ownPosition === (step === 1))
      if (isInBase) inBase += step
      else inOwn += step
      const position = isInBase ? basePosition : ownPosition
      if (position === undefined || (isInBase && this.#hidden.has(position))) continue
      if (pets.length === limit) return { pets, next: last }
      const pet = isInBase ? this.#base.pets[position] : ownPet
      if (pet !== undefined) pets.push(pet)
      last = position
    }
  }

  /** The bytes of the animals that were added or changed. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts the animals against this limit from now on. Those that are here already stay. */
  set memoryLimit(memoryLimit: MemoryLimit) {
    this.#memoryLimit = memoryLimit
    memoryLimit.usedBytes = this.#bytes
  }

  /** @throws {NoRoomError} when there is no room for it */
  add(animal: NewPet): Pet {
    this.#memoryLimit?.check(bytesOf(animal))
    let id = this.next.nextId
    // Only from the end of int64 on can an id be taken already.
    while (this.get(id) !== undefined) id = followingId(id)
    const pet = checkedPet({ id, ...animal })
    this.next.nextId = followingId(id)
    this.insert([this.next.nextPosition++, pet])
    return pet
  }

  addAll(given: readonly GivenPet[]): NumberedPets {
    const numbered = this.number(given)
    this.#memoryLimit?.check(numbered.pets.reduce((sum, pet) => sum + bytesOf(pet), 0))
    for (const pet of numbered.pets) this.put(pet)
    return numbered
  }

  /** Animals with the ids that they would get if they were added now. */
  number(given: readonly GivenPet[]): NumberedPets {
    const { pets, renumbered } = withFreeIds(given, this.next.nextId, (id) => this.get(id) !== undefined)
    return { pets: pets.map(checkedPet), renumbered }
  }

  /** @throws {NoRoomError} when there is no room for it */
  put(given: Pet): void {
    const pet = checkedPet(given)
    const own = this.#own.get(pet.id)
    this.#memoryLimit?.check(bytesOf(pet) - (own === undefined ? 0 : bytesOf(own[1])))
    if (pet.id >= this.next.nextId) this.next.nextId = followingId(pet.id)
    const position = own?.[0] ?? this.#positionInBase(pet.id) ?? this.next.nextPosition++
    this.remove(pet.id)
    this.insert([position, pet])
  }

  remove(id: Int64): boolean {
    const inBase = this.#positionInBase(id)
    if (inBase !== undefined) this.#hidden.add(inBase)
    const own = this.#own.get(id)
    if (own !== undefined) {
      for (const sorted of this.#listsOf(own)) sorted.splice(lowerBound(sorted, placeOf, own[0]), 1)
      this.#own.delete(id)
      this.#resize(-bytesOf(own[1]))
    }
    const wasThere = inBase !== undefined || own !== undefined
    if (wasThere) this.#changed()
    return wasThere
  }

  /** Its position in the dataset; `undefined` if it is not there, or was removed. */
  #positionInBase(id: Int64): number | undefined {
    const position = this.#base.positionOf(id)
    return position === undefined || this.#hidden.has(position) ? undefined : position
  }

  get revision(): number {
    return this.#revision
  }

  get isUnchanged(): boolean {
    return this.#own.size === 0 && this.#hidden.size === 0 && this.next.nextId === this.#base.nextId
  }

  count(): number {
    return this.#base.pets.length - this.#hidden.size + this.#own.size
  }

  hasCategory(categoryId: Int64): boolean {
    return this.#base.categories.has(categoryId)
  }

  changes(): AnimalsChange {
    const origin = this.#origin && {
      ...this.#origin,
      isChanged: this.#origin.isChanged || this.#revision !== this.#taken,
    }
    return { own: [...this.#sorted(undefined)], hidden: [...this.#hidden], ...this.next, ...(origin && { origin }) }
  }

  /** An animal that was added or changed, with its position in the order of creation. */
  ownAnimal(id: Int64): OwnAnimal | undefined {
    return this.#own.get(id)
  }

  /** Puts an animal at a free position, without a look at the limit. No other animal may have its id. */
  insert(own: OwnAnimal): void {
    this.#own.set(own[1].id, own)
    this.#resize(bytesOf(own[1]))
    for (const sorted of this.#listsOf(own)) {
      const last = sorted.at(-1)
      if (last === undefined || last[0] < own[0]) sorted.push(own)
      else sorted.splice(lowerBound(sorted, placeOf, own[0]), 0, own)
    }
    this.#changed()
  }

  #listsOf([, { status }]: OwnAnimal): OwnAnimal[][] {
    return status === undefined ? [this.#sorted(undefined)] : [this.#sorted(undefined), this.#sorted(status)]
  }

  #sorted(status: PetStatus | undefined): OwnAnimal[] {
    return this.#ownSorted.get(status) ?? []
  }

  #resize(bytes: number): void {
    this.#bytes += bytes
    if (this.#memoryLimit !== undefined) this.#memoryLimit.usedBytes += bytes
  }

  #changed(): void {
    this.#revision++
    if (this.#pages.size > 0) this.#pages.clear()
  }
}

type OwnAnimal = AnimalsChange['own'][number]

const placeOf = ([position]: OwnAnimal) => position

const mostPages = 100

/** The animal with plain integers. @throws {TypeError} when it is not a Pet */
export function checkedPet(given: Pet): Pet {
  const pet = plainPet(given)
  if (!validatePet(pet)) throw new TypeError('Cannot keep an animal that is not a Pet of the interface (section 2).')
  return pet
}

/** The index of the first animal after the position `after`, going up with step 1 or down with step -1. */
function startIndex<T>(
  sorted: ArrayLike<T>,
  positionOf: (each: T) => number,
  after: number | undefined,
  step: 1 | -1,
): number {
  if (after === undefined) return step === 1 ? 0 : sorted.length - 1
  return step === 1 ? lowerBound(sorted, positionOf, after + 1) : lowerBound(sorted, positionOf, after) - 1
}

/** The index of the first whose position is not below `wanted`. */
function lowerBound<T>(sorted: ArrayLike<T>, positionOf: (each: T) => number, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (positionOf(sorted[middle] as T) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
