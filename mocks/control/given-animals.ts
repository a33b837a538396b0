import { DatasetError, datasets, formatOf, petFormats } from '../../fixtures/index.ts'
import { type Int64, type NewPet, type Pet, type PetStatus, petStatuses } from '../../spec/index.ts'
import type { GivenPet } from '../world/animals.ts'
import { ControlError } from './control-error.ts'
import { inBody, int64, oneOf, readMembers, text, wholeNumber } from './kinds.ts'
import type { Origin } from './origin.ts'
import { type BodyReader, notFound } from './route.ts'

/** The name of an animal. */
export const nameKind = text(1_048_576)
export const statusKind = oneOf(petStatuses)
/** The members of an animal. */
export const petKinds = { id: int64, name: nameKind, categoryId: int64, status: statusKind }

/** More animals than that belong in the dataset that a mock starts with. */
export const mostAnimals = 100_000

/** Animals that were asked for, and the dataset that they come from. */
export interface GivenAnimals {
  readonly pets: readonly GivenPet[]
  readonly origin?: Origin | undefined
}

const datasetKinds = {
  dataset: text(100),
  count: wholeNumber(0, mostAnimals),
  seed: wholeNumber(0, Number.MAX_SAFE_INTEGER),
}
const fileKinds = { file: text(1000), content: text(16_777_216) }

/**
 * Reads animals: an array of them, a dataset by name, or the name and the content of a file.
 * @param ids whether each animal of an array must have one
 */
export function givenAnimals(ids: 'each with an id' | 'with ids or without'): BodyReader<() => Promise<GivenAnimals>> {
  return {
    names: [...Object.keys(datasetKinds), ...Object.keys(fileKinds)],
    read(value) {
      if (Array.isArray(value)) {
        const pets = readPets(value, ids === 'each with an id')
        return async () => ({ pets })
      }
      const isFile = typeof value === 'object' && value !== null && ('file' in value || 'content' in value)
      if (isFile) {
        const given = readMembers(value, fileKinds, ['file', 'content'])
        return async () => ({ pets: await readFile(given) })
      }
      const { dataset, count, seed = 1 } = readMembers(value, { ...datasetKinds, ...fileKinds }, ['dataset'])
      return async () => ({ pets: await loadDataset(dataset, count, seed), origin: { dataset, count, seed } })
    },
  }
}

function readPets(values: readonly unknown[], mustHaveId: boolean): readonly GivenPet[] {
  if (values.length > mostAnimals) throw tooMany(values.length)
  const ids = new Set<Int64>()
  return values.map((value, index) => {
    const what = `animal ${index + 1} of the body`
    const { id, ...animal } = readMembers(value, petKinds, ['name', 'categoryId'], { ...inBody, what })
    if (id === undefined) {
      if (mustHaveId) {
        const problem = `Cannot use ${what}: the member id is missing: ${int64.expected}.`
        throw new ControlError(400, 'invalid_body', problem)
      }
      return newPet(animal)
    }
    if (ids.has(id)) throw refuse(`${what} has the id ${id} that one before it has`)
    ids.add(id)
    return { id, ...newPet(animal) }
  })
}

async function readFile({ file, content }: { readonly file: string; readonly content: string }) {
  const format = formatOf(file)
  if (format === undefined || format === 'module') {
    const endings = petFormats.map((known) => `.${known}`).join(', ')
    throw refuse(`the name of the file must end in one of ${endings}, found ${JSON.stringify(file.slice(0, 60))}`)
  }
  const { readPets: readRows } = await import('../../fixtures/files/read-pets.ts')
  const pets = await told(() => readRows(file, content, format))
  if (pets.length > mostAnimals) throw tooMany(pets.length)
  return pets
}

/** The animals of a dataset by its name; files of the mock's machine are out of reach. */
export async function loadDataset(
  wanted: string,
  count: number | undefined,
  seed: number | undefined,
): Promise<readonly Pet[]> {
  const names = datasets.map(({ name }) => name)
  const dataset = datasets.find(({ name }) => name === wanted)
  if (dataset === undefined) throw notFound('dataset', wanted, names)
  return told(() => dataset.load({ count, seed }))
}

async function told<T>(load: () => T | Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof DatasetError) throw new ControlError(400, 'invalid_body', error.message)
    throw error
  }
}

function tooMany(count: number): ControlError {
  return refuse(`there are ${count}, and at most ${mostAnimals} at a time will do. Start the mock with more: --dataset`)
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot take these animals: ${problem}.`)
}

/** What an animal may be made of. */
export interface PetParts {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | null | undefined
}

/** The members that an animal has; a status only if there is one. */
export function newPet({ name, categoryId, status }: PetParts): NewPet {
  return status === undefined || status === null ? { name, categoryId } : { name, categoryId, status }
}
