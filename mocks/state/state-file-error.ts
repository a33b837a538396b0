/** A state file cannot be used. The message says which, why and what to do; nothing in the file was changed. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`Cannot use the state file ${path}: ${problem}`)
    this.path = path
  }
}
