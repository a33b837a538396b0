import type { ClauseId } from '../../spec/index.ts'
import type { Credential, WrongCredential } from './question.ts'

/** The Authorization header that shows this credential; none for `missing`. */
export function authorization(credential: Credential, key: string): string | undefined {
  switch (credential) {
    case 'valid':
      return `Bearer ${key}`
    case 'missing':
      return undefined
    case 'empty':
      return 'Bearer '
    case 'wrong':
      // As long as the key, and of letters that a key may have; it says what it is where somebody reads it in a log.
      return `Bearer ${'contract-test-wrong-key'.padEnd(key.length, 'x')}`
    case 'truncated':
      return `Bearer ${key.slice(0, -1)}`
    case 'other-case':
      return `Bearer ${otherCase(key)}`
    case 'suffixed':
      return `Bearer ${key}x`
    case 'prefixed':
      return `Bearer x${key}`
    case 'basic':
      return `Basic ${key}`
    case 'bare':
      return key
    case 'token':
      return `Token ${key}`
  }
}

const inWords: Readonly<Record<WrongCredential, string>> = {
  missing: 'there was no Authorization',
  empty: 'the key was empty',
  wrong: 'the key was another one',
  truncated: 'the last character of the key was left out',
  'other-case': 'the letters of the key were in the other case',
  suffixed: 'there was a letter after the key',
  prefixed: 'there was a letter before the key',
  basic: 'the key was shown with the scheme Basic',
  bare: 'the key was shown without a scheme',
  token: 'the key was shown with the scheme Token',
}

/** What is wrong with a credential, in words. */
export function credentialInWords(credential: WrongCredential): string {
  return inWords[credential]
}

/** The clauses of section 5 that speak of this credential. A key that is shown wrongly is missing, and invalid as it is. */
export function credentialClauses(credential: WrongCredential): readonly ClauseId[] {
  if (credential === 'missing') return ['5/missing-key']
  const isBearer = ['wrong', 'truncated', 'other-case', 'suffixed', 'prefixed'].includes(credential)
  return isBearer ? ['5/invalid-key'] : ['5/missing-key', '5/invalid-key']
}

/** The key with all letters in the other case; a key without letters is the same. */
export function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}

/** The credential for a shell, with `$API_KEY` in the place of the key; `undefined` for `missing`. */
export function authorizationForShell(credential: Credential): string | undefined {
  if (credential === 'truncated') return 'Bearer ${API_KEY%?}'
  if (credential === 'other-case') return "Bearer $(printf %s \"$API_KEY\" | tr 'A-Za-z' 'a-zA-Z')"
  if (credential === 'wrong') return 'Bearer contract-test-wrong-key'
  return authorization(credential, '${API_KEY}')
}
