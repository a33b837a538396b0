import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyForms } from '../scripts/testing/key-forms.ts'
import { Secrets, maskFor } from './index.ts'

const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
const half = key.length / 2
const halves = Array.from({ length: half + 1 }, (_, at) => key.slice(at, at + half))

test.each(Object.entries(keyForms))('finds a key and each half of it: %s', (form, encode) => {
  const mask = maskFor(key)
  for (const part of /^(?:its|without)/.test(form) ? [key] : [key, key.slice(2), ...halves]) {
    // At its ends there may be something else, such as half a digit.
    expect(mask(`{"sent": "${encode(part)}", 99: 1}`)).toMatch(/^\{"sent": ".{0,9}\[API key\].{0,9}", 99: 1\}$/)
  }
})

test.each(['k€y/+"secret<42>\'&', 'aaaaaaaaaaaaaaaaaaaa', 'ab%41cd%5Cefgh&amp;ij', '1234567890123456'])(
  'finds whatever signs are in the key %s',
  (secret) => {
    const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), html])
      expect(maskFor(secret)(`you sent ${form} now`)).toMatch(/^you sent .?(?:\[API key\])+.{0,7} now$/)
  },
)

test.each([100, 101, 600, 16_384])(
  'each half of a key of %d characters is found, and what begins or ends as it does',
  (length) => {
    const long = randomBytes(length).toString('base64url').slice(0, length)
    const mask = maskFor(long)
    for (const part of [long, long.slice(0, length / 2), long.slice(length / 2), long.slice(0, 32), long.slice(-32)])
      for (const text of [
        `{"":"${part}","?":[]}`,
        `{"":". \\n${part} ","?":[]}`,
        `{"":"{\\"\\":\\"${part}\\"}","?":[]}`,
      ]) {
        expect(mask(text)).not.toContain(part.slice(-8))
        expect(mask(text)).not.toContain(part.slice(0, 8))
        expect(mask(text).length).toBeLessThan(60)
        expect(JSON.parse(mask(text))).toMatchObject({ '?': [] })
      }
    for (const form of ['base64', 'hex'] as const)
      expect(mask(`{"a":"${Buffer.from(`me:${long}`).toString(form)}"}`).length).toBeLessThan(40)
  },
)

test('a key is known after thousands of other keys, long ones too, and each takes little time', () => {
  const secrets = new Secrets()
  secrets.add(key)
  const others = Array.from({ length: 1500 }, () => `k${randomBytes(1125).toString('base64url')}`)
  const took = cpuOf(() => others.forEach((each) => secrets.add(each)))
  expect(secrets.mask(`you sent ${key} and ${others[0]}`)).toBe('you sent key-1 and key-2')
  expect(took / others.length).toBeLessThan(2)
  // It counts CPU time: a busy machine may take longer.
}, 90_000)

const words = (
  'null true undefined name status json test_pro xyz1 [object available application categoryId application/json ' +
  'contract-test X-RateLimit-Limit text/plain; 1234 1764200000000 127.0.0.1 127.0.0.1:45678 staging.example ' +
  'http://staging.example/v1 2026-11-26'
).split(' ')

test.each(words)('%s in the place of the key of a call has a name, and other texts keep it', (word) => {
  const secrets = new Secrets()
  secrets.add(word)
  const text = `http://${word}/${word}?${word}=${word} {"${word}":${word},"a":"${word}"} ${word}`
  expect([secrets.mask(text), secrets.nameOf(word)]).toEqual([text, 'key-1'])
})

test.each(['limit', 'available', 'null', '1234'])('a given key %s is a word of the interface, and stays', (word) => {
  expect(maskFor(word)(`/v1/pets?limit=1 {"status":"available","id":1234,"a":null}`)).not.toContain('[API key]')
})

test.each([
  '',
  key.slice(0, 7),
  'sk_live_ is how such keys begin',
  '0123456789abcdef0123456789abcdef',
  '%41%4',
  '\\',
  '&#',
])('leaves %j alone', (text) => {
  expect(maskFor(key)(text)).toBe(text)
  expect(maskFor(undefined, '')(text)).toBe(text)
})

test.each([
  ['key', 'pets?key=key, a key', 'pets?key=key, a key'],
  ['abc-123', '?k=abc-123&abc-1234 "abc-123"', '?k=[API key]&abc-1234 "[API key]"'],
  [`a'b"&/`, `${encodeURIComponent(`a'b"&/`)} ${JSON.stringify(`a'b"&/`)} a'b"`, `[API key] "[API key]" a'b"`],
])(
  'the short key %s is found as a whole word alone, and not at all if it is shorter than four',
  (short, text, masked) => {
    expect(maskFor(short)(text)).toBe(masked)
  },
)

test.each([
  ['a long text of signs', `${'?'.repeat(16_000)}b`],
  ['a text longer than anybody can send', 'a'.repeat(16_385)],
])('%s is no key', (_what, text) => {
  expect(maskFor(text)(text)).toBe(text)
})

test('a text that is cut shows no part of a key, wherever it is cut', () => {
  for (const encode of [keyForms['plain'], keyForms['hex'], keyForms['escaped for JSON']]) {
    const form = encode?.(key) ?? ''
    const pieces = Array.from({ length: form.length - 5 }, (_, at) => form.slice(at, at + 6))
    for (let before = 0; before <= 120; before++) {
      const masked = maskFor(key)(`${'.'.repeat(before)}${form}${' and so on'.repeat(500)}`, 100)
      expect(masked.length).toBeLessThanOrEqual(101)
      expect(pieces.filter((piece) => masked.includes(piece))).toEqual([])
    }
  }
  expect(maskFor(key)('short', 100)).toBe('short')
  expect(maskFor(key)('long '.repeat(1000), 7)).toBe('long lo…')
})

test('many keys go by their names, also those that begin alike', () => {
  const secrets = new Secrets()
  const keys = Array.from({ length: 500 }, (_, at) => `${key}_${at * 7919}`)
  for (const each of keys) secrets.add(each)
  for (const [at, each] of keys.entries()) expect(secrets.mask(`you sent ${each}.`)).toBe(`you sent key-${at + 1}.`)
  expect(secrets.nameOf(keys[6] ?? '')).toBe('key-7')
})

test('words of the interface and of an address stay, unless the whole key is there', () => {
  const secrets = new Secrets()
  secrets.except(['https://acme-petstore.example/v1'])
  for (const secret of ['test_business', 'acme-petstore-4f9a']) secrets.add(secret)
  expect(secrets.mask('https://acme-petstore.example/v1 has the business plan')).toMatch(
    /^https:.*\/v1 has the business plan$/,
  )
  expect(secrets.mask('business? test_business, acme-petstore-4f9a')).toBe('business? key-1, key-2')
  expect(secrets.mask('est_business, petstore-4f9a')).toBe('key-1, key-2')
})

/** How many milliseconds of CPU something takes: others may keep the machine busy. */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}

test.each<[string, string, string]>([
  ['letters', 'a', key],
  ['letters of a key that repeats itself', 'a', 'a'.repeat(16_000)],
  ['beginnings of a long key', `${'1a2b3c4d'.repeat(5)}/`, `${'1a2b3c4d'.repeat(5)}${'z'.repeat(99)}`],
  ['ends of a long key', `${'1a2b3c4d'.repeat(5)}/`, `${'z'.repeat(99)}${'1a2b3c4d'.repeat(5)}`],
  ['keys', key, key],
  ['backslashes', '\\', key],
  ['percent signs', '%', key],
  ['ampersands', '&#', key],
])('a megabyte of %s takes no long time', (_what, piece, secret) => {
  const text = piece.repeat(1_000_000 / piece.length)
  expect(cpuOf(() => maskFor(secret)(text))).toBeLessThan(1000)
})

test('of too many keys, those that were not seen for longest are forgotten', () => {
  const secrets = new Secrets()
  const keys = Array.from({ length: 6000 }, () => randomBytes(20).toString('hex'))
  for (const [at, each] of keys.entries()) {
    secrets.add(each)
    // Its client calls again and again.
    if (at % 50 === 0) secrets.add(keys[0] ?? '')
  }
  expect(secrets.mask(`you sent ${keys[0]} and ${keys.at(-1)}`)).toBe('you sent key-1 and key-6000')
  expect(secrets.nameOf(keys[1] ?? '')).toBeUndefined()
}, 90_000)
