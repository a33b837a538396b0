/** Animals that outlive the process, in a file: Node only. */
export { openStateFile } from './open-state-file.ts'
export { StateFileError } from './state-file-error.ts'
export { StateFile, type StateOrigin } from './state-file.ts'
