import type { Int64, Pet } from '../../spec/index.ts'
import type { Animals, BaseAnimals, GivenPet } from '../world/animals.ts'
import { MemoryAnimals, checkedPet } from '../world/memory-animals.ts'
import type { Room } from '../world/room.ts'
import { NoRoomError } from '../world/storage-error.ts'
import type { StateFile } from './state-file.ts'
import type { StateTables } from './state-tables.ts'

/** The animals of one sandbox in a state file. Memory answers; a change is made there and in the file at once. */
export interface DurableAnimals extends Animals {
  readonly sandbox: string
  /** What its animals may take. */
  room: Room
  /** Takes the animals as the file has them, after changes that it could not keep. */
  load(tables: StateTables): void
}

/** Makes them, with what memory has of them now. */
export function durableAnimals(
  file: StateFile,
  sandbox: string,
  base: BaseAnimals,
  first: MemoryAnimals,
  firstRoom: Room,
): DurableAnimals {
  let memory = first
  let room = firstRoom
  let revisionBefore = 0
  /** @param changed the ids of the animals that a change was about, by its result */
  const change = async <T>(work: () => T, changed: (result: T) => readonly Int64[]): Promise<T> => {
    const made = await file.make(animals, (tables) => {
      const result = roomFor(work)
      if (result instanceof NoRoomError) return result
      for (const id of changed(result)) tables?.put(sandbox, id, memory.ownPlace(id), base)
      tables?.putNext(sandbox, memory.next)
      return result
    })
    if (made instanceof NoRoomError) throw made
    return made
  }
  const addAll = async (given: readonly GivenPet[]) => {
    // One that does not fit must not stop others of this turn.
    for (const animal of given) checkedPet({ ...animal, id: animal.id ?? 1 })
    return change(
      () => memory.addAll(given),
      ({ pets }) => pets.map(({ id }) => id),
    )
  }
  const animals: DurableAnimals = {
    sandbox,
    load(tables) {
      revisionBefore += memory.revision + 1
      memory = new MemoryAnimals(base, tables.read(sandbox, base), room)
    },
    get room() {
      return room
    },
    set room(next) {
      room = next
      memory.room = next
    },
    get revision() {
      return revisionBefore + memory.revision
    },
    get: (id) => memory.get(id),
    page: (query) => memory.page(query),
    count: () => memory.count(),
    hasCategory: (categoryId) => memory.hasCategory(categoryId),
    changes() {
      file.makeWaiting()
      return memory.changes()
    },
    addAll,
    // As many as were given.
    add: async (animal) => (await addAll([animal])).pets[0] as Pet,
    async put(given) {
      const pet = checkedPet(given)
      await change(
        () => memory.put(pet),
        () => [pet.id],
      )
    },
    remove: (id) =>
      change(
        () => memory.remove(id),
        (isThere) => (isThere ? [id] : []),
      ),
  }
  return animals
}

/** One change that finds no room must not undo the others of its turn. */
function roomFor<T>(work: () => T): T | NoRoomError {
  try {
    return work()
  } catch (error) {
    if (error instanceof NoRoomError) return error
    throw error
  }
}
