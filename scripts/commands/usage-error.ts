/** The command line, or a file that it names, asks for something that cannot be. The command ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
