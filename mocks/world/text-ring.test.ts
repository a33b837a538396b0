import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextRing } from './text-ring.ts'

const texts = (ring: TextRing) => Array.from({ length: ring.length }, (_, index) => ring.at(index))

test('keeps the latest texts in their order', () => {
  const ring = new TextRing(3, 1000)
  for (const text of ['a', 'bé', '', '🐈', '\uFEFFd']) ring.add(text)
  expect(texts(ring)).toEqual(['', '🐈', '\uFEFFd'])
  ring.clear()
  ring.add('again')
  expect(texts(ring)).toEqual(['again'])
  expect(() => ring.at(1)).toThrow(RangeError)
})

test('never keeps more bytes than it may, and always the latest text that fits', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.nat(60_000).map((length) => 'x'.repeat(length)),
  )
  fc.assert(
    fc.property(
      fc.array(anyText, { maxLength: 80 }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(30, 100, 40_000, 100_000),
      (added, maxTexts, maxBytes) => {
        const ring = new TextRing(maxTexts, maxBytes)
        const fitting: string[] = []
        for (const text of added) {
          ring.add(text)
          if (Buffer.byteLength(text) <= maxBytes) fitting.push(text)
          const kept = texts(ring)
          expect(kept).toEqual(kept.length === 0 ? [] : fitting.slice(-kept.length))
          expect(kept.length).toBeLessThanOrEqual(maxTexts)
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, fitting.length))
          expect(kept.reduce((sum, one) => sum + Buffer.byteLength(one), 0)).toBeLessThanOrEqual(maxBytes)
        }
      },
    ),
  )
})
