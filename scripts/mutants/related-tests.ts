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

/**
 * The tests that load a file: those of its folder and those that import it themselves, and all others. A mistake in `mocks/`
 * that only a test of `scripts/` would notice counts as not noticed: nobody looks for it there. `spec/` serves all folders.
 */
export function relatedTests(file: string, importers: Importers) {
  const loading = new Set([file])
  for (const each of loading) for (const importer of importers.get(each) ?? []) loading.add(importer)
  const top = file.startsWith('spec/') ? '' : `${file.split('/')[0]}/`
  const tests = [...loading].filter(
    (each) => each.startsWith(top) && each.endsWith('.test.ts') && !each.endsWith('.browser.test.ts'),
  )
  const isNear = (test: string): boolean =>
    dirname(test) === dirname(file) || (top !== '' && importers.get(file)?.includes(test) === true)
  return { near: tests.filter(isNear).toSorted(), others: tests.filter((test) => !isNear(test)).toSorted() }
}
