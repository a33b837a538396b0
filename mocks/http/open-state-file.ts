import type { StateFile, StateOrigin } from '../state/index.ts'

/**
 * Opens a file that keeps the animals of every sandbox, or makes it if there is none. No other process can use it until
 * it is closed. `createAnimalStore({ …, animals: { open: file.openAnimals, reset: file.resetAll } })` has its animals there.
 * @param origin the dataset that the file changes; the store must start from the same one
 * @throws {StateFileError} when it is in use, damaged, of another dataset or cannot be read; it is left as it is then
 */
export async function openStateFile(path: string, origin: StateOrigin): Promise<StateFile> {
  // Most servers keep nothing, and their start need not read how.
  const stateFile = await import('../state/index.ts')
  return stateFile.openStateFile(path, origin)
}
