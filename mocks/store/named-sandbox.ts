import { type Identity, defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import type { Call } from '../call/call.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import { errorOutcome } from '../call/outcome.ts'
import type { Overrides } from '../call/overrides.ts'
import type { SandboxBy } from '../journal/journal-record.ts'

/** Who calls, in the sandbox that the call names, and the refusal of an invalid name, or of none where one is asked for. */
interface NamedCaller {
  readonly caller: Identity
  /** What named the sandbox. */
  readonly sandboxBy: SandboxBy
  readonly refusal?: Overrides | undefined
}

/**
 * Takes a call with a valid key to the sandbox of its header X-Mock-Sandbox, else of `mock-sandbox` in W3C Baggage, which
 * instrumented backends pass on: a backend under test has one key for all tests.
 * @param isStrict whether a call must name its sandbox
 */
export function toNamedSandbox(caller: Identity, headers: Call['headers'], isStrict: boolean): NamedCaller {
  const { 'x-mock-sandbox': header, baggage } = headers
  const name = (header ?? (baggage && /(?:^|,)\s*mock-sandbox\s*=([^,;]*)/.exec(baggage)?.[1]))?.trim()
  if (!caller.isValid) return { caller, sandboxBy: 'key' }
  if (name === undefined) {
    const isNamed = caller.known.sandbox !== defaultSandboxName || caller.key.endsWith(`.${defaultSandboxName}`)
    if (isNamed || !isStrict) return { caller, sandboxBy: 'key' }
    return { caller, sandboxBy: 'none', refusal: refusalOf('no_sandbox', nameOne) }
  }
  if (sandboxNamePattern.test(name)) {
    const sandboxBy = header === undefined ? 'baggage' : 'X-Mock-Sandbox'
    return { caller: { ...caller, known: { ...caller.known, sandbox: name } }, sandboxBy }
  }
  const message = 'Cannot use the sandbox that this call names: a name has 1 to 64 of a-z, 0-9 and "-".'
  return { caller, sandboxBy: 'key', refusal: refusalOf('invalid_sandbox', message) }
}

const nameOne =
  'This call names no sandbox, and this mock asks for one: by the key, such as test_pro.NAME, by the header ' +
  '"X-Mock-Sandbox: NAME", or by "baggage: mock-sandbox=NAME". The usual one is called default.'

function refusalOf(code: ErrorCode, message: string): Overrides {
  return { operate: (_usual, { choices }) => errorOutcome(choices, 400, code, message) }
}
