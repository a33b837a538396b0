import { type Int64, type NewPet, type Pet, validatePet } from '../../spec/index.ts'
import {
  type Animals,
  type AnimalsChange,
  type GivenPet,
  type NumberedPets,
  type Page,
  type PageQuery,
  followingId,
  withFreeIds,
} from '../world/animals.ts'
import type { MemoryAnimals } from '../world/memory-animals.ts'
import type { Edit } from './state-entry.ts'

/** Animals in memory whose changes are recorded before anybody can see them. So what was seen is never given again. */
export class DurableAnimals implements Animals {
  readonly #memory: MemoryAnimals
  readonly #record: (edit: Edit) => Promise<void>
  /** Ids that were given to animals which nobody can see yet. */
  readonly #coming = new Set<Int64>()
  #nextId: Int64
  /** Ends when every change so far was made, so that memory takes them in the order of the record. */
  #turn: Promise<unknown> = Promise.resolve()

  /** @param record keeps a change; when it rejects, the change is not made */
  constructor(memory: MemoryAnimals, record: (edit: Edit) => Promise<void>) {
    this.#memory = memory
    this.#nextId = memory.changes().nextId
    this.#record = record
  }

  get(id: Int64): Pet | undefined {
    return this.#memory.get(id)
  }

  page(query: PageQuery): Page {
    return this.#memory.page(query)
  }

  get revision(): number {
    return this.#memory.revision
  }

  count(): number {
    return this.#memory.count()
  }

  hasCategory(categoryId: Int64): boolean {
    return this.#memory.hasCategory(categoryId)
  }

  async changes(): Promise<AnimalsChange> {
    await this.#turn
    return this.#memory.changes()
  }

  async add(animal: NewPet): Promise<Pet> {
    const pet: Pet = { id: this.#takeId(), ...animal }
    await this.#putAll([pet])
    return pet
  }

  async addAll(given: readonly GivenPet[]): Promise<NumberedPets> {
    const { pets, renumbered, nextId } = withFreeIds(given, this.#nextId, (id) => this.#isTaken(id))
    this.#nextId = nextId
    await this.#putAll(pets)
    return { pets, renumbered }
  }

  async #putAll(pets: readonly Pet[]): Promise<void> {
    for (const { id } of pets) this.#coming.add(id)
    try {
      await Promise.all(pets.map((pet) => this.#edit({ put: pet })))
    } finally {
      for (const { id } of pets) this.#coming.delete(id)
    }
  }

  #isTaken(id: Int64): boolean {
    return this.#coming.has(id) || this.#memory.get(id) !== undefined
  }

  async put(pet: Pet): Promise<void> {
    if (!validatePet(pet)) throw new TypeError('Cannot keep this animal: it is no Pet.')
    if (pet.id >= this.#nextId) this.#nextId = followingId(pet.id)
    await this.#edit({ put: pet })
  }

  remove(id: Int64): Promise<boolean> {
    return this.#edit({ remove: id })
  }

  #takeId(): Int64 {
    let id = this.#nextId
    // Only from the end of int64 on can an id be taken already.
    while (this.#isTaken(id)) id = followingId(id)
    this.#nextId = followingId(id)
    return id
  }

  #edit(edit: Edit): Promise<boolean> {
    const made = Promise.all([this.#record(edit), this.#turn]).then(() => makeEdit(this.#memory, edit))
    this.#turn = made.catch(() => undefined)
    return made
  }
}

/** Makes a change, and tells whether there was something to change. */
export function makeEdit(memory: MemoryAnimals, edit: Edit): boolean {
  if ('remove' in edit) return memory.remove(edit.remove)
  memory.put(edit.put)
  return true
}
