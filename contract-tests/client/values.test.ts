import { expect, test } from 'vitest'
import { maskFor, readRateLimit, readRetryAfter, serverTime } from './index.ts'

const now = Date.UTC(2027, 0, 1)

test.each([
  ['0', 0],
  ['30', 30],
  ['1.5', 1.5],
  ['30s', 30],
  ['2 minutes', 120],
  ['500 ms', 0.5],
  ['PT1M30S', 90],
  ['Fri, 01 Jan 2027 00:00:50 GMT', 50],
  ['2027-01-01T00:00:50Z', 50],
  [String(now / 1000 + 50), 50],
  [String(now + 50_000), 50],
  ['Thu, 31 Dec 2026 00:00:00 GMT', 0],
])('Retry-After %s asks to wait %d seconds', (text, seconds) => {
  expect(readRetryAfter(text, now)).toBeCloseTo(seconds)
})

test.each(['', ' ', 'soon', '-30', 'P', 'PT', '1e3', 'Friday', 'version 3', '30 parsecs'])(
  'Retry-After "%s" holds no time',
  (text) => {
    expect(readRetryAfter(text, now)).toBeUndefined()
  },
)

function withHeaders(headers: Readonly<Record<string, string>>) {
  return { headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])) }
}

test('rate-limit headers are whole numbers or unknown', () => {
  expect(
    readRateLimit(
      withHeaders({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': ' 0 ', 'x-ratelimit-reset': '-1' }),
    ),
  ).toEqual({ limit: 60, remaining: 0, reset: undefined })
  expect(readRateLimit(withHeaders({ 'x-ratelimit-limit': '60, 60', 'x-ratelimit-remaining': '1.5' }))).toEqual({
    limit: undefined,
    remaining: undefined,
    reset: undefined,
  })
})

test('rate-limit headers that came twice with the same value count once, and large quotas are numbers', () => {
  const twice = (one: string, other: string) => ({ headers: new Map([['x-ratelimit-limit', [one, other]]]) })
  expect(readRateLimit(twice('60', ' 60')).limit).toBe(60)
  expect(readRateLimit(twice('60', '61')).limit).toBeUndefined()
  expect(readRateLimit(withHeaders({ 'x-ratelimit-limit': '9007199254740991' })).limit).toBe(9_007_199_254_740_991)
  expect(readRateLimit(withHeaders({ 'x-ratelimit-limit': '9'.repeat(20) })).limit).toBeUndefined()
})

test('the time of the service is that of its Date header', () => {
  expect(serverTime(withHeaders({ date: 'Fri, 01 Jan 2027 00:00:00 GMT' }))).toBe(now)
  expect(serverTime(withHeaders({}))).toBeUndefined()
})

const key = `k€y/+"secret<42>'&`

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

test.each([
  ['plain', key],
  ['cut', key.slice(0, -1)],
  ['in JSON', JSON.stringify({ key })],
  ['in a URL', `?key=${encodeURIComponent(key)}`],
  ['as percents', [...Buffer.from(key)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')],
  ['in hex', Buffer.from(key).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(key).toString('base64')],
  ['in base64, one byte in', Buffer.from(`:${key}!`).toString('base64')],
  ['in base64, two bytes in', Buffer.from(`::${key}`).toString('base64url')],
  [
    'in base64, escaped for JSON and URLs',
    Buffer.from('????>>>>' + key)
      .toString('base64')
      .replaceAll('/', '\\/')
      .replaceAll('+', '%2B')
      .slice(11),
  ],
  [
    'with every other character escaped for JSON',
    Array.from(key)
      .map((one, at) => (at % 2 === 0 ? escaped(one) : one))
      .join(''),
  ],
  [
    'escaped for JSON twice',
    Array.from(key)
      .map((one) => `\\${escaped(one)}`)
      .join(''),
  ],
  ['in a URL in a URL', encodeURIComponent([...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''))],
  [
    'in numbers of HTML',
    Array.from(key)
      .map((one) => `&#${one.codePointAt(0)};`)
      .join(''),
  ],
  [
    'in hex numbers of HTML',
    Array.from(key)
      .map((one) => `&#x${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()};`)
      .join(''),
  ],
  ['without its first character', key.slice(1)],
  ['in HTML', key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
])('a mask finds a key %s', (_name, text) => {
  const masked = maskFor(key)(`before ${text} after`)
  expect(masked).toMatch(/^before .*\[API key\].* after$/)
  expect(masked.length).toBeLessThan('before [API key] after'.length + 20)
  expect(masked).not.toContain('ecre')
})

test('a mask leaves other text alone, and without a key there is nothing to find', () => {
  expect(maskFor(key)('a kind of key')).toBe('a kind of key')
  expect(maskFor(undefined)('text')).toBe('text')
  expect(maskFor('')('text')).toBe('text')
})

test('a text that a mask cuts has no part of a key, wherever it is cut', () => {
  const secret = 'sk-0123456789abcdefghij'
  const forms = [secret, Buffer.from(secret).toString('hex'), Array.from(secret, escaped).join('')]
  for (const form of forms) {
    for (let before = 0; before <= 120; before++) {
      const text = `${'.'.repeat(before)}${form}${' and so on'.repeat(500)}`
      const masked = maskFor(secret)(text, 100)
      expect(masked.length).toBeLessThanOrEqual(101)
      const pieces = Array.from({ length: form.length - 5 }, (_, at) => form.slice(at, at + 5))
      expect(pieces.filter((piece) => masked.includes(piece))).toEqual([])
    }
  }
  expect(maskFor(secret)('short', 100)).toBe('short')
  expect(maskFor(secret)('long '.repeat(1000), 7)).toBe('long lo…')
  expect(maskFor(undefined)('longer than that', 6)).toBe('longer…')
})

test('many keys in a row are masked, and what follows them is not shown', () => {
  const secret = 'sk-0123456789abcdefghij'
  const masked = maskFor(secret)(secret.repeat(10_000), 1000)
  expect(masked).toMatch(/^(?:\[API key\])+(?:\[[API key]*)?…$/)
})
