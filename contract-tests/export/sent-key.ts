import type { Credential } from '../exchange/credentials.ts'

/** The Authorization header as code of JavaScript, which has the key in `apiKey`; `undefined` for `missing`. */
export const authorizationCode: Readonly<Record<Credential, string | undefined>> = {
  valid: '`Bearer ${apiKey}`',
  missing: undefined,
  empty: "'Bearer '",
  wrong: "`Bearer ${'contract-test-wrong-key'.padEnd(apiKey.length, 'x')}`",
  truncated: String.raw`${'`'}Bearer ${'$'}{apiKey.replace(/.(?=\.|$)/, '')}${'`'}`,
  'other-case': '`Bearer ${otherCase(apiKey)}`',
  suffixed: String.raw`${'`'}Bearer ${'$'}{apiKey.replace(/.(?=\.|$)/, '$&x')}${'`'}`,
  prefixed: '`Bearer x${apiKey}`',
  inherited: "'Bearer constructor'",
  basic: '`Basic ${apiKey}`',
  bare: 'apiKey',
  token: '`Token ${apiKey}`',
}

/**
 * The same header as text, with a variable for the key. Where the key itself is changed, another variable stands for the
 * changed one.
 */
export function authorizationText(credential: Credential, apiKey: string, wrongKey: string): string | undefined {
  const text: Readonly<Record<Credential, string | undefined>> = {
    valid: `Bearer ${apiKey}`,
    missing: undefined,
    empty: 'Bearer ',
    wrong: 'Bearer contract-test-wrong-key',
    truncated: `Bearer ${wrongKey}`,
    'other-case': `Bearer ${wrongKey}`,
    suffixed: `Bearer ${apiKey}x`,
    prefixed: `Bearer x${apiKey}`,
    inherited: 'Bearer constructor',
    basic: `Basic ${apiKey}`,
    bare: apiKey,
    token: `Token ${apiKey}`,
  }
  return text[credential]
}
