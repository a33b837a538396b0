import type { Int64, Pet } from '../../spec/index.ts'
import type { Awaitable } from '../call/call.ts'
import type { Animals, GivenPet } from './animals.ts'
import { type MemoryAnimals, checkedPet } from './memory-animals.ts'
import { bytesOf } from './room.ts'

/** One change of an animal. */
export type Edit = { readonly put: Pet } | { readonly remove: Int64 }

/** The changes that a call makes, and what it returns once they are kept. It reads the animals and changes none. */
export type MakeEdits<T> = (memory: MemoryAnimals) => readonly [edits: readonly Edit[], outcome: T]

/**
 * Animals that memory answers for, and that another place keeps: spec/decisions/0112-one-way-to-keep-animals.md.
 * @param known memory, once it has every change so far
 * @param write makes changes, all or none of them, one call after another, and resolves once they are kept
 */
export function keptAnimals(
  known: () => Awaitable<MemoryAnimals>,
  write: <T>(make: MakeEdits<T>) => Promise<T>,
): Animals {
  const addAll = (given: readonly GivenPet[]) =>
    write((memory) => {
      const numbered = memory.number(given)
      return [numbered.pets.map((put) => ({ put })), numbered]
    })
  return {
    get: async (id) => (await known()).get(id),
    page: async (query) => (await known()).page(query),
    count: async () => (await known()).count(),
    changes: async () => (await known()).changes(),
    hasCategory: async (categoryId) => (await known()).hasCategory(categoryId),
    // As many as were given.
    add: async (animal) => (await addAll([animal])).pets[0] as Pet,
    addAll,
    put: (pet) => write(() => [[{ put: checkedPet(pet) }], undefined]),
    remove: (id) => write((memory) => [[{ remove: id }], memory.get(id) !== undefined]),
  }
}

/** How much more room animals take after these changes. */
export function bytesOfEdits(memory: MemoryAnimals, edits: readonly Edit[]): number {
  return edits.reduce((sum, edit) => {
    if (!('put' in edit)) return sum
    const before = memory.ownPlace(edit.put.id)?.[1]
    return sum + bytesOf(edit.put) - (before === undefined ? 0 : bytesOf(before))
  }, 0)
}
