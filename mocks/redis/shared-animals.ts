import { type Int64, type NewPet, type Pet, plainInteger, readJson, writeJson } from '../../spec/index.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'

/** A copy of the animals of a sandbox that replicas share. It knows which of them a change was about. */
export class SharedAnimals extends MemoryAnimals {
  /** The ids of animals that were added, changed or removed here, and not yet in Redis. */
  readonly changed = new Set<Int64>()

  override add(animal: NewPet): Pet {
    const pet = super.add(animal)
    this.changed.add(pet.id)
    return pet
  }

  override put(pet: Pet): void {
    super.put(pet)
    this.changed.add(pet.id)
  }

  override remove(id: Int64): boolean {
    this.changed.add(id)
    return super.remove(id)
  }

  /** Takes an animal as Redis has it, whether it is here already or not. */
  insertAgain(own: readonly [position: number, pet: Pet]): void {
    super.remove(own[1].id)
    this.insert(own)
  }

  /** Takes what became of an animal elsewhere: its place and itself as text, or `null` if it was removed. */
  take(idText: string, value: string | null): void {
    if (value === null) return void super.remove(plainInteger(BigInt(idText)))
    const space = value.indexOf(' ')
    const reading = readJson(value.slice(space + 1))
    if (!reading.ok) throw new TypeError(`Redis has an animal that is no JSON: ${idText}.`)
    this.insertAgain([Number(value.slice(0, space)), reading.value as Pet])
  }

  /** An animal as Redis keeps it; "" for one that was removed. */
  textOf(id: Int64): string {
    const own = this.ownPlace(id)
    return own === undefined ? '' : `${own[0]} ${writeJson(own[1])}`
  }
}
