import { expect, test } from 'vitest'
import { waitAsTold } from './retry-after.ts'

const now = Date.UTC(2026, 10, 20, 10, 0, 0)

test.each([
  ['seconds', '30', 30_000],
  ['no seconds', '0', 0],
  ['parts of a second', '1.5', 1500],
  ['a date', 'Fri, 20 Nov 2026 10:00:42 GMT', 42_000],
  ['an old form of date', 'Friday, 20-Nov-26 10:00:42 GMT', 42_000],
  ['an ISO date', '2026-11-20T10:00:42Z', 42_000],
  ['a date that is over', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['a Unix timestamp', String(now / 1000 + 12), 12_000],
])('waits as %s says', (_form, told, wait) => {
  expect(waitAsTold(new Headers({ 'Retry-After': told }), now)).toBe(wait)
})

test('counts a date from the clock of the service, where it shows one', () => {
  const headers = { 'Retry-After': 'Sat, 01 Dec 2040 00:00:10 GMT', Date: 'Sat, 01 Dec 2040 00:00:00 GMT' }
  expect(waitAsTold(new Headers(headers), now)).toBe(10_000)
})

test.each([undefined, '', 'soon', 'in 5 minutes', '-5', 'PT30S', 'May 5', '1e3', '99999999999999999999'])(
  'waits for the reset where Retry-After is %s',
  (told) => {
    const headers = new Headers({ 'X-RateLimit-Reset': String(now / 1000 + 25) })
    if (told !== undefined) headers.set('Retry-After', told)
    expect(waitAsTold(headers, now)).toBe(25_000)
  },
)

test('waits for a minute where nothing is told', () => {
  expect(waitAsTold(new Headers(), now)).toBe(60_000)
})
