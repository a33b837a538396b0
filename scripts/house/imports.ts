import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** Source files by their path from the root of the repository, each with the source files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Reads all source files but the tests. An import of a type counts: a reader has to follow it, too. */
export function readImports(): Imports {
  const files = globSync('{spec,fixtures,mocks,contract-tests,scripts}/**/*.{ts,tsx,js}', {
    exclude: ['**/node_modules'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isTest(file))
    .toSorted()
  return new Map(files.map((file) => [file, importedFiles(file).filter((target) => files.includes(target))]))
}

function importedFiles(file: string): string[] {
  const specifiers = specifiersOf(readFileSync(file, 'utf8')).filter((specifier) => specifier.startsWith('.'))
  return [...new Set(specifiers.map((specifier) => join(dirname(file), specifier)))]
}

/** What a file imports or re-exports, as it is written there; dynamic imports and imported types are included. */
export function specifiersOf(text: string): string[] {
  const specifiers = /(?:\bfrom|\bimport|\bimport\(|\bimport\.meta\.resolve\()\s*(['"`])([^'"`\n]+)\1/g
  return [...text.matchAll(specifiers)].map((match) => match[2] ?? '')
}

function isTest(file: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(file)
}
