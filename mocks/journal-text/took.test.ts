import { expect, test } from 'vitest'
import { millisecondsText } from './took.ts'

test.each([
  [0.01, '<0.1 ms'],
  [9.94, '9.9 ms'],
  [999.4, '999 ms'],
  [999.5, '1.0 s'],
  [3000.4, '3.0 s'],
  [302_400, '5 min 2 s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(millisecondsText(milliseconds)).toBe(text)
})
