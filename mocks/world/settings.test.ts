import { expect, test } from 'vitest'
import { controlOperations } from '../../spec/made/control-operations.ts'
import { completeSettings, settingTexts } from './settings.ts'

const { clock, count, journal, latencyMilliseconds, scenario, seed } = settingTexts
const now = Date.UTC(2027, 0, 1)

test('a clock is real, frozen, set, or set and frozen', () => {
  const moment = Date.UTC(2030, 11, 4, 23, 59)
  expect(clock.read('real', now)).toEqual({ mode: 'running', offsetMilliseconds: 0 })
  expect(clock.read('frozen', now)).toEqual({ mode: 'frozen', atMilliseconds: now })
  expect(clock.read('2030-12-04T23:59:00Z', now)).toEqual({ mode: 'running', offsetMilliseconds: moment - now })
  expect(clock.read('2030-12-05T01:59+02:00', now)).toEqual({ mode: 'running', offsetMilliseconds: moment - now })
  expect(clock.read('frozen@2030-12-04T23:59:00.000Z', now)).toEqual({ mode: 'frozen', atMilliseconds: moment })
  expect(clock.read('frozen@2030-12-04', now)).toEqual({ mode: 'frozen', atMilliseconds: Date.UTC(2030, 11, 4) })
})

test.each([
  '',
  'Real',
  'frozen@',
  'frozen2030-12-04',
  'frozen@now',
  '2030',
  '2030-13-01',
  '2030-12-04T23:59',
  '1969-12-31',
  '12/04/2030',
  ' real',
  '2030-02-30',
])('the clock "%s" is refused', (text) => {
  expect(() => clock.read(text, now)).toThrow(RangeError)
})

test('a latency is a number of milliseconds or a range', () => {
  const read = (text: string) => latencyMilliseconds.read(text, now)
  expect(['0', '250', '100-400', '100-100'].map(read)).toEqual([0, 250, [100, 400], 100])
  for (const text of ['', '-1', '400-100', '1.5', '600001', '0-600001', '1-2-3', '1s']) {
    expect(() => read(text), text).toThrow(
      'Expected milliseconds from 0 to 600000, or the two ends of a range, such as 250 or 100-400.',
    )
  }
})

test('a journal is a number of calls, and of bytes', () => {
  const read = (text: string) => journal.read(text, now)
  expect(['1', '5000'].map(read)).toEqual([{ entries: 1 }, { entries: 5000 }])
  expect(read('5000:100')).toEqual({ entries: 5000, bytes: 100 })
  for (const text of ['', '0', '-1', '100001', '5:0', '5:134217729', '5:', ':5', '1k']) {
    expect(() => read(text), text).toThrow('Expected CALLS or CALLS:BYTES, at most 100000:134217728, such as 5000.')
  }
})

test('numbers have digits alone, and those that an option takes', () => {
  expect(['-9007199254740991', '0', '7'].map((text) => seed.read(text, now))).toEqual([-9_007_199_254_740_991, 0, 7])
  for (const text of ['', '9007199254740992', '1e1', '0x1', ' 1', '1.5', '٣'])
    expect(() => seed.read(text, now), text).toThrow('Expected a whole number.')
  expect(() => count.read('-1', now)).toThrow('Expected a whole number from 0 on.')
})

test('a scenario may be limited to an operation, to a number of calls, and to both, and have a rate', () => {
  const texts = ['slow', 'slow:getPet', 'slow:3', 'slow:getPet:3', 'flaky@0.3:getPet:3']
  const plays = texts.flatMap((text) => scenario.read(text, now) ?? [])
  expect(plays).toEqual([
    { scenario: 'slow' },
    { scenario: 'slow', operation: 'getPet' },
    { scenario: 'slow', calls: 3 },
    { scenario: 'slow', operation: 'getPet', calls: 3 },
    { scenario: 'flaky@0.3', operation: 'getPet', calls: 3 },
  ])
  expect(scenario.write(plays, now)).toEqual(texts)
  expect(scenario.read('hang', now, plays)).toEqual([...plays, { scenario: 'hang' }])
})

test('the control API takes every setting of a sandbox', () => {
  expect(controlOperations.changeSettings.members.toSorted()).toEqual(Object.keys(completeSettings({})).toSorted())
})
