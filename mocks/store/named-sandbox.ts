import { type Identity, sandboxNamePattern } from '../keys/keys.ts'
import type { Call } from '../call/call.ts'
import { errorOutcome } from '../call/outcome.ts'
import type { Overrides } from '../call/overrides.ts'
import type { SandboxBy } from '../journal/journal-record.ts'

/** Who calls, in the sandbox that the call names, and the refusal of an invalid name. */
export interface NamedCaller {
  readonly caller: Identity
  /** What named the sandbox. */
  readonly sandboxBy: SandboxBy
  readonly refusal?: Overrides | undefined
}

/**
 * Takes a call with a valid key to the sandbox of its header X-Mock-Sandbox, else of `mock-sandbox` in W3C Baggage, which
 * instrumented backends pass on: a backend under test has one key for all tests.
 */
export function toNamedSandbox(caller: Identity, headers: Call['headers']): NamedCaller {
  const { 'x-mock-sandbox': header, baggage } = headers
  const name = (header ?? (baggage && /(?:^|,)\s*mock-sandbox\s*=([^,;]*)/.exec(baggage)?.[1]))?.trim()
  if (!caller.isValid || name === undefined) return { caller, sandboxBy: 'key' }
  if (sandboxNamePattern.test(name)) {
    const sandboxBy = header === undefined ? 'baggage' : 'X-Mock-Sandbox'
    return { caller: { ...caller, record: { ...caller.record, sandbox: name } }, sandboxBy }
  }
  const message = 'Cannot use the sandbox that this call names: a name has 1 to 64 of a-z, 0-9 and "-".'
  return {
    caller,
    sandboxBy: 'key',
    refusal: { operate: (_usual, { choices }) => errorOutcome(choices, 400, 'invalid_sandbox', message) },
  }
}
