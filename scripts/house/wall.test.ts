import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { readImports, specifiersOf } from './imports.ts'
import { sourceFiles } from './sources.ts'

/** What each folder may import beside itself. A mistake in the mock must not hide in the check that should find it. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: ['spec'],
  // The seeder reaches a deployment as the suite does; nothing else of fixtures/ may know of it.
  'fixtures/seed': ['spec', 'fixtures', 'contract-tests'],
  mocks: ['spec', 'fixtures'],
  'contract-tests': ['spec', 'fixtures'],
}

test('no folder imports another one across the wall', () => {
  // A test may compare both sides, and scripts/ may import everything.
  const files = [...readImports().keys()].filter((file) => !file.startsWith('scripts/'))
  expect(files).toContain('spec/index.ts')
  expect(files).toContain('mocks/index.ts')
  expect(files.flatMap((file) => crossings(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['mocks/a.ts', `import { run } from '../contract-tests/index.ts'`],
  ['mocks/http/a.ts', `export { run } from '../../contract-tests/run/run.ts'`],
  ['mocks/a.ts', `import {\n  run,\n} from "../contract-tests/index.ts"`],
  ['contract-tests/a.ts', `const mock = await import('../mocks/index.ts')`],
  ['contract-tests/a.ts', `import '../mocks/index.ts'`],
  ['contract-tests/a.ts', `import type { Call } from '../mocks/call/call.ts'`],
  ['contract-tests/a.ts', `import { createAnimalStore } from 'animal-store-kit'`],
  ['spec/a.ts', `import { datasets } from '../fixtures/index.ts'`],
  ['fixtures/a.ts', `import { createAnimalStore } from '../mocks/index.ts'`],
  ['fixtures/a.ts', `import { seedAnimals } from './seed/index.ts'`],
  ['mocks/a.ts', `import { seedAnimals } from '../fixtures/seed/index.ts'`],
  ['mocks/a.ts', `import { main } from '../scripts/animal-store.ts'`],
  ['mocks/a.ts', `import { atEnd } from '../scripts/testing/at-end.ts'`],
  ['mocks/test-server.ts', `import { run } from '../contract-tests/index.ts'`],
])('in %s it finds %s', (file, text) => {
  expect(crossings(file, text)).toHaveLength(1)
})

test.each([
  ['mocks/a.ts', `import { readJson } from '../spec/index.ts'`],
  ['mocks/http/a.ts', `import { answer } from '../answer.ts'`],
  ['contract-tests/a.ts', `import { test } from 'vitest'`],
  ['fixtures/a.ts', `import { type Pet } from '../spec/index.ts'`],
  ['mocks/http/test-server.ts', `import { atEnd } from '../../scripts/testing/at-end.ts'`],
  ['fixtures/seed/a.ts', `import { createClient } from '../../contract-tests/client/index.ts'`],
])('in %s it allows %s', (file, text) => {
  expect(crossings(file, text)).toEqual([])
})

// What only tests import may use what closes things after a test.
const helper = /\/(?:testing\/[^/]*|test-[a-z-]+)\.tsx?$/

/** The imports of a file that its folder may not have, as `file imports specifier`. */
function crossings(file: string, text: string): string[] {
  const folder = topFolder(file)
  return specifiersOf(text)
    .filter((specifier) => {
      // The package could import itself by its name, past this check.
      if (!specifier.startsWith('.')) return /^animal-store-kit(\/|$)/.test(specifier)
      const path = join(dirname(file), specifier)
      if (helper.test(file) && path.startsWith('scripts/testing/')) return false
      const target = topFolder(path)
      return target !== folder && !allowed[folder]?.includes(target)
    })
    .map((specifier) => `${file} imports ${specifier}`)
}

function topFolder(path: string): string {
  return path.startsWith('fixtures/seed/') ? 'fixtures/seed' : (path.split('/')[0] ?? '')
}

test('only a file with a process of its own replaces a module: the next file would get what took its place', () => {
  // The second one only wraps what it replaces.
  const own = /^(?:mocks\/(?:msw|node|testing)\/|scripts\/commands\/files\.test)/
  const files = sourceFiles(['ts', 'tsx']).filter((file) => file !== 'scripts/house/wall.test.ts' && !own.test(file))
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))).toEqual([])
})
