import type { ClauseId } from '../../spec/index.ts'

// The last character before a dot, or of the whole key.
const beforeDot = /.(?=\.|$)/

/** Wrong ways to identify the caller. All must be answered with 401 (section 5). */
export type WrongCredential = keyof typeof wrong

/** What a request sends in place of, or as, the key. */
export type Credential = 'valid' | WrongCredential

/** For each wrong credential: the header, what is wrong in words, and the clauses of section 5. */
const wrong = {
  missing: [() => undefined, 'there was no Authorization', '5/missing-key'],
  // A key in a wrong form counts as missing and as invalid.
  empty: [() => 'Bearer ', 'the key was empty', '5/missing-key', '5/invalid-key'],
  // As long as the key, with letters of a key, and easy to recognize in a log.
  wrong: [
    (key) => `Bearer ${'contract-test-wrong-key'.padEnd(key.length, 'x')}`,
    'the key was another one',
    '5/invalid-key',
  ],
  // After a dot, clients may choose a name themselves (test_pro.checkout), so changing that makes no wrong key.
  truncated: [
    (key) => `Bearer ${key.replace(beforeDot, '')}`,
    'the last character of the key was left out',
    '5/invalid-key',
  ],
  'other-case': [(key) => `Bearer ${otherCase(key)}`, 'the letters of the key were in the other case', '5/invalid-key'],
  suffixed: [(key) => `Bearer ${key.replace(beforeDot, '$&x')}`, 'there was a letter after the key', '5/invalid-key'],
  prefixed: [(key) => `Bearer x${key}`, 'there was a letter before the key', '5/invalid-key'],
  // A careless service looks keys up in an object, which has this member.
  inherited: [() => 'Bearer constructor', 'the key was the word "constructor"', '5/invalid-key'],
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

/** Whether the key changes if upper and lower case are swapped. */
export function hasCase(key: string): boolean {
  return /[a-z]/i.test(key.replace(/\..*/, ''))
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}
