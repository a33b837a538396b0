import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  int64Max,
  int64Min,
  isInt64,
  maxBodyBytes,
  parseInt64,
  plainInteger,
  readJson,
  readJsonBytes,
  requireExactJson,
  writeJson,
} from './index.ts'

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740993', -9007199254740993n],
  ['9223372036854775807', int64Max],
  ['-9223372036854775808', int64Min],
  ['1.0', 1],
  ['1e2', 100],
  ['1E+2', 100],
  ['100e-2', 1],
  ['1e18', 10n ** 18n],
  ['9007199254740993.000', 9007199254740993n],
  ['0.0000000000000000000', 0],
  ['1.5', 1.5],
  ['0', 0],
])('reads the literal %s exactly', (literal, value) => {
  expect(readJson(literal)).toEqual({ ok: true, value })
})

test.each([
  '9223372036854775808',
  '-9223372036854775809',
  '1e30',
  '1.5',
  '1e400',
  '1.00000000000000000001',
  '4503599627370497.25',
  '1e-400',
])('reads %s as something that is no int64', (literal) => {
  const reading = readJson(`{"id":${literal}}`)
  expect(reading.ok && isInt64((reading.value as { id: unknown }).id)).toBe(false)
})

test('reads an exact number among a million others, but no more than 300,000 exact ones', () => {
  const many = readJson(`[${'0,'.repeat(1_000_000)}9007199254740993]`)
  expect(many.ok && (many.value as unknown[]).at(-1)).toBe(9007199254740993n)
  expect(readJson(`[${'1e1,'.repeat(200_000)}1]`).ok).toBe(true)
  expect(readJson(`[${'1e1,'.repeat(300_001)}1]`)).toEqual({ ok: false, problem: 'too-many-values' })
})

test.each(['{}', '[]', '""', '{"a":[]}'])('reads many of %s, but not millions', (part) => {
  expect(readJson(`[${`${part},`.repeat(300_000)}0]`).ok).toBe(true)
  expect(readJson(`[${`${part},`.repeat(1_000_000)}0]`)).toEqual({ ok: false, problem: 'too-many-values' })
})

test('reads the same few names again and again, but not many names', () => {
  const members = (distinct: number) => Array.from({ length: 30_000 }, (_, index) => `{"k${index % distinct}"\n :"k"}`)
  expect(readJson(`[${members(9000).join()}]`).ok).toBe(true)
  expect(readJson(`[${members(30_000).join()}]`)).toEqual({ ok: false, problem: 'too-many-values' })
})

test('writes every int64 with the digits that it read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: int64Min, max: int64Max }), (integer) => {
      const text = `{"id":${integer}}`
      const reading = readJson(text)
      expect(reading).toEqual({ ok: true, value: { id: plainInteger(integer) } })
      expect(reading.ok && writeJson(reading.value)).toBe(text)
    }),
  )
})

test('reads what JSON.parse reads, where no number is long', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      fc.pre(!/[0-9]{15}|e/i.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')))
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
    }),
  )
})

test.each([
  '',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '01',
  '1 2',
  'NaN',
  '\uFEFF{}',
  '[1',
  '"a',
  '-',
  '1e',
  '[12345678901234567890',
  '{1e1:2}',
  '{ 9007199254740993 : 2}',
  '[1e1 1e1]',
  '[1e]',
  '[01e1]',
  '[1e1e1]',
  '[-1.e5]',
])('reports %j as malformed', (text) => {
  expect(readJson(text)).toEqual({ ok: false, problem: 'malformed-json' })
})

test('reads 64 levels and reports 65 as too deep, strings not counted', () => {
  const nested = (depth: number) => '['.repeat(depth) + '"[[["' + ']'.repeat(depth)
  expect(readJson(nested(64)).ok).toBe(true)
  expect(readJson(nested(65))).toEqual({ ok: false, problem: 'too-deep' })
  expect(readJson('{"a":'.repeat(100_000))).toEqual({ ok: false, problem: 'too-deep' })
})

test('distinguishes invalid UTF-8 and bodies beyond 1 MiB from malformed JSON', () => {
  expect(readJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ ok: false, problem: 'invalid-utf8' })
  expect(readJsonBytes(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toEqual({ ok: false, problem: 'invalid-utf8' })
  expect(readJsonBytes(Uint8Array.of(0x22, 0xf0, 0x9f))).toEqual({ ok: false, problem: 'invalid-utf8' })
  expect(readJsonBytes(Uint8Array.of(0x22, 0x22))).toEqual({ ok: true, value: '' })
  const most = new TextEncoder().encode(`"${'a'.repeat(maxBodyBytes - 2)}"`)
  expect(readJsonBytes(most).ok).toBe(true)
  expect(readJsonBytes(new Uint8Array(maxBodyBytes + 1))).toEqual({ ok: false, problem: 'too-large' })
})

test('reads an int64 from text only in its one decimal form', () => {
  expect(parseInt64('0')).toBe(0)
  expect(parseInt64('-9223372036854775808')).toBe(int64Min)
  expect(parseInt64('9223372036854775807')).toBe(int64Max)
  expect(parseInt64('9007199254740991')).toBe(9007199254740991)
  for (const text of [
    '',
    '-',
    '-0',
    '00',
    '01',
    '+1',
    '1.0',
    '1e2',
    ' 1',
    '0x1',
    '9223372036854775808',
    '-9223372036854775809',
    '٣',
  ]) {
    expect(parseInt64(text), text).toBeUndefined()
  }
})

test('a JavaScript that would round an int64 is refused', () => {
  expect(requireExactJson).not.toThrow()
  vi.stubGlobal('JSON', { parse: JSON.parse, stringify: JSON.stringify })
  try {
    expect(requireExactJson).toThrow(`needs Node 22.13 or later, and this is Node ${process.versions.node}.`)
  } finally {
    vi.unstubAllGlobals()
  }
})
