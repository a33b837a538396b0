import { expect, test } from 'vitest'
import { parseWholeNumber } from './command.ts'

test('a whole number has digits alone and an end', () => {
  expect(parseWholeNumber('0', 10)).toBe(0)
  expect(parseWholeNumber('10', 10)).toBe(10)
  for (const text of ['', '11', '-1', '1e1', '0x1', ' 1', '1 ', '٣'])
    expect(() => parseWholeNumber(text, 10), text).toThrow(RangeError)
})
