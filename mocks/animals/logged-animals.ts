import type { Awaitable, Int64, NewPet, Pet } from '../../spec/index.ts'
import type { Animals, GivenPet, NumberedPets } from './animals.ts'
import { type MemoryAnimals, checkedPet } from './memory-animals.ts'
import { bytesOf } from './memory-limit.ts'

/** What is asked of the animals of a sandbox. The same edits in the same order make the same animals, ids included. */
export type AnimalEdit =
  | { readonly add: NewPet }
  | { readonly addAll: readonly GivenPet[] }
  | { readonly put: Pet }
  | { readonly remove: Int64 }

/** A storage that keeps the edits of a sandbox in their order: spec/decisions/0186-one-log-of-edits.md. */
export interface EditLog {
  /** The animals, once every edit that anybody appended so far is applied. */
  readonly read: () => Awaitable<MemoryAnimals>
  /** Keeps an edit behind all others, or rejects. @returns the animals that it added, changed or removed */
  readonly append: (edit: AnimalEdit) => Promise<NumberedPets>
}

/** Animals that are what a log says. */
export function loggedAnimals({ read, append }: EditLog): Animals {
  return {
    get: async (id) => (await read()).get(id),
    page: async (query) => (await read()).page(query),
    count: async () => (await read()).count(),
    changes: async () => (await read()).changes(),
    hasCategory: async (categoryId) => (await read()).hasCategory(categoryId),
    async add(animal) {
      checkedPet({ id: 1, ...animal })
      const { pets } = await append({ add: animal })
      return pets[0] as Pet
    },
    async addAll(given) {
      for (const { id = 1, ...animal } of given) checkedPet({ id, ...animal })
      return append({ addAll: given })
    },
    async put(pet) {
      await append({ put: checkedPet(pet) })
    },
    async remove(id) {
      const { pets } = await append({ remove: id })
      return pets.length > 0
    },
  }
}

/** Applies an edit. @returns the animals that it added, changed or removed */
export function applyEdit(memory: MemoryAnimals, edit: AnimalEdit): NumberedPets {
  if ('add' in edit) return about(memory.add(edit.add))
  if ('addAll' in edit) return memory.addAll(edit.addAll)
  if ('put' in edit) {
    memory.put(edit.put)
    return about(edit.put)
  }
  const removed = memory.get(edit.remove)
  memory.remove(edit.remove)
  return about(removed)
}

function about(pet: Pet | undefined): NumberedPets {
  return { pets: pet === undefined ? [] : [pet], renumbered: 0 }
}

/** How much more room the animals take after an edit. */
export function bytesOfEdit(memory: MemoryAnimals, edit: AnimalEdit): number {
  if ('add' in edit) return bytesOf(edit.add)
  if ('addAll' in edit) return edit.addAll.reduce((sum, animal) => sum + bytesOf(animal), 0)
  if ('remove' in edit) return 0
  const before = memory.ownAnimal(edit.put.id)?.[1]
  return bytesOf(edit.put) - (before === undefined ? 0 : bytesOf(before))
}
