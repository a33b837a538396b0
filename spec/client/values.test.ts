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
])('Retry-After %s tells to wait %d seconds', (text, seconds) => {
  expect(readRetryAfter(text, now)).toBeCloseTo(seconds)
})

test.each(['', ' ', 'soon', '-30', 'P', 'PT', '1e3', 'Friday', 'version 3', '30 parsecs'])(
  'Retry-After "%s" tells no time',
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

test('the time of the service is that of its Date header', () => {
  expect(serverTime(withHeaders({ date: 'Fri, 01 Jan 2027 00:00:00 GMT' }))).toBe(now)
  expect(serverTime(withHeaders({}))).toBeUndefined()
})

const key = `k€y/+"secret<42>'&`

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
