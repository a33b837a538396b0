import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('keeps every literal as it was sent', () => {
  expect(indentJson('{"id":9223372036854775807,"id":1.0,"e":1e2,"s":"\\u00e9\\"{"}')).toBe(
    `{
  "id": 9223372036854775807,
  "id": 1.0,
  "e": 1e2,
  "s": "\\u00e9\\"{"
}`,
  )
})

test('leaves alone what is no JSON', () => {
  expect(indentJson('[{"id":1')).toBeUndefined()
  expect(indentJson('<html>')).toBeUndefined()
  expect(indentJson('')).toBeUndefined()
})

test('writes what JSON.stringify writes with an indent', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})
