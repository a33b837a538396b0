import { expect, test } from 'vitest'
import { normalized } from './printable.ts'

test('text of any language has one form', () => {
  for (const text of ['Ünï', 'Việt Nam', '한국어', 'क़', 'a\u0315\u0300', 'Å\u0301'.repeat(1000)]) {
    expect(normalized(text)).toBe(text.normalize())
  }
})

test('text with too many marks in a row stays as it is, because sorting them would take hours', () => {
  for (const marks of ['\u0315'.repeat(250_000) + '\u0300'.repeat(250_000), '\u0315\u0300'.repeat(250_000)]) {
    expect(normalized(`e\u0301${marks}`)).toBe(`e\u0301${marks}`)
  }
  expect(normalized(`e\u0301${'\u0301'.repeat(64)}`)).toBe(`e\u0301${'\u0301'.repeat(64)}`)
  expect(normalized(`e\u0301${'\u0301'.repeat(63)}`)).toBe(`é${'\u0301'.repeat(63)}`)
})
