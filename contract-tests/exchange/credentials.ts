import type { ClauseId } from '../../spec/index.ts'

// The last character before a dot, or of the whole key.
const beforeDot = /.(?=\.|$)/

/** Wrong ways to identify the caller. All must be answered with 401 (section 5). */
export type WrongCredential = keyof typeof wrong

/** What a request sends in place of, or as, the key. */
export type Credential = 'valid' | WrongCredential

/** For each wrong credential: the header with a form of the key in it, what is wrong in words, and the clauses of section 5. */
const wrong = {
  missing: [undefined, 'there was no Authorization', '5/missing-key'],
  // A key in a wrong form counts as missing and as invalid.
  empty: ['Bearer ', 'the key was empty', '5/missing-key', '5/invalid-key'],
  wrong: ['Bearer {other}', 'the key was another one', '5/invalid-key'],
  truncated: ['Bearer {truncated}', 'the last character of the key was left out', '5/invalid-key'],
  'other-case': ['Bearer {otherCase}', 'the letters of the key were in the other case', '5/invalid-key'],
  suffixed: ['Bearer {suffixed}', 'there was a letter after the key', '5/invalid-key'],
  prefixed: ['Bearer x{key}', 'there was a letter before the key', '5/invalid-key'],
  // A careless service looks keys up in an object, which has this member.
  inherited: ['Bearer constructor', 'the key was the word "constructor"', '5/invalid-key'],
  basic: ['Basic {key}', 'the key was shown with the scheme Basic', '5/missing-key', '5/invalid-key'],
  bare: ['{key}', 'the key was shown without a scheme', '5/missing-key', '5/invalid-key'],
  token: ['Token {key}', 'the key was shown with the scheme Token', '5/missing-key', '5/invalid-key'],
} as const satisfies Readonly<Record<string, readonly [string | undefined, string, ...(readonly ClauseId[])]>>

/** The key and what may be sent in its place: as text, or as code that changes the key of whoever runs it. */
export interface KeyForms {
  readonly key: string
  /** Another key. */
  readonly other: string
  /** Without its last character. */
  readonly truncated: string
  /** With its letters in the other case. */
  readonly otherCase: string
  /** With a letter after it. */
  readonly suffixed: string
}

export const wrongCredentials = Object.keys(wrong) as readonly WrongCredential[]

/** The Authorization header that shows this credential; `undefined` for `missing`. */
export function authorization(credential: Credential, key: string): string | undefined {
  return authorizationWith(credential, {
    key,
    // As long as the key, with letters of a key, and easy to recognize in a log.
    other: 'contract-test-wrong-key'.padEnd(key.length, 'x'),
    // After a dot, clients may choose a name themselves (test_pro.checkout), so changing that makes no wrong key.
    truncated: key.replace(beforeDot, ''),
    otherCase: otherCase(key),
    suffixed: key.replace(beforeDot, '$&x'),
  })
}

/** The same header in another language: a shell, JavaScript, the variables of an HTTP client. */
export function authorizationWith(credential: Credential, forms: KeyForms): string | undefined {
  const template = credential === 'valid' ? 'Bearer {key}' : wrong[credential][0]
  return template?.replace(/\{(\w+)\}/, (_, form: keyof KeyForms) => forms[form])
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
