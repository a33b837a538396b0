import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { authorization, authorizationWith, hasCase } from './credentials.ts'
import { curlOf, shellForms } from './curl.ts'
import type { WrongCredential } from './credentials.ts'
import { seenOf } from './question.ts'
import { askSilence } from './questions.ts'

const wrong: readonly WrongCredential[] = ['truncated', 'renamed', 'other-case', 'suffixed', 'basic', 'bare', 'token']

test.each([
  ['test_pro', 'test_pr', 'test_contracttest'],
  ['test_enterprise.checkout', 'test_enterprise.checkou', 'test_enterprise.contracttest'],
  ['sk/live+00==', 'sk/live+00=', 'sk/live+contracttest'],
  // Its neighbours may be valid keys.
  ['key12', 'ke', 'contracttest'],
  ['123', '', 'contracttest'],
])('of %s the keys with another end are %s and %s', (key, truncated, renamed) => {
  expect(authorization('truncated', key)).toBe(`Bearer ${truncated}`)
  expect(authorization('renamed', key)).toBe(`Bearer ${renamed}`)
})

test.each(['test_pro', 'test_enterprise.checkout', 'a.b.c', 'sk/live+00==', 'key12', '123'])(
  'in a shell, they are the same for %s',
  (key) => {
    for (const credential of wrong) {
      const script = `printf %s "${authorizationWith(credential, shellForms)}"`
      const shown = execFileSync('sh', ['-c', script], { env: { ...process.env, API_KEY: key }, encoding: 'utf8' })
      expect(shown).toBe(authorization(credential, key))
    }
  },
)

test('hexadecimal digits mean the same in either case', () => {
  expect(['3f2a-9C1E', '123', 'sk-3f2a', 'K'].map(hasCase)).toEqual([false, false, true, true])
})

test('the command that repeats a request shows no key, and sends no file that a body names', () => {
  const url = 'http://a/v1/pets?key=sk#1'
  const shown = (body: string) => {
    const exchange = { request: { method: 'POST', url, path: '/pets', headers: {}, body } } as unknown as Exchange
    const mask = (text: string) => text.replaceAll('sk#1', '[key]')
    return curlOf(seenOf(1, '', askSilence('undocumented', 'createPet', { path: '/pets' }), exchange), mask)
  }
  const start = 'curl -i -g -X POST -H "Authorization: Bearer ${API_KEY}"'
  expect(shown('@/etc/passwd')).toBe(`${start} --data-raw @/etc/passwd "http://a/v1/pets?key=[key]"`)
  // Beside what is escaped, a part of the key would be escaped, too.
  expect(shown('sk#1\u001b')).toBe(
    String.raw`printf %b '[key]\0033' | ${start} --data-binary @- "http://a/v1/pets?key=[key]"`,
  )
})
