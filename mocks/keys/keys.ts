import { type OptionKinds, checkOptions, oneOfOptions } from '../../spec/check-options.ts'
import { readInstant } from '../../spec/instant.ts'
import type { PlanName } from '../../spec/made/types.ts'
import { Secrets, credentialsIn, mayBeKey, mostWordsOfKey } from '../../spec/mask.ts'
import { planNames } from '../../spec/names.ts'

/** How much of its quota a key has at the start. */
export type QuotaStart = 'full' | 'last' | 'exhausted' | 'banned'

export interface KnownKey {
  readonly plan: PlanName
  /** Revoked and expired keys are known, but get 401 (section 5). */
  readonly standing: 'valid' | 'revoked' | 'expired'
  readonly start: QuotaStart
  /** The sandbox that calls with this key are in. */
  readonly sandbox: string
  /** The instant by the sandbox's clock from which on it is valid, such as `2026-12-01T10:00:00Z`. Default: always. */
  readonly from?: string | undefined
  /** The instant by the sandbox's clock from which on it is expired. Default: never. */
  readonly until?: string | undefined
}

/** A key of your own: its plan alone, or a plan with more. */
export type KeyOption = PlanName | Partial<KnownKey>

/** The name of the sandbox of keys that name none. */
export const defaultSandboxName = 'default'

export const sandboxNamePattern = /^[a-z0-9-]{1,64}$/

/** The keys that need no registration. `KEY.NAME` is the same key in the sandbox NAME. */
export const testKeys = {
  test_free: { plan: 'free', standing: 'valid', start: 'full' },
  test_pro: { plan: 'pro', standing: 'valid', start: 'full' },
  test_business: { plan: 'business', standing: 'valid', start: 'full' },
  test_enterprise: { plan: 'enterprise', standing: 'valid', start: 'full' },
  test_revoked: { plan: 'free', standing: 'revoked', start: 'full' },
  test_expired: { plan: 'free', standing: 'expired', start: 'full' },
  test_free_exhausted: { plan: 'free', standing: 'valid', start: 'exhausted' },
  test_free_last: { plan: 'free', standing: 'valid', start: 'last' },
  test_banned: { plan: 'free', standing: 'valid', start: 'banned' },
} as const satisfies Record<string, Omit<KnownKey, 'sandbox'>>

/** The test key for a sandbox. */
export function keyIn(sandbox: string, key: string): string {
  return sandbox === defaultSandboxName ? key : `${key}.${sandbox}`
}

/** Why somebody gets 401. `refused`: a scenario or a deployment does so, whatever the key. */
export type KeyProblem = 'missing' | 'not-bearer' | 'unknown' | 'revoked' | 'expired' | 'not-yet-valid' | 'refused'

/** Who calls, by the Authorization header. */
export type Identity =
  | { readonly isValid: true; readonly key: string; readonly known: KnownKey }
  /** Refused. `sandbox` is the one that the key would have used, `at` when its life ended or begins. */
  | {
      readonly isValid: false
      readonly problem: KeyProblem
      readonly sandbox: string
      readonly at?: string | undefined
    }

const missing = refusedIdentity('missing')
const nobody = [undefined, missing] as const
const otherScheme = refusedIdentity('not-bearer')
const unknownKey = refusedIdentity('unknown')

// RFC 6750: the scheme in any case, spaces, one token.
const bearer = /^bearer +([^\s,]+)$/i

/** Reads keys from the Authorization header. Test keys are known by their shape, own keys are added. */
export class KeyRing {
  readonly #own = new Map<string, KnownKey>()
  /** Own keys, as a mask knows them; made at first use. */
  #secrets: Secrets | undefined
  /** Keys that calls were sent with, and that are neither own keys nor test keys, or no longer own keys. */
  readonly #seen = new Secrets()
  /** The latest Authorization header, and who it is: most calls have the key of the call before. */
  #latest: readonly [authorization: string | undefined, identity: Identity] = nobody

  constructor(keys: Readonly<Record<string, KeyOption>> = {}) {
    this.#seen.except(testKeyNames)
    for (const [key, option] of Object.entries(keys)) this.add(key, option)
  }

  /** Own keys by name; the test keys are not among them. */
  get own(): ReadonlyMap<string, KnownKey> {
    return this.#own
  }

  /** The sandboxes that own keys are in. */
  get ownSandboxes(): ReadonlySet<string> {
    return new Set([...this.#own.values()].map(({ sandbox }) => sandbox))
  }

  /**
   * Adds a key, or replaces it.
   * @returns the key with its defaults
   * @throws {KeyError} when the key could not be sent as a bearer token, or the option is invalid
   */
  add(key: string, option: KeyOption): KnownKey {
    if (testKey(key) !== undefined) {
      throw new KeyError(`Cannot add the key ${key}: it is a test key. Choose another name.`)
    }
    const known = readKey(key, option)
    this.#own.set(key, known)
    this.#changed()
    return known
  }

  /** Removes an own key. @returns whether it was there */
  remove(key: string): boolean {
    const wasKnown = this.#own.delete(key)
    // Calls in the journal may have it.
    if (wasKnown) this.#seen.add(key, maskKey(key))
    this.#changed()
    return wasKnown
  }

  #changed(): void {
    this.#secrets = undefined
    this.#latest = nobody
  }

  find(key: string): KnownKey | undefined {
    return this.#own.get(key) ?? testKey(key)
  }

  /** Makes a mask for own keys and those of all calls so far. @param authorization the header of a call */
  masker(authorization = ''): (text: string) => string {
    const { mask } = (this.#secrets ??= secretsOf([...this.#own.keys()]))
    if (this.#see(authorization) > mostWordsOfKey) return () => '…'
    return (text) => mask(this.#seen.mask(text))
  }

  /** Remembers the words of a header. @returns how many there are */
  #see(authorization: string): number {
    const words = credentialsIn(authorization)
    for (const word of words) if (mayBeKey(word) && testKey(word) === undefined) this.#seen.add(word, maskKey(word))
    return words.length
  }

  /** Who calls (section 5). Never throws. */
  identify(authorization: string | undefined): Identity {
    if (this.#latest[0] !== authorization) this.#latest = [authorization, this.#read(authorization)]
    return this.#latest[1]
  }

  #read(authorization = ''): Identity {
    if (authorization === '') return missing
    const key = bearer.exec(authorization.trim())?.[1]
    const known = key === undefined ? undefined : this.find(key)
    // Other calls may echo it.
    if (known === undefined) this.#see(authorization)
    if (key === undefined) return otherScheme
    if (known === undefined) return unknownKey
    if (known.standing !== 'valid') return refusedIdentity(known.standing, known.sandbox)
    return { isValid: true, key, known }
  }
}

/** The same caller, refused where the key is not yet valid, or expired, at this instant of the sandbox's clock. */
export function identityAt(identity: Identity, nowMilliseconds: number): Identity {
  if (!identity.isValid) return identity
  const { from, until, sandbox } = identity.known
  if (until !== undefined && Date.parse(until) <= nowMilliseconds) return refusedIdentity('expired', sandbox, until)
  if (from !== undefined && Date.parse(from) > nowMilliseconds) return refusedIdentity('not-yet-valid', sandbox, from)
  return identity
}

/** Somebody who gets 401, and why. */
export function refusedIdentity(problem: KeyProblem, sandbox: string = defaultSandboxName, at?: string): Identity {
  return { isValid: false, problem, sandbox, at }
}

export function sandboxNameOf(identity: Identity): string {
  return identity.isValid ? identity.known.sandbox : identity.sandbox
}

const knownTestKeys = new Map<string, KnownKey>(
  Object.entries(testKeys).map(([key, about]) => [key, { ...about, sandbox: defaultSandboxName }]),
)

const testKeyNames = [...knownTestKeys.keys()]

function testKey(key: string): KnownKey | undefined {
  const dot = key.indexOf('.')
  if (dot === -1) return knownTestKeys.get(key)
  const known = knownTestKeys.get(key.slice(0, dot))
  const sandbox = key.slice(dot + 1)
  return known !== undefined && sandboxNamePattern.test(sandbox) ? { ...known, sandbox } : undefined
}

/** A key, or an option of it, is invalid. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

const anInstant = {
  expected: 'an instant from 1970 to 9899, such as 2026-12-01T10:00:00Z',
  accepts: (value: unknown) => readInstant(String(value)) !== undefined,
}

const keyKinds: OptionKinds<KnownKey> = {
  plan: oneOfOptions(...planNames),
  standing: oneOfOptions('valid', 'revoked', 'expired'),
  start: oneOfOptions('full', 'last', 'exhausted', 'banned'),
  sandbox: {
    expected: 'a name of 1 to 64 of a-z, 0-9 and "-"',
    accepts: (value) => typeof value === 'string' && sandboxNamePattern.test(value),
  },
  from: anInstant,
  until: anInstant,
}

function readKey(key: string, option: KeyOption): KnownKey {
  if (!/^[^\s,]{1,256}$/.test(key)) {
    throw new KeyError('Cannot add this key: a key has 1 to 256 characters, none of them a space or a comma.')
  }
  const given: Partial<KnownKey> = typeof option === 'string' ? { plan: option } : option
  try {
    checkOptions(`the key ${maskKey(key)}`, given, keyKinds)
  } catch (error) {
    throw new KeyError(error instanceof Error ? error.message : String(error))
  }
  const { plan = 'free', standing = 'valid', start = 'full', sandbox = defaultSandboxName, from, until } = given
  if (Date.parse(from ?? '') >= Date.parse(until ?? '')) {
    throw new KeyError(`Cannot add the key ${maskKey(key)}: its from is not before its until.`)
  }
  return { plan, standing, start, sandbox, from, until }
}

/** Keys as a mask knows them: it reads a text once, however many they are. */
function secretsOf(keys: readonly string[]): Secrets {
  const secrets = new Secrets()
  for (const key of keys) secrets.add(key, maskKey(key))
  return secrets
}

/**
 * A key as it may be shown: a test key as it is, of any other key at most the first four characters.
 */
export function maskKey(key: string): string {
  if (testKey(key) !== undefined) return key
  return key.length <= 8 ? '…' : `${key.slice(0, 4)}…`
}
