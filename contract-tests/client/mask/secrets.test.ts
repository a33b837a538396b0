import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { maskFor } from '../index.ts'
import { Secrets, maskForWhole } from './secrets.ts'

const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
// Half of its characters.
const size = 16

const code = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')
const each = (text: string, write: (letter: string) => string): string => Array.from(text, write).join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{1,5}/g, (digit) => alphabet[Number.parseInt(digit.padEnd(5, '0'), 2)] ?? '')
}

/** A letter in more bytes than it needs. */
const overlong =
  (...first: readonly number[]) =>
  (letter: string): string => {
    const { length } = first
    const at = letter.codePointAt(0) ?? 0
    const bytes = first.with(length - 1, (first[length - 1] ?? 0) | (at >> 6))
    return [...bytes, 0x80 | (at & 0x3f)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
  }

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
  'in wide letters': (text) =>
    each(text, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x20 + 0xff00)),
  'in bold letters': (text) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  'with accents': (text) => text.replaceAll(/./g, '$&\u0301'),
  'as tags': (text) => each(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))),
  'as a list of letters': (text) => JSON.stringify(Array.from(text)),
  'with dots between': (text) => Array.from(text).join('.'),
  'with blanks between': (text) => text.replaceAll(/./g, '$& '),
  'in lines': (text) => text.replaceAll(/.{5}/g, '$&\r\n'),
  'in lines, in JSON': (text) => text.replaceAll(/.{5}/g, String.raw`$&\r\n`),
  'with what cannot be seen between': (text) => text.replaceAll(/./g, '$&\u200b'),
  'in UTF-16': (text) => text.replaceAll(/./g, '$&\0'),
  'as numbers': (text) => JSON.stringify([...Buffer.from(text)]),
  'as a Buffer of Node': (text) => JSON.stringify(Buffer.from(text), undefined, 1),
  'in octal numbers': (text) =>
    each(text, (letter) => `\\0${(letter.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`),
  'in short octal numbers': (text) => each(text, (letter) => `\\${(letter.codePointAt(0) ?? 0).toString(8)}`),
  'in long code points': (text) => each(text, (letter) => String.raw`\U000000${code(letter)}`),
  'as Perl has it': (text) => each(text, (letter) => String.raw`\x{${code(letter)}}`),
  'escaped for CSS': (text) => each(text, (letter) => `\\${code(letter)} `),
  'escaped for CSS in six digits': (text) => each(text, (letter) => String.raw`\0000${code(letter)}`),
  'in overlong UTF-8': (text) => each(text, overlong(0xc0)),
  'in overlong UTF-8 of three bytes': (text) => each(text, overlong(0xe0, 0x80)),
  'in overlong UTF-8 of four bytes': (text) => each(text, overlong(0xf0, 0x80, 0x80)),
  'in tags of HTML': (text) => each(text, (letter) => `<b class="x1">${letter}</b>`),
  'in tags of HTML, in JSON': (text) => each(text, (letter) => String.raw`\u003cb\u003e${letter}\u003c/b\u003e`),
  'with places to break': (text) => Array.from(text).join('<wbr>'),
  'with soft hyphens': (text) => Array.from(text).join('&shy;'),
  'with joiners': (text) => Array.from(text).join('&zwnj;&ZeroWidthSpace;'),
  'in colours of a terminal': (text) => each(text, (letter) => `\u001b[1;31m${letter}\u001b[0m`),
  'in colours of a terminal, in JSON': (text) => each(text, (letter) => String.raw`\u001b[31m${letter}`),
  'in colours of a terminal, as a shell writes them': (text) => each(text, (letter) => String.raw`\e[31m${letter}`),
  'hex with dots': (text) => hex(text).replaceAll(/../g, '$&.'),
  'hex with underscores': (text) => hex(text).replaceAll(/../g, '$&_'),
  'hex in quotes': (text) => JSON.stringify(hex(text).match(/../g)),
  'hex in quotes, in JSON': (text) => JSON.stringify(JSON.stringify(hex(text).match(/../g))),
  base32,
  'base32 in small letters': (text) => base32(text).toLowerCase(),
  'base32 of a header': (text) => base32(`Bearer ${text}, as sent`),
  'half escaped': (text) => text.replaceAll(/(.)(.)/g, (_, one: string, other: string) => `%${code(one)}${other}`),
}

const parts = Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size))

test.each(Object.entries(encodings))('a mask finds a key and each half of it: %s', (_how, encode) => {
  const mask = maskFor(key)
  for (const part of [key, key.slice(0, -1), key.slice(0, -3), key.slice(2), ...parts]) {
    const echoed = encode(part)
    const masked = mask(`{"sent": "${echoed}", "more": 1}`)
    expect(masked).toMatch(/^\{"sent": ".*\[API key\].*", "more": 1\}$/s)
    // No half of a letter is left.
    expect(masked.isWellFormed()).toBe(true)
    // At its ends there may be something else, such as the word Bearer.
    const inner = echoed.slice(Math.floor(echoed.length * 0.3), Math.ceil(echoed.length * 0.7))
    const pieces = Array.from({ length: inner.length - 7 }, (_, at) => inner.slice(at, at + 8))
    // What stands between the letters of any text may stay.
    const marks = encode('_'.repeat(part.length))
    expect(pieces.filter((piece) => masked.includes(piece) && !marks.includes(piece))).toEqual([])
  }
})

test('half of a key is found where nothing else stands', () => {
  const letters = key.replaceAll('_', '')
  const half = Math.floor(letters.length / 4) * 2
  for (let at = 0; at + half <= letters.length; at++)
    expect(maskFor(letters)(letters.slice(at, at + half))).toBe('[API key]')
})

test('a text that was masked before is searched for the keys that were added since', () => {
  const secrets = new Secrets()
  secrets.add('abc-0123456789')
  expect(secrets.mask(`you sent ${key}`)).toBe(`you sent ${key}`)
  secrets.add(key)
  expect(secrets.mask(`you sent ${key}`)).toBe('you sent key-2')
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

test('each part of 32 characters of a long key is found', () => {
  const long = randomBytes(600).toString('base64url')
  const mask = maskFor(long)
  for (let at = 0; at + 32 <= long.length; at++) {
    const part = long.slice(at, at + 32)
    expect(mask(`{"${part}"}`)).toBe('{"[API key]"}')
  }
})

test('a key that nobody can send is none', () => {
  expect(maskFor('a'.repeat(16_385))('a'.repeat(20_000))).toBe('a'.repeat(20_000))
})

/** How many milliseconds of CPU something takes: others may keep the machine busy. */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}

const random = (at: number): string => Buffer.from(`${at * 7919}-${at}-a key of somebody`).toString('base64url')
const letters = 'a'.repeat(60_000)

test.each<[string, readonly string[], string]>([
  ['that repeats itself', [letters.slice(0, 16_000)], letters],
  ['almost as long as the text', [`${letters.slice(0, 16_000)}b`], `${letters.slice(0, 9000)}b`.repeat(6)],
  ['that is there again and again', [key], key.repeat(5000)],
  ['of five thousand', Array.from({ length: 5000 }, (_, at) => random(at)), `${random(4999)} `.repeat(2000)],
  ['in tags that never end', [key], '<a&b\u001b['.repeat(30_000)],
  ['in base32 of one letter', [key], 'a'.repeat(200_000)],
  ['in backslashes', [key], '\\'.repeat(200_000)],
  ['in hex of hex', [key], Buffer.from(Buffer.from('Rex and Tom'.repeat(3000)).toString('hex')).toString('hex')],
])('a text takes no long time for a key %s', (_what, keys, text) => {
  expect(cpuOf(() => maskFor(...keys)(text))).toBeLessThan(2000)
})

test('keys that come one by one are found at once, each under its name', () => {
  const secrets = new Secrets()
  const took = cpuOf(() => {
    for (let at = 0; at < 1000; at++) {
      secrets.add(random(at), `key-${at}`)
      expect(secrets.mask(`you sent ${random(at)}`)).toBe(`you sent key-${at}`)
    }
  })
  expect(took).toBeLessThan(1500)
})

const hidden = '[not shown: it cannot be searched for keys]'

test('a text that can be read in too many ways is not shown', () => {
  const nested = '3'.repeat(150_000)
  expect(maskFor(key)(nested)).toBe(nested)
  expect(maskFor(key)(`${nested}%252533=3D3D3D`)).toBe(hidden)
  expect(maskFor()(`${nested}%252533=3D3D3D`)).toContain(nested)
})

test('if there are too many keys, those that were not seen for longest are forgotten', () => {
  const secrets = new Secrets()
  const keys = Array.from({ length: 1500 }, () => randomBytes(1500).toString('hex'))
  for (const [at, one] of keys.entries()) {
    secrets.add(one)
    // Its client calls again and again.
    if (at % 100 === 0) secrets.add(keys[0] ?? '')
  }
  expect(secrets.mask(`you sent ${keys[0]} and ${keys.at(-1)}`)).toMatch(/^you sent key-1 and key-\d+$/)
  expect(secrets.mask(keys[1] ?? '')).toBe(keys[1])
})

test('a mask for the whole of a key leaves words alone that the key has, too', () => {
  const mask = maskForWhole('test_business')
  expect(mask('8/business-per-minute')).toBe('8/business-per-minute')
  expect(mask('you sent dGVzdF9idXNpbmVzcw== and TEST%5FBUSINESS')).toMatch(/^you sent \[API key\].* and \[API key\]$/)
})
