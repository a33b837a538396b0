import { expect, test } from 'vitest'
import { readExactJson } from './reply.ts'

test('keeps every digit of an integer, and leaves all else to JSON.parse', () => {
  const text = '{"a":[9223372036854775807,-9223372036854775808,9007199254740993,9007199254740991],"b":1.5,"c":"1"}'
  expect(readExactJson(text)).toEqual({
    a: [9223372036854775807n, -9223372036854775808n, 9007199254740993n, 9007199254740991],
    b: 1.5,
    c: '1',
  })
})

test.each(['', '[1', '{"a":01}', '9007199254740993.0'])('reads nothing from %s', (text) => {
  expect(() => readExactJson(text)).toThrow(SyntaxError)
})
