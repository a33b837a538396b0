import { DatasetError, datasets, formatOf, petFormats } from '../../../fixtures/index.ts'
import { type Int64, type Pet, shown } from '../../../spec/index.ts'
import type { DatasetToLoad, FileToLoad } from '../../../spec/made/control-types.ts'
import type { GivenPet } from '../../world/animals.ts'
import { ControlError } from '../control-error.ts'
import { notFound } from '../handler.ts'
import type { Origin } from './origin.ts'

/** More animals than that belong in the dataset that a mock starts with. */
export const mostAnimals = 100_000

/** Reads animals: an array of them, a dataset by name, or the name and the content of a file. */
export async function givenAnimals<P extends GivenPet>(body: readonly P[] | DatasetToLoad | FileToLoad) {
  if ('dataset' in body) {
    const { dataset, count, seed = 1 } = body
    const origin: Origin = { dataset, count, seed }
    return { pets: await loadDataset(dataset, count, seed), origin }
  }
  return { pets: 'file' in body ? await readFile(body) : distinct(body), origin: undefined }
}

/** Animals of which no two have the same id. */
function distinct<P extends GivenPet>(pets: readonly P[]): readonly P[] {
  const ids = new Set<Int64>()
  for (const [index, { id }] of pets.entries()) {
    if (id === undefined) continue
    if (ids.has(id)) throw refuse(`item ${index + 1} of the body has the id ${id} that one before it has`)
    ids.add(id)
  }
  return pets
}

async function readFile({ file, content }: FileToLoad): Promise<readonly Pet[]> {
  const format = formatOf(file)
  if (format === undefined || format === 'module') {
    const endings = petFormats.map((known) => `.${known}`).join(', ')
    throw refuse(`the name of the file must end in one of ${endings}, found ${shown(file)}`)
  }
  const { readPets: readRows } = await import('../../../fixtures/files/read-pets.ts')
  const pets = await orRefuse(() => readRows(file, content, format))
  if (pets.length > mostAnimals) {
    throw refuse(
      `there are ${pets.length}, but a call can bring at most ${mostAnimals}. Start the mock with more: --dataset`,
    )
  }
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
  return orRefuse(() => dataset.load({ count, seed }))
}

async function orRefuse<T>(load: () => T | Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof DatasetError) throw new ControlError(400, 'invalid_body', error.message)
    throw error
  }
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot take these animals: ${problem}.`)
}
