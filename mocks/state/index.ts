/** Animals that outlive the process, in a file: Node only. */
export { openStateFile } from './open-state-file.ts'
export { StateFileError } from './state-file-error.ts'
export { StateFile } from './state-file.ts'
export type { StateOrigin } from './state-tables.ts'
