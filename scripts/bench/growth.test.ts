import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

const most = { value: 1, share: 0.05 }

function pointsOf(valueAt: (minute: number) => number) {
  return Array.from({ length: 60 }, (_, minute) => ({ minute, value: valueAt(minute) }))
}

test('a steady slope is growth, in this run and for an hour', () => {
  const { usual, perHour, grown, isTooMuch } = growthOf(
    pointsOf((minute) => 20 + minute / 10),
    most,
  )
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
  expect(growthOf(pointsOf(valueAt), most).isTooMuch).toBe(false)
})

test('too few points show nothing', () => {
  expect(growthOf([{ minute: 0, value: 1 }], most)).toMatchObject({ grown: 0 })
})
