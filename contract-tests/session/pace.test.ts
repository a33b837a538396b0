import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

const now = Date.UTC(2027, 0, 1, 12, 0, 0)
const seconds = now / 1000

function response(headers: Readonly<Record<string, string | number>>, status = 201) {
  return { status, headers: new Map(Object.entries(headers).map(([name, value]) => [name, [String(value)]])) }
}

function limits(limit: number, remaining: number, reset: number) {
  return { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset }
}

test('it waits for the reset once nothing remains, and not before', () => {
  const pace = new Pace(undefined)
  pace.update(response(limits(60, 1, seconds + 20)), now)
  expect(pace.next(now)).toBeUndefined()
  pace.count(now)
  expect(pace.next(now)).toEqual({ milliseconds: 21_000, reason: 'no request is left of 60' })
  expect(pace.next(now + 21_000)).toBeUndefined()
})

test('how far away the reset is goes by the clock of the service, not ours', () => {
  const pace = new Pace(undefined)
  const date = new Date(now - 3_600_000).toUTCString()
  pace.update(response({ ...limits(60, 0, seconds - 3600 + 20), date }), now)
  expect(pace.next(now)?.milliseconds).toBe(21_000)
})

test('a reset that cannot be one is taken for a minute', () => {
  for (const reset of [20, seconds - 1, seconds + 99 * 86_400]) {
    const pace = new Pace(undefined)
    pace.update(response(limits(60, 0, reset)), now)
    expect(pace.next(now)?.milliseconds).toBe(60_000)
  }
})

test.each([
  ['30', 31_000],
  [new Date(now + 30_000).toUTCString(), 31_000],
  ['0', 2000],
  ['2678400', 2_678_401_000],
  // Nobody may wait so long, and a journal that says so could never be gone on with.
  ['2678401', 86_401_000],
  ['99999999999999999999', 86_401_000],
  ['9'.repeat(400), 86_401_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_401_000],
  // These tell no time.
  ['-5', 60_000],
  ['soon', 60_000],
  ['', 60_000],
])('a 429 with Retry-After %s holds everything back', (told, milliseconds) => {
  const pace = new Pace(undefined)
  pace.update(response({ 'retry-after': told }, 429), now)
  expect(pace.next(now)?.milliseconds).toBe(milliseconds)
})

test('a 429 without Retry-After waits for the reset, or a minute, and further ones back off', () => {
  const pace = new Pace('enterprise')
  pace.update(response({}, 429), now)
  expect(pace.next(now)?.milliseconds).toBe(60_000)
  for (let index = 0; index < 6; index++) pace.update(response({ 'retry-after': '0' }, 429), now)
  expect(pace.next(now)?.milliseconds).toBe(128_000)
})

test.each([
  [60, 20, 'free'],
  [1000, 40_000, 'free'],
  [1000, 20, 'business'],
  [300, 20, 'pro'],
  [10_000, 40_000, 'pro'],
  [100_000, 40_000, 'business'],
  [77, 20, undefined],
] as const)('a limit of %d that resets in %d s is one of the plan %s', (limit, ahead, plan) => {
  const pace = new Pace(undefined)
  pace.update(response(limits(limit, 5, seconds + ahead)), now)
  expect(pace.plan).toBe(plan)
})

test('if the headers are only about the day, the minute of the plan is counted', () => {
  const pace = new Pace(undefined)
  for (let index = 0; index < 60; index++) {
    expect(pace.next(now + index)).toBeUndefined()
    pace.count(now + index)
    pace.update(response(limits(1000, 999 - index, seconds + 40_000)), now + index)
  }
  expect(pace.next(now + 60)).toEqual({ milliseconds: 60_940, reason: 'the plan has no more in a minute' })
})

test('a limit that no plan has is one of the minute if its reset is a minute away', () => {
  const minuteLimit = (ahead: number) => {
    const pace = new Pace()
    pace.count(now)
    pace.update(response(limits(100, 99, seconds + ahead)), now)
    return pace.limits.minuteLimit
  }
  expect([60, 61, 90].map(minuteLimit)).toEqual([100, 100, undefined])
})

test('without headers and without a plan it keeps to the smallest plan', () => {
  const pace = new Pace(undefined)
  for (let index = 0; index < 60; index++) pace.count(now)
  expect(pace.next(now)?.milliseconds).toBe(61_000)
})

test('counts from before a restart still hold', () => {
  const pace = new Pace('pro', [], { limit: 300, remaining: 0, resetAtMilliseconds: now + 5000 })
  expect(pace.next(now)?.milliseconds).toBe(5000)
  expect(new Pace('pro', [], { notBeforeMilliseconds: now + 7000 }).next(now)?.milliseconds).toBe(7000)
})
