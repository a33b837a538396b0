import { expect, test } from 'vitest'
import { equivalents } from './equivalent.ts'
import { drawn, isListed, lineOf, mutantsOf, partOf, productFiles } from './sample.ts'

const files = ['mocks/keys/keys.ts', 'contract-tests/client/base-url.ts']

test('a seed draws the same mutants again, half of them from the core, and another seed draws others', () => {
  const all = mutantsOf(files)
  const draw = (seed: number): readonly string[] => drawn(all, 10, seed).map(lineOf)
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  expect(drawn(all, 10, 1).map(({ file }) => partOf(file))).toEqual([
    ...Array.from({ length: 5 }, () => 'core'),
    ...Array.from({ length: 5 }, () => 'rest'),
  ])
  expect(drawn(mutantsOf(files.slice(0, 1)), 10, 1)).toHaveLength(10)
})

test('folders and files are looked for below the root, and one without product is named', () => {
  expect(productFiles(['./mocks/keys/'])).toContain('mocks/keys/keys.ts')
  expect(productFiles(['mocks/keys'])).not.toContain('mocks/keys/keys.test.ts')
  expect(() => productFiles(['mocks/keys', 'mocks/nowhere'])).toThrow('in "mocks/nowhere"')
})

test('each mutant that is called equivalent is still there, and has a reason', () => {
  for (const each of equivalents) {
    const found = mutantsOf([each.file]).filter((mutant) => isListed(mutant, each))
    expect(found, `${each.file}: ${each.line}`).not.toEqual([])
    expect(each.reason.length, each.line).toBeGreaterThan(20)
  }
  expect(equivalents.length).toBeLessThan(100)
})
