import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../journal/journal.ts'
import { keptCalls, withEvents } from './calls.ts'

const callsOf = (...numbers: readonly number[]) => numbers.map((number) => ({ number }) as JournalEntry)
const numbersOf = (calls: readonly JournalEntry[]) => calls.map(({ number }) => number)

test('puts a call that comes late in its place, and keeps as many of the latest as a journal has', () => {
  const calls = withEvents(withEvents([], callsOf(1, 3)), callsOf(2, 4))
  expect(numbersOf(calls)).toEqual([4, 3, 2, 1])
  const many = Array.from({ length: keptCalls }, (_, index) => index + 5)
  expect(numbersOf(withEvents(calls, callsOf(...many)))).toEqual(many.toReversed())
})
