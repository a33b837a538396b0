import { expect, test } from 'vitest'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { keptCalls, keptCharacters, noCalls, replacedBy, withCalls } from './calls.ts'

/** Calls of these numbers; `at` marks those of another journal. */
function callsOf(numbers: readonly number[], at = 'then', body = ''): JournalEntry[] {
  const request = { headers: {}, body }
  return numbers.map((number) => ({ number, at, request, response: { headers: {}, body } }) as unknown as JournalEntry)
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const numbersOf = ({ entries }: { readonly entries: readonly JournalEntry[] }) => entries.map(({ number }) => number)

test('keeps the latest call first', () => {
  expect(numbersOf(withCalls(withCalls(noCalls, callsOf([1, 2])), callsOf([3])))).toEqual([3, 2, 1])
})

test('takes entries that come twice only once', () => {
  const calls = withCalls(noCalls, callsOf([1, 2, 3]))
  expect(withCalls(calls, callsOf([2, 3]))).toBe(calls)
  expect(numbersOf(withCalls(calls, callsOf([2, 3, 4, 4])))).toEqual([4, 3, 2, 1])
})

test('counts the calls that never came', () => {
  const calls = withCalls(withCalls(noCalls, callsOf([5, 6])), callsOf([10, 12]))
  expect(calls.missed).toBe(4)
  expect(calls.taken).toBe(4)
})

test('keeps no more than the journal does', () => {
  const calls = withCalls(noCalls, callsOf(range(1, keptCalls + 5)))
  expect(calls.entries).toHaveLength(keptCalls)
  expect(calls.entries[0]?.number).toBe(keptCalls + 5)
  expect(calls.missed).toBe(0)
})

test('keeps no more than a tab has room for, and the latest call in any case', () => {
  const [body, half] = ['x'.repeat(keptCharacters), 'x'.repeat(keptCharacters / 4)]
  const calls = withCalls(noCalls, callsOf(range(1, 5), 'then', half))
  expect(numbersOf(calls)).toEqual([5, 4])
  expect(numbersOf(withCalls(calls, callsOf([6])))).toEqual([6, 5, 4])
  expect(numbersOf(withCalls(calls, callsOf([6], 'then', body)))).toEqual([6])
  expect(numbersOf(withCalls(calls, callsOf([6, 7], 'then', body)))).toEqual([7])
  const [first, second] = [callsOf([1], 'then', half), callsOf([2])]
  expect(numbersOf(withCalls(noCalls, [...first, ...second, ...callsOf([3], 'then', half)]))).toEqual([3, 2, 1])
})

test('begins anew with a journal that begins anew', () => {
  const calls = withCalls(withCalls(noCalls, callsOf(range(1, 50))), callsOf([1, 2], 'later'))
  expect(numbersOf(calls)).toEqual([2, 1])
  expect(calls.beginning).toBe(1)
  expect(calls.missed).toBe(0)
})

test('goes on with a journal that holds what is shown, and takes the place of what it does not', () => {
  const calls = withCalls(noCalls, callsOf([1, 2]))
  expect(numbersOf(replacedBy(calls, callsOf([1, 2, 3])))).toEqual([3, 2, 1])
  expect(replacedBy(calls, callsOf([1, 2, 3])).beginning).toBe(0)
  expect(numbersOf(replacedBy(calls, callsOf([1, 2, 3], 'later')))).toEqual([3, 2, 1])
  expect(replacedBy(calls, callsOf([1, 2, 3], 'later')).beginning).toBe(1)
  expect(replacedBy(calls, []).entries).toEqual([])
})
