import type { PetFormat } from '../../../fixtures/index.ts'
import { type Int64, type Pet, parseInt64, shown } from '../../../spec/index.ts'
import type { ControlTypes } from '../../../spec/made/control-types.ts'
import type { Animals } from '../../animals/animals.ts'
import { replacingDifference } from '../../animals/items.ts'
import { inTurn } from '../../animals/queue.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import { ControlError, type Handlers, cannot, file, json, nothing } from '../handler.ts'
import { allAnimals, rowsOf } from './animal-rows.ts'
import { givenAnimals, withControlError } from './given-animals.ts'

export const animalHandlers: Handlers<'animals'> = {
  listAnimals: async ({ sandbox, query }) => json(await listAnimals(await sandbox.animals, query)),
  addAnimal: ({ sandbox, body: { id, ...animal } }) =>
    change(sandbox, async (animals) => {
      if (id === undefined) return json(await animals.add(animal), 201)
      if (await animals.get(id)) throw cannot('add the animal', `there is one with the id ${id} already`)
      const pet: Pet = { id, ...animal }
      await animals.put(pet)
      return json(pet, 201)
    }),
  changeAnimal: ({ sandbox, path: { petId }, body }) =>
    change(sandbox, async (animals) => {
      const id = readPetId(petId)
      const before = await animals.get(id)
      if (before === undefined) throw unknownAnimal(id)
      const members = Object.entries({ ...before, ...body }).filter(([, value]) => value !== null)
      // Only members that an animal may lack can be null.
      const pet = Object.fromEntries(members) as Pet
      await animals.put(pet)
      return json(pet)
    }),
  removeAnimal: ({ sandbox, path: { petId } }) =>
    change(sandbox, async (animals) => {
      const id = readPetId(petId)
      if (!(await animals.remove(id))) throw unknownAnimal(id)
      return nothing
    }),
  async replaceAnimals({ store, sandbox, body }) {
    const { pets, origin } = await givenAnimals(body)
    const base = await store.baseAnimals
    return change(sandbox, async (animals) => {
      const { nextId } = await animals.difference()
      await sandbox.collections.replace('Pet', replacingDifference(base, pets, nextId, origin))
      return json({ total: pets.length })
    })
  },
  async loadAnimals({ sandbox, body }) {
    const { pets } = await givenAnimals(body)
    return change(sandbox, async (animals) => {
      const { items: added, renumbered } = await animals.addAll(pets)
      return json({ added: added.length, renumbered, total: await animals.count() })
    })
  },
  async exportAnimals({ sandbox, query: { format } }) {
    const pets = await allAnimals(await sandbox.animals)
    const { writePets } = await import('../../../fixtures/files/write-pets.ts')
    let text = ''
    await withControlError(async () => {
      for await (const piece of writePets(pets, format)) text += piece
    }, 'invalid_query')
    return file(`animals-${sandbox.name}.${format}`, mediaTypes[format], text)
  },
}

/** A part of the animals that fit, and how many fit. */
async function listAnimals(animals: Animals, query: ControlTypes['listAnimals']['query']) {
  const { offset, limit, status, search = '' } = query
  // Most requests ask for the first page, which needs only the first animals.
  if (offset === 0 && status === undefined && search === '') {
    const { items: pets } = await animals.page({ limit, order: 'oldest-first' })
    return { total: await animals.count(), offset, limit, animals: pets }
  }
  const found = rowsOf(await allAnimals(animals), status, search)
  return { total: found.length, offset, limit, animals: found.slice(offset, offset + limit) }
}

const mediaTypes: Readonly<Record<PetFormat, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
}

function readPetId(part: string): Int64 {
  const id = parseInt64(part)
  if (id !== undefined) return id
  throw new ControlError(404, 'not_found', `There is no animal ${shown(part)}: an id is an int64.`)
}

function unknownAnimal(id: Int64): ControlError {
  return new ControlError(404, 'not_found', `There is no animal ${id} in this sandbox.`)
}

/** Runs changes to the animals of a sandbox one after another: a PATCH must not overwrite a change since its read. */
function change<T>(sandbox: Sandbox, work: (animals: Animals) => Promise<T>): Promise<T> {
  return inTurn(sandbox, async () => work(await sandbox.animals))
}
