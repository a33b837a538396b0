import type { Int64, NewPet, Pet } from '../../spec/index.ts'
import type { Animals, AnimalsChange, BaseAnimals, GivenPet, NumberedPets, Page, PageQuery } from '../world/animals.ts'
import { MemoryAnimals, checkedPet } from '../world/memory-animals.ts'
import type { StateFile } from './state-file.ts'
import type { StateTables } from './state-tables.ts'

/** The animals of one sandbox in a state file. Memory answers; a change is made there and in the file at once. */
export class DurableAnimals implements Animals {
  readonly sandbox: string
  readonly #file: StateFile
  readonly #base: BaseAnimals
  #memory: MemoryAnimals
  #revisionBefore = 0

  constructor(file: StateFile, sandbox: string, base: BaseAnimals, memory: MemoryAnimals) {
    this.#file = file
    this.sandbox = sandbox
    this.#base = base
    this.#memory = memory
  }

  /** Takes the animals as the file has them, after changes that it could not keep. */
  load(tables: StateTables): void {
    this.#revisionBefore = this.revision + 1
    this.#memory = new MemoryAnimals(this.#base, tables.read(this.sandbox, this.#base))
  }

  get(id: Int64): Pet | undefined {
    return this.#memory.get(id)
  }

  page(query: PageQuery): Page {
    return this.#memory.page(query)
  }

  get revision(): number {
    return this.#revisionBefore + this.#memory.revision
  }

  count(): number {
    return this.#memory.count()
  }

  hasCategory(categoryId: Int64): boolean {
    return this.#memory.hasCategory(categoryId)
  }

  changes(): AnimalsChange {
    this.#file.makeWaiting()
    return this.#memory.changes()
  }

  async add(animal: NewPet): Promise<Pet> {
    const { pets } = await this.addAll([animal])
    // As many as were given.
    return pets[0] as Pet
  }

  async addAll(given: readonly GivenPet[]): Promise<NumberedPets> {
    // One that does not fit must not stop others of this turn.
    for (const animal of given) checkedPet({ ...animal, id: animal.id ?? 1 })
    return this.#change(
      (memory) => memory.addAll(given),
      ({ pets }) => pets.map(({ id }) => id),
    )
  }

  async put(given: Pet): Promise<void> {
    const pet = checkedPet(given)
    await this.#change(
      (memory) => memory.put(pet),
      () => [pet.id],
    )
  }

  remove(id: Int64): Promise<boolean> {
    return this.#change(
      (memory) => memory.remove(id),
      (isThere) => (isThere ? [id] : []),
    )
  }

  #change<T>(work: (memory: MemoryAnimals) => T, changed: (result: T) => readonly Int64[]): Promise<T> {
    return this.#file.make(this, (tables) => {
      const memory = this.#memory
      const result = work(memory)
      for (const id of changed(result)) tables?.put(this.sandbox, id, memory.ownPlace(id), this.#base)
      tables?.putNext(this.sandbox, memory.next)
      return result
    })
  }
}
