/** A state file cannot be used. The message says which, what was found and how to go on; nothing in the file was changed. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
  readonly path: string
  /** The line that is wrong, counted from 1; absent where the whole file is meant. */
  readonly line: number | undefined

  constructor(path: string, problem: string, line?: number) {
    super(`Cannot use the state file ${path}: ${problem}`)
    this.path = path
    this.line = line
  }
}
