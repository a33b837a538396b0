import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { drawn, isChangedSince, lineOf, mutantsOf, productFiles } from './sample.ts'

const all = mutantsOf(['mocks/keys/keys.ts', 'contract-tests/client/base-url.ts'])

test('a seed draws the same mutants again, and another seed draws others', () => {
  const draw = (seed: number): readonly string[] => drawn(all, 10, seed).map(lineOf)
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})

test('a folder holds the files of the product', () => {
  expect(productFiles(['./mocks/keys/'])).toContain('mocks/keys/keys.ts')
  expect(productFiles(['mocks/keys'])).not.toContain('mocks/keys/keys.test.ts')
})

test('since a commit, only lines that differ from it count', () => {
  const [first, ...others] = all
  if (first === undefined) throw new Error('There is no mutant.')
  // A commit without any file: all lines differ.
  const nothing = execFileSync('git', ['hash-object', '-t', 'tree', '/dev/null'], { encoding: 'utf8' }).trim()
  expect([first, ...others].every(isChangedSince(nothing))).toBe(true)
  const elsewhere = { ...first, mutation: { ...first.mutation, line: 1_000_000 } }
  expect(isChangedSince(nothing)(elsewhere)).toBe(false)
})
