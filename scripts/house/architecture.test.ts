import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Imports, readImports, specifiersOf } from './imports.ts'
import { partOf, parts } from './parts.ts'
import { type Kind, kindOf, sourceFiles } from './sources.ts'

/** What each top folder may import beside itself. A mistake in the mock must not hide in the check that should find it. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: ['spec'],
  mocks: ['spec', 'fixtures'],
  'contract-tests': ['spec', 'fixtures'],
  // The seeder reaches a deployment as the suite does; nothing else of fixtures/ may know of it.
  'fixtures/seed': ['spec', 'fixtures', 'contract-tests'],
  scripts: ['spec', 'fixtures', 'fixtures/seed', 'mocks', 'contract-tests'],
}

/** Folders of a core that have to be read together, although the second one stands below. */
const mutual = [['contract-tests/checks', 'contract-tests/exchange']]

/** Nobody understands a larger circle of imports file by file. */
const mostFilesInCircle = 3

/**
 * The most lines of each part, as the formatter leaves them; made files are not counted. Raise a row only with a reason in
 * the commit, or cut. Why there are rows: spec/decisions/0129-lines-of-the-house.md
 */
const mostLines: Readonly<Record<string, readonly [most: number, kind: Kind, files: RegExp]>> = {
  'spec and fixtures': [4542, 'product', /^(?:spec|fixtures)\//],
  'the core of the mock': [4980, 'product', /^mocks\/(?:store|call|operations|keys|world|animals|journal)\//],
  'the panel': [6420, 'product', /^mocks\/parts\/panel\//],
  'all else of the mock': [
    9930,
    'product',
    /^mocks\/(?!(?:store|call|operations|keys|world|animals|journal|parts\/panel)\/)/,
  ],
  'the core of the suite': [6266, 'product', /^contract-tests\/(?:checks|probes|judge|session|exchange|verdict)\//],
  'all else of the suite': [4776, 'product', /^contract-tests\/(?!(?:checks|probes|judge|session|exchange|verdict)\/)/],
  'the command line': [5410, 'product', /^scripts\/commands\//],
  'all else of scripts': [4009, 'product', /^scripts\/(?!commands\/)/],
  proof: [8560, 'proof', /./],
  tests: [26_000, 'tests', /./],
}

const imports = readImports()
const topOf = (file: string) => /^(?:fixtures\/seed\/|[^/]+)/.exec(file)?.[0]?.replace(/\/$/, '') ?? ''
const folderOf = (file: string) => /^[^/]+(?:\/[^/]+)?(?=\/)/.exec(file)?.[0] ?? ''
// What only tests import may use what closes things after a test.
const isHelper = (file: string) => /\/(?:testing\/[^/]*|test-[a-z-]+)\.tsx?$/.test(file)

/** The imports that are wrong, each as `file imports other file`. */
function importsThat(isWrong: (file: string, target: string) => boolean): readonly string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => isWrong(file, target)).map((target) => `${file} imports ${target}`),
  )
}

test('no top folder imports another one across the wall, nor the package by its name', () => {
  const isAcross = (file: string, target: string) =>
    topOf(file) !== topOf(target) && !allowed[topOf(file)]?.includes(topOf(target))
  const isOfTests = (file: string, target: string) => isHelper(file) && target.startsWith('scripts/testing/')
  expect(imports.size).toBeGreaterThan(300)
  expect(isAcross('mocks/a.ts', 'contract-tests/index.ts') && isAcross('fixtures/a.ts', 'fixtures/seed/a.ts')).toBe(
    true,
  )
  expect(importsThat((file, target) => isAcross(file, target) && !isOfTests(file, target))).toEqual([])
  const byName = [...imports.keys()].filter(
    (file) =>
      !file.startsWith('scripts/') &&
      specifiersOf(readFileSync(file, 'utf8')).some((name) => /^animal-store-kit(?:\/|$)/.test(name)),
  )
  expect(byName).toEqual([])
})

test('the map has every folder of the cores, and each imports only those below it', () => {
  const page = readFileSync('docs/how-it-is-built.md', 'utf8')
  const rows = page.slice(page.indexOf('## The map'), page.indexOf('<!-- made: parts -->')).match(/^\| [*`].*/gm) ?? []
  const mapped = rows.flatMap((row) => row.match(/(?<=`)[\w/-]+(?=`)/g) ?? [])
  const isOfCore = (file: string) => partOf(file) === undefined && /^(?:mocks|contract-tests)\/.*\//.test(file)
  const folders = new Set([...imports.keys()].filter((file) => partOf(file) === undefined).map(folderOf))
  expect([...folders].filter((folder) => !mapped.includes(folder))).toEqual([])
  expect(mapped.filter((folder) => !existsSync(folder))).toEqual([])
  const isUp = (file: string, target: string) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    if (topOf(file) !== topOf(target) || kindOf(file) !== 'product' || ![file, target].every(isOfCore)) return false
    return mapped.indexOf(to) < mapped.indexOf(from) && !mutual.some(([one, other]) => to === one && from === other)
  }
  expect(isUp('mocks/keys/keys.ts', 'mocks/http/listen.ts')).toBe(true)
  expect(importsThat(isUp)).toEqual([])
})

test('each folder of parts is a part, and a part imports the cores and only those parts that it names', () => {
  const found = [...imports.keys()].flatMap((file) => /^[^/]+\/parts\/[^/]+(?=\/)/.exec(file)?.[0] ?? [])
  const named = Object.values(parts).flatMap(({ folders }) => folders)
  expect(found.filter((folder) => !named.includes(folder))).toEqual([])
  expect(named.filter((folder) => !existsSync(folder))).toEqual([])
  const isUnnamed = (file: string, target: string) => {
    const [own, other] = [partOf(file), partOf(target)]
    return own !== undefined && other !== undefined && own !== other && !parts[own]?.needs?.includes(other)
  }
  const [a = '', b = ''] = Object.values(parts).flatMap(({ folders, needs }) => (needs ? [] : `${folders[0]}/a.ts`))
  expect(isUnnamed(a, b)).toBe(true)
  expect(importsThat(isUnnamed)).toEqual([])
  const imported = new Set(importsThat((file, target) => partOf(file) !== partOf(target)).map(byPart))
  const unused = Object.entries(parts).flatMap(([own, { needs = [] }]) =>
    needs.map((other) => `${own} imports ${other}`),
  )
  expect(unused.filter((need) => !imported.has(need))).toEqual([])
})

/** An import as `part imports other part`. */
function byPart(found: string): string {
  return found.split(' imports ').map(partOf).join(' imports ')
}

/** The most lines that the index of a core reaches in these folders, by imports of types and by `import()`, too; made files are not counted. */
const cores: readonly (readonly [core: string, most: number, folders: readonly string[]])[] = [
  ['mocks', 6000, ['mocks', 'spec']],
  ['contract-tests', 8000, ['contract-tests']],
]

test.each(cores)('the core of %s has at most %i lines, and imports no part', (core, most, folders) => {
  const reached = reachedFrom(`${core}/index.ts`, imports)
  const isOfParts = (file: string) => file.startsWith(`${core}/parts/`)
  expect(importsThat((file, target) => reached.has(file) && !isOfParts(file) && isOfParts(target))).toEqual([])
  const isCounted = (file: string) => folders.includes(topOf(file)) && !file.includes('/made/')
  const byFolder = Object.groupBy([...reached].filter(isCounted), folderOf)
  const lines = Object.entries(byFolder).map(([folder, files = []]) => [folder, linesIn(files)] as const)
  const sum = lines.reduce((total, [, count]) => total + count, 0)
  expect(sum, lines.map(([folder, count]) => `${folder} ${count}`).join(', ')).toBeLessThanOrEqual(most)
})

test(`no circle of imports, types included, has more than ${mostFilesInCircle} files`, () => {
  const graph = (text: string): Imports => new Map(text.split(' ').map(([from = '', ...to]) => [from, to]))
  expect(circlesOf(graph('ab bc ca da ef fe h'))).toEqual(['a b c', 'e f'])
  expect(circlesOf(imports).filter((circle) => circle.split(' ').length > mostFilesInCircle)).toEqual([])
})

/** The files that a file imports, directly or through others. */
function reachedFrom(start: string, graph: Imports): Set<string> {
  const reached = new Set(graph.get(start))
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target)
  return reached
}

function linesIn(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

/** The files that import each other, directly or through others, by circle. */
function circlesOf(graph: Imports): readonly string[] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(file, graph)]))
  const circles = [...reached].flatMap(([file, files]) =>
    files.has(file)
      ? [...files]
          .filter((other) => reached.get(other)?.has(file))
          .toSorted()
          .join(' ')
      : [],
  )
  return [...new Set(circles)]
}

test.each(Object.entries(mostLines))('%s has no more lines than its row says', (_part, [most, kind, files]) => {
  const counted = sourceFiles(['ts', 'tsx', 'js', 'css', 'html']).filter(
    (file) => files.test(file) && kindOf(file) === kind && !file.includes('/made/'),
  )
  expect(linesIn(counted), 'raise it in mostLines, with a reason in the commit, or cut').toBeLessThanOrEqual(most)
})
