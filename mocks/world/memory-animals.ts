import { type Int64, type NewPet, type Pet, type PetStatus, petStatuses, validatePet } from '../../spec/index.ts'
import {
  type Animals,
  type AnimalsChange,
  type BaseAnimals,
  type GivenPet,
  type NumberedPets,
  type Page,
  type PageQuery,
  followingId,
  plainPet,
  withFreeIds,
} from './animals.ts'

/**
 * Animals in memory: the shared dataset, and what this sandbox added or changed. So a sandbox costs what it changes, and
 * is back at the start at once: spec/decisions/0002-animals-in-memory.md.
 */
export class MemoryAnimals implements Animals {
  readonly #base: BaseAnimals
  /** Places of the dataset whose animal was removed or changed. */
  readonly #hidden = new Set<number>()
  /** Animals added or changed, by their place in the order of creation. */
  readonly #own = new Map<number, Pet>()
  readonly #ownPositions = new Map<Int64, number>()
  /** Places of own animals in order: of one status, and under `undefined` all of them. */
  readonly #ownSorted = new Map<PetStatus | undefined, number[]>([...petStatuses, undefined].map((each) => [each, []]))
  /** Pages that were asked for since the latest change: clients ask for few, again and again. */
  readonly #pages = new Map<string, Page>()
  #revision = 0
  #nextPosition: number
  #nextId: Int64

  /**
   * @param changes begins with the animals as they were when these changes were taken
   * @throws {TypeError} when one of them is no Pet
   */
  constructor(base: BaseAnimals, changes?: AnimalsChange) {
    this.#base = base
    this.#nextPosition = changes?.nextPosition ?? base.pets.length
    this.#nextId = changes?.nextId ?? base.nextId
    for (const position of changes?.hidden ?? []) this.#hidden.add(position)
    for (const [position, pet] of changes?.own ?? []) this.#insert(checkedPet(pet), position)
  }

  get(id: Int64): Pet | undefined {
    const own = this.#ownPositions.get(id)
    if (own !== undefined) return this.#own.get(own)
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
    let inBase = startIndex(base, after, step)
    let inOwn = startIndex(own, after, step)
    const pets: Pet[] = []
    let last = 0
    for (;;) {
      const basePosition = base[inBase]
      const ownPosition = own[inOwn]
      if (basePosition === undefined && ownPosition === undefined) return { pets, next: undefined }
      const isInBase =
        ownPosition === undefined || (basePosition !== undefined && basePosition < ownPosition === (step === 1))
      if (isInBase) inBase += step
      else inOwn += step
      const position = isInBase ? basePosition : ownPosition
      if (position === undefined || (isInBase && this.#hidden.has(position))) continue
      if (pets.length === limit) return { pets, next: last }
      const pet = isInBase ? this.#base.pets[position] : this.#own.get(position)
      if (pet !== undefined) pets.push(pet)
      last = position
    }
  }

  add(animal: NewPet): Pet {
    let id = this.#nextId
    // Only from the end of int64 on can an id be taken already.
    while (this.get(id) !== undefined) id = followingId(id)
    const pet = checkedPet({ id, ...animal })
    this.#nextId = followingId(id)
    this.#insert(pet, this.#nextPosition++)
    return pet
  }

  addAll(given: readonly GivenPet[]): NumberedPets {
    const numbered = this.number(given)
    for (const pet of numbered.pets) this.put(pet)
    return numbered
  }

  /** Animals with the ids that they would get if they were added now. */
  number(given: readonly GivenPet[]): NumberedPets {
    const { pets, renumbered } = withFreeIds(given, this.#nextId, (id) => this.get(id) !== undefined)
    return { pets: pets.map(checkedPet), renumbered }
  }

  put(given: Pet): void {
    const pet = checkedPet(given)
    if (pet.id >= this.#nextId) this.#nextId = followingId(pet.id)
    const position = this.#ownPositions.get(pet.id) ?? this.#positionInBase(pet.id) ?? this.#nextPosition++
    this.remove(pet.id)
    this.#insert(pet, position)
  }

  remove(id: Int64): boolean {
    const inBase = this.#positionInBase(id)
    if (inBase !== undefined) this.#hidden.add(inBase)
    const position = this.#ownPositions.get(id)
    if (position !== undefined) {
      removeSorted(this.#sorted(this.#own.get(position)?.status), position)
      removeSorted(this.#sorted(undefined), position)
      this.#own.delete(position)
      this.#ownPositions.delete(id)
    }
    const wasThere = inBase !== undefined || position !== undefined
    if (wasThere) this.#changed()
    return wasThere
  }

  /** Its place in the dataset, unless it was removed from there: then it is a new one. */
  #positionInBase(id: Int64): number | undefined {
    const position = this.#base.positionOf(id)
    return position === undefined || this.#hidden.has(position) ? undefined : position
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
      own: this.#sorted(undefined).map((position) => [position, this.#own.get(position) as Pet]),
      hidden: [...this.#hidden],
      ...this.next,
    }
  }

  /** An animal that was added or changed, with its place in the order of creation. */
  ownPlace(id: Int64): AnimalsChange['own'][number] | undefined {
    const position = this.#ownPositions.get(id)
    return position === undefined ? undefined : [position, this.#own.get(position) as Pet]
  }

  /** The place and the id of the animal that is added next. */
  get next(): Pick<AnimalsChange, 'nextPosition' | 'nextId'> {
    return { nextPosition: this.#nextPosition, nextId: this.#nextId }
  }

  #insert(pet: Pet, position: number): void {
    this.#own.set(position, pet)
    this.#ownPositions.set(pet.id, position)
    insertSorted(this.#sorted(undefined), position)
    if (pet.status !== undefined) insertSorted(this.#sorted(pet.status), position)
    this.#changed()
  }

  #sorted(status: PetStatus | undefined): number[] {
    return this.#ownSorted.get(status) ?? []
  }

  #changed(): void {
    this.#revision++
    this.#pages.clear()
  }
}

const mostPages = 100

/** An animal with its integers in their one form. @throws {TypeError} when it is no Pet */
export function checkedPet(given: Pet): Pet {
  const pet = plainPet(given)
  if (!validatePet(pet)) throw new TypeError('Cannot keep an animal that is not a Pet of the interface (section 2).')
  return pet
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
