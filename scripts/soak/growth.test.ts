import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

const most = { value: 1, share: 0.05 }

function seriesOf(valueAt: (minute: number) => number) {
  const points = Array.from({ length: 60 }, (_, minute) => ({ minute, value: valueAt(minute) }))
  return { name: 'heap', unit: 'MB', most, points }
}

test('a steady slope is growth, in this run and for an hour', () => {
  const { usual, perHour, grown, isTooMuch } = growthOf(seriesOf((minute) => 20 + minute / 10))
  expect({ usual, perHour, grown, isTooMuch }).toEqual({
    usual: 23.7,
    perHour: expect.closeTo(6),
    grown: expect.closeTo(4.4),
    isTooMuch: true,
  })
})

test.each([
  ['stays', () => 20],
  ['swings', (minute: number) => 20 + (minute % 3)],
  ['warms up', (minute: number) => (minute < 10 ? minute : 20)],
  ['shrinks', (minute: number) => 20 - minute / 10],
  ['is wild at times', (minute: number) => (minute % 7 === 6 ? 20 * minute : 20)],
  ['grows a little', (minute: number) => 20 + minute / 60],
])('what %s has not grown', (_, valueAt) => {
  expect(growthOf(seriesOf(valueAt)).isTooMuch).toBe(false)
})

test('too few points show nothing', () => {
  expect(growthOf({ ...seriesOf(() => 1), points: [{ minute: 0, value: 1 }] })).toMatchObject({ grown: 0 })
})
