import { expect, test } from 'vitest'
import { maskFor } from './index.ts'

const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
// 60 % of its characters.
const size = 20

const code = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')
const each = (text: string, write: (letter: string) => string): string => Array.from(text, write).join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')

/** What a deployment may make of a key, or of a part of it, before it sends it back. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  base64,
  'base64 of a header': (text) => base64(`Bearer ${text}, as sent`),
  'base64 for URLs': (text) => Buffer.from(`?>?${text}`).toString('base64url'),
  'base64 in lines': (text) => base64(text).replaceAll(/.{11}/g, '$&\r\n'),
  'base64 in lines, in JSON': (text) => base64(text).replaceAll(/.{11}/g, String.raw`$&\r\n`),
  'base64 twice': (text) => base64(base64(text)),
  'base64 twice, in lines': (text) => base64(base64(text).replaceAll(/.{16}/g, '$&\n')).replaceAll(/.{16}/g, '$&\n'),
  'base64 in a URL': (text) => encodeURIComponent(base64(`~~${text}~~`)),
  'base64 of hex': (text) => base64(hex(text)),
  hex,
  'hex in capitals': (text) => hex(text).toUpperCase(),
  'hex with blanks': (text) => hex(text).replaceAll(/../g, '$& '),
  'hex with colons': (text) => hex(text).replaceAll(/../g, '$&:'),
  'hex with 0x': (text) => hex(text).replaceAll(/../g, '0x$&, '),
  'quoted-printable': (text) => each(text, (letter) => `=${code(letter).toUpperCase()}`),
  'quoted-printable in lines': (text) => text.replaceAll(/.{9}/g, '$&=\r\n').replaceAll('_', '=5F'),
  'escaped for JavaScript': (text) => each(text, (letter) => String.raw`\x${code(letter)}`),
  'escaped as code points': (text) => each(text, (letter) => String.raw`\u{${code(letter)}}`),
  'escaped for JSON': (text) => each(text, (letter) => String.raw`\u00${code(letter)}`),
  'in JSON in JSON': (text) => each(text, (letter) => String.raw`\\u00${code(letter)}`),
  'in JSON in JSON in JSON': (text) => each(text, (letter) => String.raw`\\\\u00${code(letter)}`),
  'for URLs': (text) => each(text, (letter) => `%${code(letter)}`),
  'for URLs twice': (text) => each(text, (letter) => `%25${code(letter)}`),
  'in HTML': (text) => each(text, (letter) => `&#x${code(letter)};`),
  'in HTML in HTML': (text) => each(text, (letter) => `&amp;#${letter.codePointAt(0)};`),
  'half escaped': (text) => text.replaceAll(/(.)(.)/g, (_, one: string, other: string) => `%${code(one)}${other}`),
}

const parts = Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size))

test.each(Object.entries(encodings))('a mask finds a key and each part of 60 percent: %s', (_how, encode) => {
  for (const part of [key, key.slice(0, -1), key.slice(0, -3), key.slice(2), ...parts]) {
    const echoed = encode(part)
    const masked = maskFor(key)(`{"sent": "${echoed}", "more": 1}`)
    expect(masked).toMatch(/^\{"sent": ".*\[API key\].*", "more": 1\}$/s)
    // At its ends there may be something else, such as the word Bearer.
    const inner = echoed.slice(Math.floor(echoed.length * 0.3), Math.ceil(echoed.length * 0.7))
    const pieces = Array.from({ length: inner.length - 7 }, (_, at) => inner.slice(at, at + 8))
    expect(pieces.filter((piece) => masked.includes(piece))).toEqual([])
  }
})

test('less of a key than that is left alone, and so is other text', () => {
  const texts = [
    key.slice(0, size - 1),
    'sk_live_ is how such keys begin',
    '0123456789abcdef0123456789abcdef',
    '%41%42',
    '\\',
  ]
  for (const text of texts) expect(maskFor(key)(text)).toBe(text)
})

test.each(['k', 'key', 'abc-123'])('the short key %s is masked as a whole word, in headers alone', (short) => {
  const mask = maskFor(short)
  const curl = `curl -i -H "Authorization: Bearer \${API_KEY}" 'http://127.0.0.1:4010/v1/pets?${short}'`
  expect(mask(curl)).toBe(curl)
  expect(mask(`you sent ${short}, and not ${short}s`, undefined, 'header')).toBe(
    `you sent [API key], and not ${short}s`,
  )
})

test.each([key, Buffer.from(key.repeat(30)).toString('base64url')])(
  'a long text takes no long time, nor does a long key',
  (secret) => {
    for (const text of ['deadbeef'.repeat(20_000), secret.repeat(50), `{"a":"${'Rex, '.repeat(20_000)}"}`]) {
      const startedAt = performance.now()
      expect(maskFor(secret)(text, 600).length).toBeLessThanOrEqual(601)
      expect(performance.now() - startedAt).toBeLessThan(1000)
    }
  },
)
