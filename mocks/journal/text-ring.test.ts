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

test('is full to the byte with texts of one size', () => {
  const ring = new TextRing(100, 100)
  for (let number = 10; number < 45; number++) ring.add(`${number}`.repeat(5))
  expect(texts(ring).map((text) => text.slice(0, 2))).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 35}`))
})

test('keeps the order while it gets more texts, wherever the first one is', () => {
  const ring = new TextRing(1000, 100)
  ring.add('x'.repeat(60))
  ring.add('y'.repeat(60))
  const small = Array.from({ length: 40 }, (_, index) => String.fromCharCode(65 + index))
  for (const text of small) ring.add(text)
  expect(texts(ring).slice(-40)).toEqual(small)
})

// Around the sizes at which a ring grows (16 KiB, and twice as much each time), begins again at its start, or is full.
const anyRing = fc.record({
  maxTexts: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant(1000)),
  maxBytes: fc.oneof(fc.integer({ min: 10, max: 100 }), fc.integer({ min: 15_000, max: 80_000 })),
})
/** A text by how much of the ring it takes: little, a part, all of it to the byte, or more. */
const anyShare = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 0, max: 0.1, noNaN: true }) },
  { weight: 3, arbitrary: fc.double({ min: 0.1, max: 0.6, noNaN: true }) },
  fc.constantFrom(0, 0.5, 1, 1.01),
)
const anyText = fc.record({ share: anyShare, isWide: fc.boolean() })

/** A text of so many bytes that no other one of a test is like; one that is `isWide` has signs of two bytes. */
function textOf(number: number, bytes: number, isWide: boolean): string {
  const begin = `${number}.`.slice(0, bytes)
  const rest = bytes - begin.length
  return begin + (isWide ? 'é'.repeat(rest >> 1) + 'x'.repeat(rest & 1) : 'x'.repeat(rest))
}

const total = (some: readonly string[]) => some.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

test('keeps the latest texts, as many as fit, and never more', () => {
  fc.assert(
    fc.property(anyRing, fc.array(anyText, { minLength: 20, maxLength: 60 }), ({ maxTexts, maxBytes }, added) => {
      const ring = new TextRing(maxTexts, maxBytes)
      const fitting: string[] = []
      for (const [number, { share, isWide }] of added.entries()) {
        const text = textOf(number, Math.max(1, Math.ceil(share * maxBytes)), isWide)
        ring.add(text)
        if (Buffer.byteLength(text) <= maxBytes) fitting.push(text)
        const kept = texts(ring)
        expect(kept).toEqual(fitting.slice(fitting.length - kept.length))
        expect(kept.length).toBeLessThanOrEqual(maxTexts)
        expect(total(kept)).toBeLessThanOrEqual(maxBytes)
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, fitting.length))
        // A text lies in one piece, so at the end of the bytes there may be a gap smaller than the largest.
        const one = fitting.at(-1 - kept.length)
        if (one !== undefined && kept.length < maxTexts) {
          const largest = Math.max(...[one, ...kept].map((each) => Buffer.byteLength(each)))
          expect(total([one, ...kept]) + largest).toBeGreaterThan(maxBytes)
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('rings of one budget never have more bytes together, and what one gives back another may take', () => {
  const anyStep = fc.record({ ring: fc.nat(2), bytes: fc.integer({ min: 0, max: 30_000 }), clears: fc.nat(9) })
  fc.assert(
    fc.property(fc.integer({ min: 16_384, max: 100_000 }), fc.array(anyStep, { maxLength: 60 }), (most, steps) => {
      const budget = { usedBytes: 0, mostBytes: most }
      const rings = [0, 1, 2].map(() => new TextRing(100, 60_000, budget))
      for (const [number, { ring: index, bytes, clears }] of steps.entries()) {
        const ring = rings[index] as TextRing
        if (clears === 0) ring.clear()
        else ring.add(textOf(number, bytes, false))
        expect(total(rings.flatMap(texts))).toBeLessThanOrEqual(budget.usedBytes)
        expect(budget.usedBytes).toBeLessThanOrEqual(most)
      }
      for (const ring of rings) ring.clear()
      expect(budget.usedBytes).toBe(0)
    }),
    { numRuns: 100 },
  )
})
