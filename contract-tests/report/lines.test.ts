import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { lengthOf, wrapped } from './lines.ts'

test('a text is cut between words, and further lines stand below its beginning', () => {
  const text = 'Section 4.2 does not say that a name is kept to the last character, so nobody may rely on it.'
  const lines = wrapped('  defended  ', text, 12, 60)
  expect(lines.map((line) => line.slice(12)).join(' ')).toBe(text)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
  expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(12)))).toBe(true)
  expect(wrapped('  defended  ', text, 12)).toEqual([`  defended  ${text}`])
})

test('colours take no room', () => {
  const marked = Array.from({ length: 20 }, () => styleText('inverse', 'ab', { validateStream: false })).join(' ')
  const lines = wrapped('', marked, 2, 60)
  expect(lines.map(lengthOf)).toEqual([56, 4])
})
