import { expect, test } from 'vitest'
import { readJson, writeJson } from './json.ts'

test('keeps every digit of an int64 in a browser', () => {
  const text = '{"id":9223372036854775807}'
  const reading = readJson(text)
  expect(reading).toEqual({ ok: true, value: { id: 9223372036854775807n } })
  expect(reading.ok && writeJson(reading.value)).toBe(text)
})
