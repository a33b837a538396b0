import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { authorization, authorizationForShell, hasCase } from './credentials.ts'
import type { WrongCredential } from './credentials.ts'

const wrong: readonly WrongCredential[] = ['truncated', 'other-case', 'suffixed', 'prefixed', 'basic', 'bare', 'token']

test.each([
  ['test_pro', 'test_pr', 'test_prox'],
  ['test_enterprise.checkout', 'test_enterpris.checkout', 'test_enterprisex.checkout'],
  ['head.payload.signature', 'hea.payload.signature', 'headx.payload.signature'],
  ['k', '', 'kx'],
])('of %s the wrong keys differ before the dot: %s, %s', (key, truncated, suffixed) => {
  expect(authorization('truncated', key)).toBe(`Bearer ${truncated}`)
  expect(authorization('suffixed', key)).toBe(`Bearer ${suffixed}`)
})

test.each(['test_pro', 'test_enterprise.checkout', 'a.b.c', 'sk/live+00=='])(
  'in a shell, they are the same for %s',
  (key) => {
    for (const credential of wrong) {
      const script = `printf %s "${authorizationForShell(credential)}"`
      const shown = execFileSync('sh', ['-c', script], { env: { ...process.env, API_KEY: key }, encoding: 'utf8' })
      expect(shown).toBe(authorization(credential, key))
    }
  },
)

test('letters after the dot are not those of the key', () => {
  expect([hasCase('123.abc'), hasCase('a1.abc'), hasCase('A')]).toEqual([false, true, true])
})
