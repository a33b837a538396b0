import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { keptCalls, keptCharacters, noCalls, withEvents } from './calls.ts'

/** Calls of these numbers. */
function callsOf(numbers: readonly number[], body = ''): JournalEntry[] {
  const request = { headers: {}, body }
  return numbers.map((number) => ({ number, request, response: { headers: {}, body } }) as unknown as JournalEntry)
}

const numbersOf = ({ entries }: { readonly entries: readonly JournalEntry[] }) => entries.map(({ number }) => number)

test('puts a call that comes late in its place', () => {
  const calls = withEvents(withEvents(noCalls, callsOf([1, 3])), callsOf([2, 4]))
  expect(numbersOf(calls)).toEqual([4, 3, 2, 1])
})

test('keeps no more than a tab has room for, and the latest call in any case', () => {
  const many = Array.from({ length: keptCalls + 5 }, (_, index) => index + 1)
  expect(numbersOf(withEvents(noCalls, callsOf(many)))).toEqual(many.slice(5).toReversed())
  const [body, half] = ['x'.repeat(keptCharacters), 'x'.repeat(keptCharacters / 4)]
  const calls = withEvents(noCalls, callsOf([1, 2, 3, 4, 5], half))
  expect(numbersOf(calls)).toEqual([5, 4])
  expect(numbersOf(withEvents(calls, callsOf([6])))).toEqual([6, 5, 4])
  expect(numbersOf(withEvents(calls, callsOf([6], body)))).toEqual([6])
})
