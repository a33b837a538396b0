/** Animals that outlive the process, in a file: Node only. */
export { StateFile, StateFileError, openStateFile } from './state-file.ts'
export type { StateOrigin } from './state-tables.ts'
