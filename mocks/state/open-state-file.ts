import { openDatabase, watchNames } from '../../fixtures/database-file.ts'
import { StateFileError } from './state-file-error.ts'
import { StateFile } from './state-file.ts'
import { type StateOrigin, brokenSandbox, otherOrigin, putOrigin, stateSchema, stateVersion } from './state-tables.ts'

const ifDamaged = 'Put a copy of the file in place, or move it away to begin anew.'

/**
 * Opens a file that keeps the animals of every sandbox, or makes a new one. No other process can use it until
 * it is closed. `createAnimalStore({ …, animals: file })` has its animals there.
 * @param origin the dataset that the file changes; the store must start from the same one
 * @throws {StateFileError} when it is in use, damaged, of another dataset or cannot be read; it is left as it is
 */
export async function openStateFile(path: string, origin: StateOrigin): Promise<StateFile> {
  const refuse = (problem: string) => new StateFileError(path, problem)
  let notice: string | undefined
  const database = openDatabase(path, {
    // "anim" in ASCII.
    applicationId: 0x61_6e_69_6d,
    version: stateVersion,
    ifDamaged,
    schema: stateSchema,
    begin: (made) => putOrigin(made, origin),
    verify(found) {
      const problem = otherOrigin(found, origin)
      if (problem !== undefined) throw refuse(problem)
      const broken = brokenSandbox(found, origin)
      if (broken === undefined) return
      throw refuse(
        `it is damaged (the ids or places of animals in its sandbox "${broken}" clash). Nothing was changed. ${ifDamaged}`,
      )
    },
    onCut: (found) => (notice = found),
    refuse,
  })
  return new StateFile(database, watchNames(path), notice)
}
