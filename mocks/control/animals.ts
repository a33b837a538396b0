import { DatasetError, type PetFormat, petFormats } from '../../fixtures/index.ts'
import { type Int64, type NewPet, type Pet, type PetStatus, parseInt64 } from '../../spec/index.ts'
import { type Animals, type GivenPet, replacingChange } from '../world/animals.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { type SortMember, rowsOf, sortMembers } from './animal-rows.ts'
import { ControlError } from './control-error.ts'
import { givenAnimals, nameKind, newPet, petKinds, statusKind } from './given-animals.ts'
import { digits, int64, oneOf, orNull, shown, text } from './kinds.ts'
import { recordOrigin } from './origin.ts'
import { type ControlReply, type ControlRoute, json, members, nothing, sandboxRoute } from './route.ts'

/** The routes of a sandbox's animals. */
export const animalRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    {
      method: 'GET',
      path: '/animals',
      summary: 'List animals, from an offset on, by status or by a search, in an order',
      query: {
        offset: digits(0, Number.MAX_SAFE_INTEGER),
        limit: digits(1, 1000),
        status: statusKind,
        search: text(200),
        order: oneOf(['oldest-first', 'newest-first']),
        sort: oneOf(sortMembers),
        direction: oneOf(['ascending', 'descending']),
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
      summary: 'Replace all animals, by those given, a dataset or a file; a reset brings those of the start back',
      body: givenAnimals('each with an id'),
    },
    async ({ store, sandbox, body: load }) => {
      const { pets, origin } = await load()
      const base = await store.baseAnimals
      return inTurn(sandbox, async (animals) => {
        const { nextId } = await animals.changes()
        await sandbox.replaceAnimals(replacingChange(base, pets.map(requireId), nextId))
        recordOrigin(await sandbox.animals, origin)
        return json({ total: pets.length })
      })
    },
  ),
  sandboxRoute(
    {
      method: 'POST',
      path: '/animals/load',
      summary: 'Add animals to those that are there: those given, a dataset or a file',
      body: givenAnimals('with ids or without'),
    },
    async ({ sandbox, body: load }) => {
      const { pets } = await load()
      return inTurn(sandbox, async (animals) => {
        const { pets: added, renumbered } = await animals.addAll(pets)
        return json({ added: added.length, renumbered, total: await animals.count() })
      })
    },
  ),
  sandboxRoute(
    {
      method: 'GET',
      path: '/animals/export',
      summary: 'Give all animals as a file: JSON, NDJSON, or CSV that no spreadsheet takes for formulas',
      query: { format: oneOf(petFormats) },
    },
    async ({ sandbox, query: { format = 'json' } }) => {
      const { pets } = await rowsOf(await sandbox.animals)
      return file(`animals-${sandbox.name}`, await fileText(pets, format), format)
    },
  ),
]

interface ListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly status?: PetStatus | undefined
  readonly search?: string | undefined
  readonly order?: 'oldest-first' | 'newest-first' | undefined
  readonly sort?: SortMember | undefined
  readonly direction?: 'ascending' | 'descending' | undefined
}

/** A part of the animals that fit, and how many fit. */
async function listAnimals(animals: Animals, { offset = 0, limit = 20, ...query }: ListQuery) {
  const { status, search = '', order, sort, direction } = query
  if (sort === undefined ? direction !== undefined : order !== undefined) {
    throw new ControlError(400, 'invalid_query', `Cannot use the query: ${sortOrOrder}.`)
  }
  // The first page is what most look at, and needs no look at the rest.
  if (offset === 0 && status === undefined && search === '' && sort === undefined) {
    const { pets } = await animals.page({ limit, order: order ?? 'oldest-first' })
    return { total: await animals.count(), offset, limit, animals: pets }
  }
  const isReversed = order === 'newest-first' || direction === 'descending'
  const { pets, total } = (await rowsOf(animals)).page({ status, search, sort, isReversed }, offset, limit)
  return { total, offset, limit, animals: pets }
}

const sortOrOrder = 'sort goes with direction and without order, which is the order of creation'

const mediaTypes: Readonly<Record<PetFormat, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
}

/** A reply that a browser saves as a file. */
function file(name: string, body: string, format: PetFormat): ControlReply {
  const headers = {
    'Content-Type': mediaTypes[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  }
  return { status: 200, headers, body }
}

async function fileText(pets: readonly Pet[], format: PetFormat): Promise<string> {
  const { writePets } = await import('../../fixtures/files/write-pets.ts')
  let body = ''
  try {
    for await (const piece of writePets(pets, format)) body += piece
  } catch (error) {
    if (error instanceof DatasetError) throw new ControlError(400, 'invalid_query', error.message)
    throw error
  }
  return body
}

/** Of animals that all have an id, since they were read so. */
function requireId({ id = 0, ...pet }: GivenPet): Pet {
  return { id, ...pet }
}

async function addAnimal(animals: Animals, id: Int64 | undefined, animal: NewPet): Promise<ControlReply> {
  if (id === undefined) return json(await animals.add(animal), 201)
  const isNew = (await animals.get(id)) === undefined
  const pet: Pet = { id, ...animal }
  await animals.put(pet)
  return json(pet, isNew ? 201 : 200)
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
