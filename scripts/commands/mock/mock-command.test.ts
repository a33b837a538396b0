import { expect, test } from 'vitest'
import { parseWholeNumber } from '../command.ts'
import { parseClock, parseLatency } from './mock-command.ts'
import { parsePlay } from './store-options.ts'

const now = Date.UTC(2027, 0, 1)

test('a clock is real, frozen, set, or set and frozen', () => {
  const moment = Date.UTC(2030, 11, 4, 23, 59)
  expect(parseClock('real', now)).toEqual({ mode: 'running', offsetMilliseconds: 0 })
  expect(parseClock('frozen', now)).toEqual({ mode: 'frozen', atMilliseconds: now })
  expect(parseClock('2030-12-04T23:59:00Z', now)).toEqual({ mode: 'running', offsetMilliseconds: moment - now })
  expect(parseClock('2030-12-05T01:59+02:00', now)).toEqual({ mode: 'running', offsetMilliseconds: moment - now })
  expect(parseClock('frozen@2030-12-04T23:59:00.000Z', now)).toEqual({ mode: 'frozen', atMilliseconds: moment })
  expect(parseClock('frozen@2030-12-04', now)).toEqual({ mode: 'frozen', atMilliseconds: Date.UTC(2030, 11, 4) })
})

test.each([
  '',
  'Real',
  'frozen@',
  'frozen@now',
  '2030',
  '2030-13-01',
  '2030-12-04T23:59',
  '1969-12-31',
  '12/04/2030',
  ' real',
  '2030-02-30',
])('the clock "%s" is refused', (text) => {
  expect(() => parseClock(text, now)).toThrow(RangeError)
})

test('a latency is a number of milliseconds or a range', () => {
  expect(parseLatency('0')).toBe(0)
  expect(parseLatency('250')).toBe(250)
  expect(parseLatency('100-400')).toEqual([100, 400])
  expect(parseLatency('100-100')).toBe(100)
  for (const text of ['', '-1', '400-100', '1.5', '600001', '0-600001', '1-2-3', '1s']) {
    expect(() => parseLatency(text), text).toThrow(RangeError)
  }
})

test('a whole number has digits alone and an end', () => {
  expect(parseWholeNumber('0', 10)).toBe(0)
  expect(parseWholeNumber('10', 10)).toBe(10)
  for (const text of ['', '11', '-1', '1e1', '0x1', ' 1', '1 ', '٣'])
    expect(() => parseWholeNumber(text, 10), text).toThrow(RangeError)
})

test('a scenario may be limited to an operation, to a number of calls, and to both', () => {
  expect(parsePlay('slow')).toEqual({ scenario: 'slow', operation: undefined, calls: undefined })
  expect(parsePlay('slow:getPet')).toEqual({ scenario: 'slow', operation: 'getPet', calls: undefined })
  expect(parsePlay('slow:3')).toEqual({ scenario: 'slow', operation: undefined, calls: 3 })
  expect(parsePlay('slow:getPet:3')).toEqual({ scenario: 'slow', operation: 'getPet', calls: 3 })
})
