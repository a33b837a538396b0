import { type Int64, type NewPet, type Pet, plainInteger, readJson, writeJson } from '../../spec/index.ts'
import { MemoryAnimals } from '../animals/memory-animals.ts'

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

  /** Takes what became of animals elsewhere, as the script has it. */
  take(change: string): void {
    const [head = '', ...rests] = change.split('\n')
    const [, firstId = '', place] = head.split(' ')
    const first = BigInt(firstId)
    if (place === undefined) return void super.remove(plainInteger(first))
    for (const [index, rest] of rests.entries()) {
      const reading = readJson(`{"id":${first + BigInt(index)},${rest}`)
      if (!reading.ok) throw new TypeError(`Redis has an animal that is no JSON: ${head}.`)
      this.insertAgain([Number(place) + index, reading.value as Pet])
    }
  }

  /** What became of an animal, as the script has it. */
  changeOf(id: Int64): string {
    const own = this.ownPlace(id)
    if (own === undefined) return `1 ${id}`
    const [place, { id: _, ...rest }] = own
    return `1 ${id} ${place}\n${writeJson(rest).slice(1)}`
  }
}
