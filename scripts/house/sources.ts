import { globSync } from 'node:fs'

const topFolders = ['spec', 'mocks', 'contract-tests', 'fixtures', 'scripts'] as const

/** What users run; what shows that it is right, such as servers under test; the tests and what only they import. */
export const kinds = ['product', 'proof', 'tests'] as const
export type Kind = (typeof kinds)[number]

const proof = /^(?:contract-tests\/servers|mocks\/testing|scripts\/(?:bench|fuzz|mutants|prove|testing))\//
// `mocks/parts/playwright/test-mock.ts` is what the tests of users get.
const tests = /\.(?:test|spec)\.tsx?$|^(?!mocks\/parts\/playwright\/).*\/test-[\w-]+\.tsx?$/

/** All source files with these endings, by their path from the root of the repository. */
export function sourceFiles(endings: readonly string[], cwd = '.'): string[] {
  const pattern = `{${topFolders.join()}}/**/*.{${endings.join()}}`
  return globSync(pattern, { cwd, exclude: ['**/node_modules'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

export function kindOf(file: string): Kind {
  if (proof.test(file) && !file.endsWith('.test.ts')) return 'proof'
  return tests.test(file) ? 'tests' : 'product'
}
