import type { ClauseId } from '../../spec/index.ts'

/** Wrong ways to identify the caller. All must be answered with 401 (section 5), except `renamed`. */
export type WrongCredential = keyof typeof wrong

/** What a request sends in place of, or as, the key. */
export type Credential = 'valid' | WrongCredential

/** For each wrong credential: the header with a form of the key in it, what is wrong in words, and the clauses of section 5. */
const wrong = {
  missing: [undefined, 'there was no Authorization', '5/missing-key'],
  // A key in a wrong form counts as missing and as invalid.
  empty: ['Bearer ', 'the key was empty', '5/missing-key', '5/invalid-key'],
  wrong: ['Bearer {other}', 'the key was another one', '5/invalid-key'],
  truncated: ['Bearer {truncated}', 'the end of the key was left out', '5/invalid-key'],
  'other-case': ['Bearer {otherCase}', 'the letters of the key were in the other case', '5/invalid-key'],
  suffixed: ['Bearer {key}x', 'there was a letter after the key', '5/invalid-key'],
  prefixed: ['Bearer x{key}', 'there was a letter before the key', '5/invalid-key'],
  // The character that follows in the key is no digit, so this is another key.
  'other-end': ['Bearer {truncated}0', 'the end of the key was another one', '5/invalid-key'],
  // A careless service looks keys up in an object, which has this member.
  inherited: ['Bearer constructor', 'the key was the word "constructor"', '5/invalid-key'],
  basic: ['Basic {key}', 'the key was shown with the scheme Basic', '5/missing-key', '5/invalid-key'],
  bare: ['{key}', 'the key was shown without a scheme', '5/missing-key', '5/invalid-key'],
  token: ['Token {key}', 'the key was shown with the scheme Token', '5/missing-key', '5/invalid-key'],
  // Some services let clients choose the end of a key (test_pro.checkout). Then this is another valid key.
  renamed: ['Bearer {renamed}', 'the key had another end', '5/invalid-key'],
} as const satisfies Readonly<Record<string, readonly [string | undefined, string, ...(readonly ClauseId[])]>>

/** The key and what may be sent in its place: as text, or as code that changes the key of whoever runs it. */
export interface KeyForms {
  readonly key: string
  /** Another key. */
  readonly other: string
  /** Without its last character, and without the digits after that: the other of two numbered keys may be valid. */
  readonly truncated: string
  /** With its letters in the other case. */
  readonly otherCase: string
  /** With other letters in place of the last ones. */
  readonly renamed: string
}

/** What is wrong whatever a service calls its keys: not the one that may be valid where clients choose the end of a key. */
export const wrongCredentials = (Object.keys(wrong) as WrongCredential[]).filter((one) => one !== 'renamed')

const derived: readonly Credential[] = ['truncated', 'suffixed', 'other-case', 'prefixed', 'other-end']

/** Whether it was made from the key by changing its letters, so that another key may be like it. */
export function isDerived(credential: Credential): boolean {
  return derived.includes(credential)
}

/** The Authorization header that shows this credential; `undefined` for `missing`. */
export function authorization(credential: Credential, key: string): string | undefined {
  return authorizationWith(credential, {
    key,
    // As long as the key, with letters of a key, and easy to recognize in a log.
    other: 'contract-test-wrong-key'.padEnd(key.length, 'x'),
    truncated: key.replace(/(^|\D)\d*$/, ''),
    otherCase: otherCase(key),
    renamed: key.replace(/(?<![A-Za-z0-9])[A-Za-z0-9]+[^A-Za-z0-9]*$/, 'contracttest'),
  })
}

/** The same header in another language, such as that of a shell. */
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

/** Whether another case makes another key. Hexadecimal digits, as in a UUID, mean the same in both. */
export function hasCase(key: string): boolean {
  return /[g-z]/i.test(key)
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}
