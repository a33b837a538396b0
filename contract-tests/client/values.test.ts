import { expect, test } from 'vitest'
import { readRateLimit, readRetryAfter } from './index.ts'

const now = Date.UTC(2027, 0, 1)

test.each([
  ['0', 0],
  ['30', 30],
  ['1.5', 1.5],
  ['30s', 30],
  ['2 minutes', 120],
  ['500 ms', 0.5],
  ['P1DT1H1M1S', 90_061],
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
