import type { ClauseId } from '../../spec/index.ts'

// The last character before a dot, or of all.
const beforeDot = /.(?=\.|$)/

/** How a request shows who calls, if not with the key: all of these must be answered with 401 (section 5). */
export type WrongCredential = keyof typeof wrong

/** How a request shows who calls. */
export type Credential = 'valid' | WrongCredential

/** How each wrong credential is shown, what is wrong with it in words, and the clauses of section 5 that speak of it. */
const wrong = {
  missing: [() => undefined, 'there was no Authorization', '5/missing-key'],
  // A key that is shown wrongly is missing, and invalid as it is.
  empty: [() => 'Bearer ', 'the key was empty', '5/missing-key', '5/invalid-key'],
  // As long as the key, of letters that a key may have, and recognizable in a log.
  wrong: [
    (key) => `Bearer ${'contract-test-wrong-key'.padEnd(key.length, 'x')}`,
    'the key was another one',
    '5/invalid-key',
  ],
  // What follows a dot may be a name of the client's own, as in test_pro.checkout, so that another one is no wrong key.
  truncated: [
    (key) => `Bearer ${key.replace(beforeDot, '')}`,
    'the last character of the key was left out',
    '5/invalid-key',
  ],
  'other-case': [(key) => `Bearer ${otherCase(key)}`, 'the letters of the key were in the other case', '5/invalid-key'],
  suffixed: [(key) => `Bearer ${key.replace(beforeDot, '$&x')}`, 'there was a letter after the key', '5/invalid-key'],
  prefixed: [(key) => `Bearer x${key}`, 'there was a letter before the key', '5/invalid-key'],
  basic: [(key) => `Basic ${key}`, 'the key was shown with the scheme Basic', '5/missing-key', '5/invalid-key'],
  bare: [(key) => key, 'the key was shown without a scheme', '5/missing-key', '5/invalid-key'],
  token: [(key) => `Token ${key}`, 'the key was shown with the scheme Token', '5/missing-key', '5/invalid-key'],
} as const satisfies Readonly<
  Record<string, readonly [(key: string) => string | undefined, string, ...(readonly ClauseId[])]>
>

export const wrongCredentials = Object.keys(wrong) as readonly WrongCredential[]

/** The Authorization header that shows this credential; `undefined` for `missing`. */
export function authorization(credential: Credential, key: string): string | undefined {
  return credential === 'valid' ? `Bearer ${key}` : wrong[credential][0](key)
}

export function credentialInWords(credential: WrongCredential): string {
  return wrong[credential][1]
}

export function credentialClauses(credential: WrongCredential): readonly ClauseId[] {
  const [, , ...clauses] = wrong[credential]
  return clauses
}

/** Whether the key is another one with its letters in the other case. */
export function hasCase(key: string): boolean {
  return /[a-z]/i.test(key.replace(/\..*/, ''))
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}
