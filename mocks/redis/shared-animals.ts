import { type Int64, type NewPet, type Pet, plainInteger, readJson, writeJson } from '../../spec/index.ts'
import type { Animals, GivenPet, PageQuery } from '../world/animals.ts'
import type { MemoryAnimals } from '../world/memory-animals.ts'

/** A copy of the animals of a sandbox that replicas share: it answers, and knows which of them a change was about. */
export class SharedAnimals implements Animals {
  readonly memory: MemoryAnimals
  /** The ids of animals that were added, changed or removed here, and not yet in Redis. */
  readonly changed = new Set<Int64>()

  constructor(memory: MemoryAnimals) {
    this.memory = memory
  }

  get revision(): number {
    return this.memory.revision
  }

  get(id: Int64): Pet | undefined {
    return this.memory.get(id)
  }

  page(query: PageQuery) {
    return this.memory.page(query)
  }

  count(): number {
    return this.memory.count()
  }

  hasCategory(categoryId: Int64): boolean {
    return this.memory.hasCategory(categoryId)
  }

  changes() {
    return this.memory.changes()
  }

  add(animal: NewPet): Pet {
    const pet = this.memory.add(animal)
    this.changed.add(pet.id)
    return pet
  }

  addAll(given: readonly GivenPet[]) {
    const numbered = this.memory.addAll(given)
    for (const { id } of numbered.pets) this.changed.add(id)
    return numbered
  }

  put(pet: Pet): void {
    this.memory.put(pet)
    this.changed.add(pet.id)
  }

  remove(id: Int64): boolean {
    this.changed.add(id)
    return this.memory.remove(id)
  }

  /** Takes what became of an animal elsewhere: its place and itself as text, or `null` if it was removed. */
  take(idText: string, value: string | null): void {
    if (value === null) {
      this.memory.remove(plainInteger(BigInt(idText)))
      return
    }
    const space = value.indexOf(' ')
    const reading = readJson(value.slice(space + 1))
    if (!reading.ok) throw new TypeError(`Redis has an animal that is no JSON: ${idText}.`)
    const pet = reading.value as Pet
    this.memory.remove(pet.id)
    this.memory.insert([Number(value.slice(0, space)), pet])
  }

  /** An animal as Redis keeps it; "" for one that was removed. */
  textOf(id: Int64): string {
    const own = this.memory.ownPlace(id)
    return own === undefined ? '' : `${own[0]} ${writeJson(own[1])}`
  }
}
