/** Animals that outlive the process, in a file: Node only. */
export { AnimalFile, AnimalFileError, openAnimalFile } from './animal-file.ts'
export type { AnimalFileOrigin } from './animal-tables.ts'
