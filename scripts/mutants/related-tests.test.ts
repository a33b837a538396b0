import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { equivalents } from './equivalent.ts'
import { readImporters, relatedTests } from './related-tests.ts'

test('the tests beside a file come first, then those that load it by way of others, the nearest first', () => {
  const importers = new Map([
    ['a/one.ts', ['a/two.ts', 'b/far.test.ts', 'a/one.test.ts']],
    ['a/two.ts', ['c/three.ts', 'a/two.test.ts']],
    ['c/three.ts', ['c/three.test.ts', 'a/one.ts', 'c/page.browser.test.ts']],
  ])
  expect(relatedTests('a/one.ts', importers)).toEqual([
    'a/one.test.ts',
    'a/two.test.ts',
    'b/far.test.ts',
    'c/three.test.ts',
  ])
})

test('the tests of a file of this repository are found', () => {
  expect(relatedTests('contract-tests/judge/quota.ts', readImporters())).toContain('contract-tests/run/suite.test.ts')
})

test('each mutant that is called equivalent is still there', () => {
  for (const { file, line, before } of equivalents) {
    expect(readFileSync(file, 'utf8'), file).toContain(line)
    expect(line).toContain(before)
  }
  expect(new Set(equivalents.map(({ reason }) => reason.length > 10))).not.toContain(false)
})
