import type { Collection } from '@msw/data'
import { type Int64, type Pet, itemOf, shapes, validatePet, writeJson } from '../../../spec/index.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import {
  type AnimalStorage,
  type Animals,
  type AnimalsBeginning,
  type BaseAnimals,
  type NumberedPets,
} from '../../animals/animals.ts'
import { type ItemsOrigin, plainItem, replacingDifference } from '../../animals/items.ts'
import { inTurn } from '../../animals/queue.ts'
import { type Edit, loggedItems } from '../../animals/logged-items.ts'
import { MemoryItems } from '../../animals/memory-items.ts'

/** Pet as a Standard Schema: `new Collection({ schema: petSchema })`. The validator is the one made from openapi.yaml. */
export const petSchema = {
  '~standard': {
    version: 1,
    vendor: 'animal-store-kit',
    validate(value: unknown) {
      if (validatePet(value)) return { value: plainItem(value) }
      const problems = validatePet.errors ?? []
      return {
        issues: problems.map(({ instancePath, message }) => ({
          message: `a Pet${instancePath} ${message ?? 'is wrong'}`,
        })),
      }
    },
    types: undefined as { input: Pet; output: Pet } | undefined,
  },
} as const

/**
 * Lets the default sandbox have its animals in a collection of yours: `createAnimalStore({ animals: animalsIn(pets) })`.
 * What it has when the store is made are the animals of the start; an empty one gets those of the dataset, once
 * `await store.sandbox().animals` is done. Other sandboxes have their animals in memory.
 * A collection has no bound: `sandboxBytes` and `totalBytes` do not count its animals.
 * @param pets a collection with the schema {@link petSchema}
 */
export function animalsIn(pets: Collection<typeof petSchema>): AnimalStorage {
  let collected: CollectedAnimals | undefined
  return {
    async open(sandbox, base, beginning, memoryLimit) {
      if (sandbox !== defaultSandboxName) {
        return new MemoryItems(base, beginning, memoryLimit)
      }
      collected ??= new CollectedAnimals(pets, base)
      return collected.open(base, beginning)
    },
  }
}

/** The animals of a collection, and the same in memory, which answers: every query of a collection looks at all of them. */
class CollectedAnimals {
  readonly #pets: Collection<typeof petSchema>
  #base: BaseAnimals
  #memory: MemoryItems<Pet>
  #initial: readonly Pet[] = []
  #origin: ItemsOrigin | undefined

  constructor(pets: Collection<typeof petSchema>, base: BaseAnimals) {
    this.#pets = pets
    this.#base = base
    this.#memory = this.#asMemory(1)
    pets.hooks.on('create', ({ data: { record } }) => {
      // The tabs of `sync` may bring an animal that is there already; no id is to be there twice.
      const before = this.#find(record.id)
      if (before !== undefined) pets.delete(before)
      this.#memory.put(copyOf(record))
    })
    pets.hooks.on('update', ({ data: { prevRecord, nextRecord } }) => {
      if (prevRecord.id !== nextRecord.id) this.#memory.remove(prevRecord.id)
      this.#memory.put(copyOf(nextRecord))
    })
    pets.hooks.on('delete', ({ data: { deletedRecord } }) => void this.#memory.remove(deletedRecord.id))
  }

  async open(base: BaseAnimals, beginning: AnimalsBeginning): Promise<Animals> {
    this.#base = base
    // Two changes at the same time could leave one id with two animals.
    await inTurn(this, () => this.#begin(beginning))
    return loggedItems(base, {
      memory: () => this.#known(),
      append: (edit) => inTurn(this, () => this.#append(edit)),
      // A user may add animals to the collection at any time.
      initial: () => [...base.items, ...this.#pets.all()],
    })
  }

  #known(): MemoryItems<Pet> {
    // `clear` of a collection skips some hooks.
    if (this.#memory.count() !== this.#pets.count()) this.#memory = this.#asMemory(this.#memory.next.nextId)
    return this.#memory
  }

  /** Changes the collection, whose hooks change memory. */
  async #append(edit: Edit<Pet>): Promise<NumberedPets> {
    const memory = this.#known()
    if ('remove' in edit) {
      const removed = memory.get(edit.remove)
      this.#pets.delete((query) => query.where((pet) => pet.id === removed?.id))
      return { items: removed === undefined ? [] : [removed], renumbered: 0 }
    }
    const numbered =
      'put' in edit ? { items: [edit.put], renumbered: 0 } : memory.number('add' in edit ? [edit.add] : edit.addAll)
    for (const pet of numbered.items) await this.#put(pet)
    return numbered
  }

  async #begin(beginning: AnimalsBeginning): Promise<void> {
    if (beginning === 'kept') {
      if (this.#pets.count() === 0) await nextTask()
      this.#initial = this.#pets.count() === 0 ? this.#base.items : this.#pets.all().map(copyOf)
    }
    this.#origin = typeof beginning === 'string' ? undefined : beginning.origin
    if (typeof beginning === 'string') return this.#become(this.#initial, 1)
    const everything = { limit: Number.POSITIVE_INFINITY, order: 'oldest-first' } as const
    return this.#become(new MemoryItems(this.#base, beginning).page(everything).items, beginning.nextId)
  }

  /** Makes the collection have these animals. Those that are there stay the same records, so what relates to them holds. */
  async #become(wanted: readonly Pet[], nextId: Int64): Promise<void> {
    const pets = this.#pets
    const byId = new Map(wanted.map((pet) => [pet.id, pet]))
    pets.deleteMany((query) => query.where((pet) => !byId.has(pet.id)))
    // New records go to the end. So all records after the first missing one are created again.
    const inPlace = wanted.findIndex(({ id }, index) => pets.all()[index]?.id !== id)
    const kept = inPlace === -1 ? wanted.length : inPlace
    for (const record of pets.all().slice(kept)) pets.delete(record)
    for (const pet of wanted) await this.#put(pet)
    this.#memory = this.#asMemory(nextId)
  }

  async #put(pet: Pet): Promise<void> {
    const before = this.#find(pet.id)
    if (before === undefined) await this.#pets.create(pet)
    else if (writeJson(copyOf(before)) !== writeJson(pet)) {
      await this.#pets.update(before, {
        data(draft) {
          if (pet.status === undefined) delete draft.status
          Object.assign(draft, pet)
        },
      })
    }
  }

  #find(id: Int64) {
    if (this.#memory.get(id) === undefined) return undefined
    return this.#pets.findFirst((query) => query.where((pet) => pet.id === id))
  }

  #asMemory(nextId: Int64): MemoryItems<Pet> {
    // Whether its user changed the collection since is not known.
    const origin = this.#origin && { ...this.#origin, isChanged: true }
    return new MemoryItems(this.#base, replacingDifference(this.#base, this.#pets.all().map(copyOf), nextId, origin))
  }
}

/** An animal alone: a record may have members and relations of its user. */
function copyOf(pet: Pet): Pet {
  return itemOf(shapes.Pet, pet)
}

/** The `persist` extension restores its data a little after the collection is created, without a promise. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(undefined)
  })
  port1.close()
}
