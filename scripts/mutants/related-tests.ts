import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { specifiersOf } from '../house/imports.ts'
import { sourceFiles } from '../house/sources.ts'

/** For each file, the files that import it, tests included. */
export type Importers = ReadonlyMap<string, readonly string[]>

export function readImporters(): Importers {
  const files = sourceFiles(['ts', 'tsx', 'js'])
  const importers = new Map<string, string[]>()
  for (const file of files) {
    const targets = specifiersOf(readFileSync(file, 'utf8')).filter((specifier) => specifier.startsWith('.'))
    for (const target of new Set(targets.map((specifier) => join(dirname(file), specifier))))
      importers.set(target, [...(importers.get(target) ?? []), file])
  }
  return importers
}

/** The tests that load a file, the nearest first: those beside it, then those with the fewest files between. */
export function relatedTests(file: string, importers: Importers): readonly string[] {
  const distances = new Map([[file, 0]])
  for (const [each, distance] of distances)
    for (const importer of importers.get(each) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  const rankOf = (test: string): number => (dirname(test) === dirname(file) ? 0 : 100) + (distances.get(test) ?? 0)
  return [...distances.keys()]
    .filter((each) => each.endsWith('.test.ts') && !each.endsWith('.browser.test.ts'))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other))
}
