import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { entries } from './parts.ts'
import { kindOf, sourceFiles } from './sources.ts'

/** Source files by their path from the root of the repository, each with the source files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Reads all source files but the tests. An import of a type counts: a reader has to follow it, too. */
export function readImports(): Imports {
  const files = sourceFiles(['ts', 'tsx', 'js']).filter((file) => kindOf(file) !== 'tests')
  return new Map(files.map((file) => [file, importedFiles(file).filter((target) => files.includes(target))]))
}

function importedFiles(file: string): string[] {
  const targets = specifiersOf(readFileSync(file, 'utf8')).map((specifier) => {
    const [, name] = /^animal-store-kit\/?(.*)$/.exec(specifier) ?? []
    return name === undefined ? join(dirname(file), specifier) : `${entries[name || '.']}.ts`
  })
  return [...new Set(targets)]
}

/** What a file imports or re-exports, as it is written there; dynamic imports and imported types are included. */
export function specifiersOf(text: string): string[] {
  const specifiers = /(?:\bfrom|\bimport|\bimport\(|\bimport\.meta\.resolve\()\s*(['"`])([^'"`\n]+)\1/g
  return [...text.matchAll(specifiers)].map((match) => match[2] ?? '')
}
