import { expect, test } from 'vitest'
import { requestedWait } from './gate.ts'

const now = Date.UTC(2026, 10, 20, 10, 0, 0)

test.each([
  ['seconds', '30', 30_000],
  ['no seconds', '0', 0],
  ['parts of a second', '1.5', 1500],
  ['a date', 'Fri, 20 Nov 2026 10:00:42 GMT', 42_000],
  ['an old form of date', 'Friday, 20-Nov-26 10:00:42 GMT', 42_000],
  ['a date that is over', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
])('waits as %s says', (_form, asked, wait) => {
  expect(requestedWait(new Headers({ 'Retry-After': asked }), now)).toBe(wait)
})

test('counts a date from the clock of the service, where it shows one', () => {
  const headers = { 'Retry-After': 'Sat, 01 Dec 2040 00:00:10 GMT', Date: 'Sat, 01 Dec 2040 00:00:00 GMT' }
  expect(requestedWait(new Headers(headers), now)).toBe(10_000)
})

test.each([undefined, '', 'soon', 'in 5 minutes', '-5', 'PT30S', 'May 5', '1e3', '99999999999999999999'])(
  'waits for the reset where Retry-After is %s',
  (asked) => {
    const headers = new Headers({ 'X-RateLimit-Reset': String(now / 1000 + 25) })
    if (asked !== undefined) headers.set('Retry-After', asked)
    expect(requestedWait(headers, now)).toBe(25_000)
  },
)

test('waits for a minute without a Retry-After', () => {
  expect(requestedWait(new Headers(), now)).toBe(60_000)
})
