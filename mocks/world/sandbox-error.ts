import { shown } from '../../spec/messages.ts'
import { sandboxNamePattern } from '../keys/keys.ts'

/** An unknown name or an invalid value: of a scenario, a fault, an operation, a snapshot or a recorded reply. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}

/** @throws {SandboxError} if the name is invalid */
export function requireName(what: 'sandbox' | 'snapshot', name: unknown): void {
  if (typeof name === 'string' && sandboxNamePattern.test(name)) return
  throw new SandboxError(`Invalid ${what} name ${shown(name)}: a name has 1 to 64 of a-z, 0-9 and "-".`)
}
