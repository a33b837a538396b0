import { expect, test } from 'vitest'
import { number } from './command.ts'

test('a whole number has digits alone and an end', () => {
  const { parse } = number('how many', 10)
  expect(parse('0')).toBe(0)
  expect(parse('10')).toBe(10)
  for (const text of ['', '11', '-1', '1e1', '0x1', ' 1', '1 ', '٣'])
    expect(() => parse(text), text).toThrow(RangeError)
})
