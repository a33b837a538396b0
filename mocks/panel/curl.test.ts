import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { controlCurl, interfaceCurl, quoted } from './curl.ts'
import { sandboxPath } from './panel-context.tsx'

const origin = 'http://127.0.0.1:4010'

test('writes one line for a request of the control API, every digit of an int64 included', () => {
  const request = {
    method: 'PATCH',
    target: '/_mock/sandboxes/default/animals/9223372036854775807',
    body: { name: "Bob's", categoryId: 9223372036854775807n },
  } as const
  expect(controlCurl(origin, request, false)).toBe(
    String.raw`curl -X PATCH -H 'Content-Type: application/json' -d '{"name":"Bob'\''s","categoryId":9223372036854775807}' http://127.0.0.1:4010/_mock/sandboxes/default/animals/9223372036854775807`,
  )
})

test('leaves the token to a variable', () => {
  expect(controlCurl(origin, { method: 'GET', target: '/_mock' }, true)).toBe(
    'curl -H "Authorization: Bearer ${ANIMAL_STORE_TOKEN}" http://127.0.0.1:4010/_mock',
  )
})

test('writes one line for a call of the interface', () => {
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
  expect(interfaceCurl(origin, { method: 'POST', target: '/v1/pets?limit=1', headers, body: '{\n}' })).toBe(
    String.raw`curl -i -X POST -H 'authorization: Bearer test_pro' -H 'content-type: application/json' --data-raw $'{\n}' 'http://127.0.0.1:4010/v1/pets?limit=1'`,
  )
})

test('keeps curl from reading more into an address than it says', () => {
  expect(interfaceCurl(origin, { method: 'GET', target: '/v1/pets?tag[]={a}', headers: {} })).toBe(
    `curl -i -g 'http://127.0.0.1:4010/v1/pets?tag[]={a}'`,
  )
  expect(interfaceCurl(origin, { method: 'GET', target: '/v1/../pets', headers: {} })).toBe(
    'curl -i --path-as-is http://127.0.0.1:4010/v1/../pets',
  )
})

test('a shell reads back whatever a word holds, and the word stays on one line', () => {
  // An argument ends at a NUL, so none can hold one.
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '\\', '\n', '\r', '\u001b', '\u0085', '$', '`', '"', '!', '0', '~', '#') }),
    fc.string({
      unit: fc.constantFrom('\u202E', '\u2066', '\u200B', '\u2028', '\uFEFF', '\u{E0041}', '\u061C', "'", 'a'),
    }),
  )
  const words = fc.array(
    word.map((text) => text.replaceAll('\0', '')),
    { minLength: 100, maxLength: 200 },
  )
  fc.assert(
    fc.property(words, (given) => {
      const line = given.map(quoted).join(' ')
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\u{E0041}]/u)
      const { stdout } = spawnSync('bash', ['-c', String.raw`printf '%s\0' ` + line], { encoding: 'utf8' })
      expect(stdout.split('\0').slice(0, -1)).toEqual(given)
    }),
    { numRuns: 5 },
  )
})

test('names what cannot be seen, and what would turn the line around', () => {
  expect(quoted('a\u202Eb')).toBe(String.raw`$'a\342\200\256b'`)
  expect(quoted('\uD800')).toBe(String.raw`$'\357\277\275'`)
  expect(quoted('👩‍🚀 عבעברית')).toBe("'👩‍🚀 عבעברית'")
})

test.each(['.', '..'])('the path of a sandbox called "%s" leads nowhere else', (name) => {
  const { pathname } = new URL(sandboxPath(name, '/reset'), origin)
  expect(pathname.split('/')).toHaveLength(5)
  expect(pathname).toMatch(/^\/_mock\/sandboxes\/[^/]+\/reset$/)
})
