import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from './cache.ts'
import { mutationsOf } from './mutations.ts'
import { drawn, isChangedSince, lineOf, mutantsOf, partOf, productFiles } from './sample.ts'

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

test('since a commit, only lines that differ from it count', () => {
  const [first, ...others] = mutantsOf(files)
  if (first === undefined) throw new Error('There is no mutant.')
  // A commit without any file: all lines differ.
  const nothing = execFileSync('git', ['hash-object', '-t', 'tree', '/dev/null'], { encoding: 'utf8' }).trim()
  expect([first, ...others].every(isChangedSince(nothing))).toBe(true)
  const elsewhere = { ...first, mutation: { ...first.mutation, line: 1_000_000 } }
  expect(isChangedSince(nothing)(elsewhere)).toBe(false)
  expect(() => isChangedSince('no-such-commit')).toThrow('Cannot compare with "no-such-commit"')
})

test('a mutant that died is known until its function changes, wherever that stands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cache/mutants.json')
  const mutantIn = (text: string) => ({
    file: 'a.ts',
    mutation: mutationsOf('a.ts', text).find(({ before }) => before === '<')!,
  })
  const text = 'function one() {}\nfunction two(a, b) { return a < b }'
  openCache(file).died(mutantIn(text))
  const { hasDied } = openCache(file)
  expect(hasDied(mutantIn(text))).toBe(true)
  expect(hasDied(mutantIn(`// Moved.\n${text}`))).toBe(true)
  expect(hasDied(mutantIn(text.replace('return a', 'return 1 + a')))).toBe(false)
  expect(hasDied({ ...mutantIn(text), file: 'b.ts' })).toBe(false)
})
