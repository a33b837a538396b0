import { DatasetError, datasets, formatOf, petFormats } from '../../../fixtures/index.ts'
import { type Int64, type Pet, shown } from '../../../spec/index.ts'
import type { DatasetToLoad, FileToLoad } from '../../../spec/made/control-types.ts'
import type { GivenPet } from '../../animals/animals.ts'
import type { ItemsOrigin } from '../../animals/items.ts'
import { ControlError, cannot, notFound } from '../handler.ts'

/** Start the mock with a dataset if you need more. */
export const mostAnimals = 100_000

const ofNoDataset: ItemsOrigin = { isChanged: false }

/** Reads animals: an array of them, a dataset by name, or the name and the content of a file. */
export async function givenAnimals<P extends GivenPet>(
  body: readonly P[] | DatasetToLoad | FileToLoad,
): Promise<{ readonly pets: readonly (P | Pet)[]; readonly origin: ItemsOrigin }> {
  if ('file' in body) return { pets: await readFile(body), origin: ofNoDataset }
  if ('dataset' in body) {
    const { dataset, count, seed = 1 } = body
    return { pets: await loadDataset(dataset, count, seed), origin: { dataset, count, seed, isChanged: false } }
  }
  const ids = new Set<Int64>()
  for (const [index, { id }] of body.entries()) {
    if (id === undefined) continue
    if (ids.has(id)) throw unfit(`item ${index + 1} of the body has the id ${id} that one before it has`)
    ids.add(id)
  }
  return { pets: body, origin: ofNoDataset }
}

async function readFile({ file, content }: FileToLoad): Promise<readonly Pet[]> {
  const format = formatOf(file)
  if (format === undefined || format === 'module') {
    const endings = petFormats.map((known) => `.${known}`).join(', ')
    throw unfit(`the name of the file must end in one of ${endings}, found ${shown(file)}`)
  }
  const { readPets } = await import('../../../fixtures/files/read-pets.ts')
  const pets = await withControlError(() => readPets(file, content, format), 'invalid_body')
  if (pets.length <= mostAnimals) return pets
  throw unfit(
    `there are ${pets.length}, but a call can bring at most ${mostAnimals}. Start the mock with more: --dataset`,
  )
}

/** The animals of a dataset by its name; files of the mock's machine are out of reach. */
export async function loadDataset(wanted: string, count: number | undefined, seed: number): Promise<readonly Pet[]> {
  const dataset = datasets.find(({ name }) => name === wanted)
  if (dataset !== undefined) return withControlError(() => dataset.load({ count, seed }), 'invalid_body')
  const names = datasets.map(({ name }) => name)
  throw notFound('dataset', wanted, names)
}

export async function withControlError<T>(work: () => T | Promise<T>, code: ControlError['code']): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatasetError) throw new ControlError(400, code, error.message)
    throw error
  }
}

function unfit(problem: string): ControlError {
  return cannot('take these animals', problem)
}
