import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

test('passes on every line that is not too long, wherever the pieces end, and says which are', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '{'), maxLength: 12 })
  const pieces = fc.array(fc.nat({ max: 40 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), pieces, async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''))
      let tooLong = 0
      const bounded = boundedLines(9, () => tooLong++)
      let from = 0
      for (const cut of cuts) {
        bounded.write(bytes.subarray(from, from + cut))
        from = Math.min(bytes.length, from + cut)
      }
      bounded.end(bytes.subarray(from))
      const isLong = (each: string) => Buffer.byteLength(each) + 1 > 9
      const kept = lines.filter((each) => !isLong(each)).map((each) => `${each}\n`)
      expect(await text(bounded)).toBe(kept.join(''))
      expect(tooLong).toBe(lines.filter(isLong).length)
    }),
  )
})
