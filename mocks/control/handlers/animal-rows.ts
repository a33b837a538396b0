import { type Pet, type PetStatus, normalized, parseInt64 } from '../../../spec/index.ts'
import type { Animals } from '../../animals/animals.ts'

/** Every animal of a sandbox, the oldest first. */
export async function allAnimals(animals: Animals): Promise<readonly Pet[]> {
  return (await animals.page({ limit: Number.MAX_SAFE_INTEGER, order: 'oldest-first' })).items
}

/** The animals that a table shows. A search text is a part of a name, or an id. */
export function rowsOf(pets: readonly Pet[], status: PetStatus | undefined, search: string): readonly Pet[] {
  const wanted = fold(search)
  const id = parseInt64(search)
  return pets.filter(
    (pet) =>
      (status === undefined || pet.status === status) &&
      (search === '' || pet.id === id || fold(pet.name).includes(wanted)),
  )
}

function fold(name: string): string {
  // Most names need no normalizing, which takes longer than everything else.
  return (/^[\0-\x7F]*$/.test(name) ? name : normalized(name)).toLowerCase()
}
