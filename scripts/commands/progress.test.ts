import { expect, test } from 'vitest'
import { Progress } from './progress.ts'
import { StatusLine } from './status-line.ts'

/** What is printed when each thousand animals takes `milliseconds`. */
function printed(options: { thousands: number; milliseconds: number; isTerminal: boolean; total?: number }): string[] {
  let now = 0
  const texts: string[] = []
  const line = new StatusLine({ err: (text) => texts.push(text), columns: options.isTerminal ? 80 : undefined })
  const progress = new Progress(line, options.total, () => now)
  for (let thousand = 0; thousand < options.thousands; thousand++) {
    now += options.milliseconds
    for (let animal = 0; animal < 1000; animal++) progress.advance()
  }
  line.clear()
  expect(progress.count).toBe(options.thousands * 1000)
  return texts
}

test('what takes less than a second prints nothing', () => {
  expect(printed({ thousands: 9, milliseconds: 100, isTerminal: true })).toEqual([])
  expect(printed({ thousands: 9, milliseconds: 100, isTerminal: false })).toEqual([])
})

test('a terminal shows one line, five times a second, that is gone in the end', () => {
  expect(printed({ thousands: 14, milliseconds: 100, isTerminal: true, total: 20_000 })).toEqual([
    '\r\u001B[K10000 of 20000 animals, 50 %',
    '\r\u001B[K12000 of 20000 animals, 60 %',
    '\r\u001B[K14000 of 20000 animals, 70 %',
    '\r\u001B[K',
  ])
})

test('a log has a line now and then', () => {
  expect(printed({ thousands: 14, milliseconds: 1000, isTerminal: false })).toEqual([
    '1000 animals\n',
    '6000 animals\n',
    '11000 animals\n',
  ])
})
