import { expect, test } from 'vitest'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { keptCalls, keptCharacters, noCalls, withEvents } from './calls.ts'

/** Calls of these numbers. */
function callsOf(numbers: readonly number[], body = ''): JournalEntry[] {
  const request = { headers: {}, body }
  return numbers.map((number) => ({ number, request, response: { headers: {}, body } }) as unknown as JournalEntry)
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const numbersOf = ({ entries }: { readonly entries: readonly JournalEntry[] }) => entries.map(({ number }) => number)

test('keeps the latest call first', () => {
  expect(numbersOf(withEvents(withEvents(noCalls, callsOf([1, 2])), callsOf([3])))).toEqual([3, 2, 1])
})

test('counts the calls that never came', () => {
  const calls = withEvents(withEvents(noCalls, callsOf([5, 6])), callsOf([10, 12]))
  expect(calls.missed).toBe(4)
  expect(calls.taken).toBe(4)
})

test('puts a call that comes late in its place, and no longer counts it as missed', () => {
  const calls = withEvents(withEvents(noCalls, callsOf([1, 3])), callsOf([2, 4]))
  expect(numbersOf(calls)).toEqual([4, 3, 2, 1])
  expect(calls.missed).toBe(0)
})

test('keeps no more than the journal does', () => {
  const calls = withEvents(noCalls, callsOf(range(1, keptCalls + 5)))
  expect(calls.entries).toHaveLength(keptCalls)
  expect(calls.entries[0]?.number).toBe(keptCalls + 5)
  expect(calls.missed).toBe(0)
})

test('keeps no more than a tab has room for, and the latest call in any case', () => {
  const [body, half] = ['x'.repeat(keptCharacters), 'x'.repeat(keptCharacters / 4)]
  const calls = withEvents(noCalls, callsOf(range(1, 5), half))
  expect(numbersOf(calls)).toEqual([5, 4])
  expect(numbersOf(withEvents(calls, callsOf([6])))).toEqual([6, 5, 4])
  expect(numbersOf(withEvents(calls, callsOf([6], body)))).toEqual([6])
  expect(numbersOf(withEvents(calls, callsOf([6, 7], body)))).toEqual([7])
  const [first, second] = [callsOf([1], half), callsOf([2])]
  expect(numbersOf(withEvents(noCalls, [...first, ...second, ...callsOf([3], half)]))).toEqual([3, 2, 1])
})

test('begins anew with a journal that begins anew', () => {
  const calls = withEvents(withEvents(noCalls, callsOf(range(1, 50))), [...callsOf([51]), { epoch: 'later' }])
  expect(calls).toMatchObject({ entries: [], beginning: 1, missed: 0, characters: 0 })
  expect(numbersOf(withEvents(calls, callsOf([1, 2])))).toEqual([2, 1])
})
