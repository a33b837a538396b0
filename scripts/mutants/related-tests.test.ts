import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

test('tests beside a file and those that import it are near; those that load it by way of others come after, in its top folder', () => {
  const importers = new Map([
    ['a/one.ts', ['a/two.ts', 'a/b/direct.test.ts', 'b/far.test.ts', 'a/one.test.ts']],
    ['a/two.ts', ['a/c/three.ts', 'a/two.test.ts']],
    ['a/c/three.ts', ['a/c/three.test.ts', 'a/one.ts', 'a/c/page.browser.test.ts']],
  ])
  expect(relatedTests('a/one.ts', importers)).toEqual({
    near: ['a/b/direct.test.ts', 'a/one.test.ts', 'a/two.test.ts'],
    others: ['a/c/three.test.ts'],
  })
})
