import type { Int64, NewPet, Pet, Profile } from '../../spec/index.ts'
import type { Animals } from '../animals/animals.ts'

// The first integer that a JavaScript number cannot hold.
const firstLargeId = 9007199254740993n

const lastTried = new WeakMap<Animals, number>()

/** A free id below those of all animals; for calls at the same time, another one each. */
async function negativeId(animals: Animals): Promise<number> {
  let id = -(await animals.count())
  do {
    id = Math.min(id, lastTried.get(animals) ?? 0) - 1
    lastTried.set(animals, id)
  } while ((await animals.get(id)) !== undefined)
  return id
}

/** Adds an animal under an id that clients seldom expect (silence `new-ids`). */
export async function addUnderUnusualId(animals: Animals, animal: NewPet, kind: Profile['new-ids']): Promise<Pet> {
  const id: Int64 = kind === 'negative' ? await negativeId(animals) : firstLargeId
  // If another animal has the id by now, this one gets the one after the highest, which is large too.
  const { items } = await animals.addAll([{ ...animal, id }])
  return items[0] as Pet
}
