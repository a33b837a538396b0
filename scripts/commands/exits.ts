/** A command has printed everything and ends with this exit code. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`The command ends with ${exitCode}.`)
    this.exitCode = exitCode
  }
}

/** The command line, or a file that it names, asks for something that cannot be. The command ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
