import { DatasetError, datasets } from '../../fixtures/index.ts'
import { type Int64, type NewPet, type Pet, type PetStatus, parseInt64, petStatuses } from '../../spec/index.ts'
import { type Animals, replacingChange } from '../animals.ts'
import type { Sandbox } from '../sandbox.ts'
import { ControlError } from './control-error.ts'
import { digits, inBody, int64, oneOf, orNull, readMembers, shown, text, wholeNumber } from './kinds.ts'
import {
  type BodyReader,
  type ControlReply,
  type ControlRoute,
  json,
  members,
  notFound,
  nothing,
  sandboxRoute,
} from './route.ts'

const nameKind = text(1_048_576)
const statusKind = oneOf(petStatuses)
const newPetKinds = { name: nameKind, categoryId: int64, status: statusKind }
const petKinds = { id: int64, ...newPetKinds }

/** More animals than that belong in the dataset that a mock starts with. */
const mostAnimals = 100_000

/** The routes of a sandbox's animals. */
export const animalRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    {
      method: 'GET',
      path: '/animals',
      summary: 'List animals, from an offset on, by status or by a search',
      query: {
        offset: digits(0, Number.MAX_SAFE_INTEGER),
        limit: digits(1, 1000),
        status: statusKind,
        search: text(200),
        order: oneOf(['oldest-first', 'newest-first']),
      },
    },
    async ({ sandbox, query }) => json(await listAnimals(await sandbox.animals, query)),
  ),
  sandboxRoute(
    {
      method: 'POST',
      path: '/animals',
      summary: 'Add an animal; one with an id keeps it, and takes the place of the animal that has it',
      body: members(petKinds, ['name', 'categoryId']),
    },
    ({ sandbox, body: { id, ...animal } }) => inTurn(sandbox, (animals) => addAnimal(animals, id, newPet(animal))),
  ),
  sandboxRoute(
    {
      method: 'PATCH',
      path: '/animals/{petId}',
      summary: 'Change the name, the category or the status of an animal',
      body: members({ name: nameKind, categoryId: int64, status: orNull(statusKind) }),
    },
    ({ sandbox, part, body }) =>
      inTurn(sandbox, async (animals) => {
        const id = readPetId(part('petId'))
        const before = await animals.get(id)
        if (before === undefined) throw unknownAnimal(id)
        const { name: newName = before.name, categoryId = before.categoryId, status: newStatus = before.status } = body
        const pet: Pet = { id, ...newPet({ name: newName, categoryId, status: newStatus }) }
        await animals.put(pet)
        return json(pet)
      }),
  ),
  sandboxRoute({ method: 'DELETE', path: '/animals/{petId}', summary: 'Remove an animal' }, ({ sandbox, part }) =>
    inTurn(sandbox, async (animals) => {
      const id = readPetId(part('petId'))
      if (!(await animals.remove(id))) throw unknownAnimal(id)
      return nothing
    }),
  ),
  sandboxRoute(
    {
      method: 'PUT',
      path: '/animals',
      summary: 'Replace all animals, by those given or by a dataset; a reset brings those of the start back',
      body: replacement(),
    },
    async ({ store, sandbox, body: load }) => {
      const pets = await load()
      const herd = await store.herd
      return inTurn(sandbox, async (animals) => {
        const { nextId } = await animals.changes()
        await sandbox.replaceAnimals(replacingChange(herd, pets, nextId))
        return json({ total: pets.length })
      })
    },
  ),
]

interface ListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly status?: PetStatus | undefined
  readonly search?: string | undefined
  readonly order?: 'oldest-first' | 'newest-first' | undefined
}

/** A part of the animals that fit, and how many fit. Walks over all of them unless it need not. */
async function listAnimals(
  animals: Animals,
  { offset = 0, limit = 20, status, search, order = 'oldest-first' }: ListQuery,
) {
  const isMeant = search === undefined || search === '' ? undefined : searched(search)
  const isEvery = status === undefined && isMeant === undefined
  const found: Pet[] = []
  let fitting = 0
  let after: number | undefined
  do {
    const page = await animals.page({ limit: 1000, status, order, after })
    for (const pet of page.pets) {
      if (isMeant?.(pet) === false) continue
      if (fitting++ >= offset && found.length < limit) found.push(pet)
    }
    if (isEvery && found.length === limit) break
    after = page.next
  } while (after !== undefined)
  return { total: isEvery ? await animals.count() : fitting, offset, limit, animals: found }
}

/** Whether an animal is one that a person looks for: by a part of its name, or by its id. */
function searched(search: string): (pet: Pet) => boolean {
  const wanted = folded(search)
  return (pet) => folded(pet.name).includes(wanted) || String(pet.id) === search
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

async function addAnimal(animals: Animals, id: Int64 | undefined, animal: NewPet): Promise<ControlReply> {
  if (id === undefined) return json(await animals.add(animal), 201)
  const isNew = (await animals.get(id)) === undefined
  const pet: Pet = { id, ...animal }
  await animals.put(pet)
  return json(pet, isNew ? 201 : 200)
}

interface GivenAnimal {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | null | undefined
}

/** The members that an animal has; a status only if there is one. */
function newPet({ name: given, categoryId, status: known }: GivenAnimal): NewPet {
  return known === undefined || known === null
    ? { name: given, categoryId }
    : { name: given, categoryId, status: known }
}

/** Animals to replace all: an array of them, or a dataset by name. */
function replacement(): BodyReader<() => Promise<readonly Pet[]>> {
  const dataset = members(
    { dataset: text(100), count: wholeNumber(0, mostAnimals), seed: wholeNumber(0, Number.MAX_SAFE_INTEGER) },
    ['dataset'],
  )
  return {
    names: dataset.names,
    read(value) {
      if (Array.isArray(value)) {
        const pets = readPets(value)
        return async () => pets
      }
      const { dataset: wanted, count, seed } = dataset.read(value)
      return () => loadDataset(wanted, count, seed)
    },
  }
}

function readPets(values: readonly unknown[]): readonly Pet[] {
  const ids = new Set<Int64>()
  return values.map((value, index) => {
    const what = `animal ${index + 1} of the body`
    const { id, ...animal } = readMembers(value, petKinds, ['id', 'name', 'categoryId'], { ...inBody, what })
    if (ids.has(id)) throw refuse(`${what} has the id ${id} that one before it has`)
    ids.add(id)
    return { id, ...newPet(animal) }
  })
}

async function loadDataset(
  wanted: string,
  count: number | undefined,
  seed: number | undefined,
): Promise<readonly Pet[]> {
  const dataset = datasets.find((candidate) => candidate.name === wanted)
  if (dataset === undefined)
    throw notFound(
      'dataset',
      wanted,
      datasets.map((candidate) => candidate.name),
    )
  try {
    return await dataset.load({ count, seed })
  } catch (error) {
    if (error instanceof DatasetError) throw new ControlError(400, 'invalid_body', error.message)
    throw error
  }
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot replace the animals: ${problem}.`)
}

function readPetId(part: string): Int64 {
  const id = parseInt64(part)
  if (id !== undefined) return id
  throw new ControlError(404, 'not_found', `There is no animal ${shown(part)}: an id is an int64.`)
}

function unknownAnimal(id: Int64): ControlError {
  return new ControlError(404, 'not_found', `There is no animal ${id} in this sandbox.`)
}

const turns = new WeakMap<Sandbox, Promise<unknown>>()

/** Changes to the animals of a sandbox one after another: a PATCH must not write over what came after its reading. */
async function inTurn(sandbox: Sandbox, change: (animals: Animals) => Promise<ControlReply>): Promise<ControlReply> {
  const before = turns.get(sandbox)
  const turn = (async () => {
    await before?.catch(() => undefined)
    return change(await sandbox.animals)
  })()
  turns.set(sandbox, turn)
  return turn
}
