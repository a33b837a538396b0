import type { Collection } from '@msw/data'
import type { Int64, Pet } from '../../spec/index.ts'
import {
  type AnimalPlace,
  type Animals,
  type AnimalsBeginning,
  type BaseAnimals,
  followingId,
  replacingChange,
  withFreeIds,
} from '../world/animals.ts'
import { defaultSandboxName } from '../keys/keys.ts'
import { MemoryAnimals, checkedPet } from '../world/memory-animals.ts'
import type { petSchema } from './pet-schema.ts'

/**
 * Lets the default sandbox have its animals in a collection of yours: `createAnimalStore({ animals: animalsIn(pets) })`.
 * What it has when the store is made are the animals of the start; an empty one gets those of the dataset, once
 * `await store.sandbox().animals` is done. Other sandboxes have their animals in memory.
 * A collection has no bound: `roomBytes` and `allRoomBytes` do not count its animals.
 * @param pets a collection with the schema {@link petSchema}
 */
export function animalsIn(pets: Collection<typeof petSchema>): AnimalPlace {
  const place = new CollectionPlace(pets)
  return {
    async open(sandbox, base, beginning, room) {
      if (sandbox === defaultSandboxName) return place.open(base, beginning)
      return new MemoryAnimals(base, typeof beginning === 'string' ? undefined : beginning, room)
    },
  }
}

class CollectionPlace {
  readonly #pets: Collection<typeof petSchema>
  /** Every id that an animal ever had: a query looks at all animals, so it is spared where there can be none. */
  readonly #ids = new Set<Int64>()
  /** The places of animals in the order of creation, by id. They count up, so that a page can go on after one. */
  readonly #positions = new Map<Int64, number>()
  #nextPosition = 0
  #nextId: Int64 = 1
  #start: readonly Pet[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(pets: Collection<typeof petSchema>) {
    this.#pets = pets
    pets.hooks.on('create', ({ data: { record } }) => {
      // The tabs of `sync` may bring an animal that is there already; no id is to be there twice.
      const before = this.#find(record.id)
      if (before !== undefined) pets.delete(before)
      this.#see(record.id)
    })
    pets.hooks.on('update', ({ data: { nextRecord } }) => this.#see(nextRecord.id))
  }

  async open(base: BaseAnimals, beginning: AnimalsBeginning): Promise<Animals> {
    await this.#inTurn(() => this.#begin(base, beginning))
    return {
      get: (id) => copied(this.#find(id)),
      page: ({ limit, status, order, after }) => {
        const isNewestFirst = order === 'newest-first'
        const placed = this.#placed()
        const fitting = (isNewestFirst ? placed.toReversed() : placed).filter(
          ([position, pet]) =>
            (status === undefined || pet.status === status) &&
            (after === undefined || (isNewestFirst ? position < after : position > after)),
        )
        const shown = fitting.slice(0, limit)
        return {
          pets: shown.map(([, pet]) => copyOf(pet)),
          next: fitting.length > limit ? shown.at(-1)?.[0] : undefined,
        }
      },
      add: async (animal) => {
        // The id is taken before anything is awaited, so that calls at the same time get different ones.
        while (this.#find(this.#nextId) !== undefined) this.#nextId = followingId(this.#nextId)
        const pet = checkedPet({ id: this.#nextId, ...animal })
        this.#nextId = followingId(this.#nextId)
        await this.#pets.create(pet)
        return pet
      },
      addAll: (given) =>
        this.#inTurn(async () => {
          const { pets, renumbered, nextId } = withFreeIds(given, this.#nextId, (id) => this.#find(id) !== undefined)
          const checked = pets.map(checkedPet)
          this.#nextId = nextId
          for (const pet of checked) await this.#pets.create(pet)
          return { pets: checked, renumbered }
        }),
      put: async (given) => {
        const pet = checkedPet(given)
        await this.#inTurn(() => this.#put(pet))
      },
      remove: (id) =>
        this.#inTurn(async () => {
          const pet = this.#find(id)
          if (pet !== undefined) this.#pets.delete(pet)
          return pet !== undefined
        }),
      count: () => this.#pets.count(),
      hasCategory: (categoryId) =>
        base.categories.has(categoryId) || this.#pets.all().some((pet) => pet.categoryId === categoryId),
      changes: () => replacingChange(base, this.#pets.all().map(copyOf), this.#nextId),
    }
  }

  async #begin(base: BaseAnimals, beginning: AnimalsBeginning): Promise<void> {
    if (beginning === 'kept') {
      if (this.#pets.count() === 0) await nextTask()
      for (const { id } of this.#pets.all()) this.#see(id)
      this.#start = this.#pets.count() === 0 ? base.pets : this.#pets.all().map(copyOf)
    }
    if (typeof beginning === 'string') return this.#become(this.#start, 1)
    const everything = { limit: Number.POSITIVE_INFINITY, order: 'oldest-first' } as const
    return this.#become(new MemoryAnimals(base, beginning).page(everything).pets, beginning.nextId)
  }

  /** Makes the collection have these animals. Those that are there stay the same records, so what relates to them holds. */
  async #become(wanted: readonly Pet[], nextId: Int64): Promise<void> {
    const pets = this.#pets
    const byId = new Map(wanted.map((pet) => [pet.id, pet]))
    pets.deleteMany((query) => query.where((pet) => !byId.has(pet.id)))
    // From the first one that is missing on all are made anew, for a new record is always the last one.
    const inPlace = wanted.findIndex(({ id }, index) => pets.all()[index]?.id !== id)
    const kept = inPlace === -1 ? wanted.length : inPlace
    for (const record of pets.all().slice(kept)) pets.delete(record)
    for (const pet of wanted.slice(0, kept)) await this.#put(pet)
    for (const pet of wanted.slice(kept)) await pets.create(pet)
    this.#nextId = nextId
    for (const { id } of wanted) this.#see(id)
  }

  async #put(pet: Pet): Promise<void> {
    const before = this.#find(pet.id)
    if (before === undefined) await this.#pets.create(pet)
    else if (!isSame(before, pet)) {
      await this.#pets.update(before, {
        data(draft) {
          if (pet.status === undefined) delete draft.status
          Object.assign(draft, pet)
        },
      })
    }
  }

  #find(id: Int64) {
    return this.#ids.has(id) ? this.#pets.findFirst((query) => query.where((pet) => pet.id === id)) : undefined
  }

  #see(id: Int64): void {
    this.#ids.add(id)
    if (id >= this.#nextId) this.#nextId = followingId(id)
  }

  /** Every animal with its position. One that came anew under the id of an older one gets another position. */
  #placed(): (readonly [position: number, pet: Pet])[] {
    let last = -1
    return this.#pets.all().map((pet) => {
      const known = this.#positions.get(pet.id) ?? -1
      last = known > last ? known : this.#nextPosition++
      this.#positions.set(pet.id, last)
      return [last, pet] as const
    })
  }

  /** One change after another: two at the same time could leave one id with two animals. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

function copied(record: Pet | undefined): Pet | undefined {
  return record === undefined ? undefined : copyOf(record)
}

/** An animal alone: a record may have members and relations of its user. */
function copyOf({ id, name, categoryId, status }: Pet): Pet {
  return status === undefined ? { id, name, categoryId } : { id, name, categoryId, status }
}

function isSame(one: Pet, other: Pet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status
}

/** The `persist` extension brings back what it kept some steps after the collection was made, and has no promise for it. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(undefined)
  })
  port1.close()
}
