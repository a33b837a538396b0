import { shellLine } from './shell.ts'

/** A package that is installed only where it is used is missing; the message has the command that installs it. */
class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
}

/** Loads a module that needs an optional package. @throws {MissingPackageError} when the package is missing */
export async function loadWith<T>(name: string, load: () => Promise<T>, purpose: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = Object(error) as NodeJS.ErrnoException
    // What the package itself needs may be missing as well, and this command would not install that.
    if (code?.endsWith('MODULE_NOT_FOUND') !== true || !message.includes(`'${name}'`)) throw error
    const install = shellLine(['npm', 'install', '--save-dev', name])
    throw new MissingPackageError(`Cannot ${purpose}: the package ${name} is missing. Run: ${install}`)
  }
}
