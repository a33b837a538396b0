import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Imports, readImports, specifiersOf } from './imports.ts'
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

/** Folders that have to be read together, although the second one stands below. */
const mutual = [
  ['contract-tests/parts/choices', 'contract-tests/probes'],
  ['contract-tests/probes', 'contract-tests/parts/thorough'],
  ['contract-tests/checks', 'contract-tests/exchange'],
]

/** Nobody understands a larger circle of imports file by file. */
const mostFilesInCircle = 3

/**
 * The most lines of each part, as the formatter leaves them; made files are not counted. Raise a row only with a reason in
 * the commit, or cut. Why there are rows: spec/decisions/0129-lines-of-the-house.md
 */
const mostLines: Readonly<Record<string, readonly [most: number, kind: Kind, files: RegExp]>> = {
  'spec and fixtures': [4600, 'product', /^(?:spec|fixtures)\//],
  'the core of the mock': [5700, 'product', /^mocks\/(?:store|call|operations|keys|world|animals|journal)\//],
  'the panel': [7400, 'product', /^mocks\/parts\/panel\//],
  'all else of the mock': [
    9700,
    'product',
    /^mocks\/(?!(?:store|call|operations|keys|world|animals|journal|parts\/panel)\/)/,
  ],
  'the core of the suite': [6800, 'product', /^contract-tests\/(?:checks|probes|judge|session|exchange|verdict)\//],
  'all else of the suite': [5300, 'product', /^contract-tests\/(?!(?:checks|probes|judge|session|exchange|verdict)\/)/],
  'the command line': [6000, 'product', /^scripts\/commands\//],
  'all else of scripts': [3700, 'product', /^scripts\/(?!commands\/)/],
  proof: [9100, 'proof', /./],
  tests: [29_100, 'tests', /./],
}

const imports = readImports()
const topOf = (file: string) => /^(?:fixtures\/seed\/|[^/]+)/.exec(file)?.[0]?.replace(/\/$/, '') ?? ''
const folderOf = (file: string) => /^[^/]+(?:\/parts)?\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(file)?.[0] ?? ''
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

test('the map has every folder, and one of the mock or the suite imports only those below it', () => {
  const page = readFileSync('docs/how-it-is-built.md', 'utf8')
  const rows = page.slice(page.indexOf('## The map'), page.indexOf('## The way of a call')).match(/^\| [*`].*/gm) ?? []
  const mapped = rows.flatMap((row) => row.match(/(?<=`)[\w/-]+(?=`)/g) ?? [])
  expect([...new Set([...imports.keys()].map(folderOf))].filter((folder) => !mapped.includes(folder))).toEqual([])
  expect(mapped.filter((folder) => !existsSync(folder))).toEqual([])
  const isUp = (file: string, target: string) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    if (topOf(file) !== topOf(target) || !/^(?:mocks|contract-tests)\/./.test(from) || kindOf(file) !== 'product')
      return false
    return mapped.indexOf(to) < mapped.indexOf(from) && !mutual.some(([one, other]) => to === one && from === other)
  }
  expect(isUp('mocks/keys/keys.ts', 'mocks/http/listen.ts')).toBe(true)
  expect(importsThat(isUp)).toEqual([])
})

test(`no circle of imports, types included, has more than ${mostFilesInCircle} files`, () => {
  const graph = (text: string): Imports => new Map(text.split(' ').map(([from = '', ...to]) => [from, to]))
  expect(circlesOf(graph('ab bc ca da ef fe h'))).toEqual(['a b c', 'e f'])
  expect(circlesOf(imports).filter((circle) => circle.split(' ').length > mostFilesInCircle)).toEqual([])
})

/** The files that import each other, directly or through others, by circle. */
function circlesOf(graph: Imports): readonly string[] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set(graph.get(start))
    for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target)
    return reached
  }
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(file)]))
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

test('only a file with a process of its own replaces a module: the next file would get what took its place', () => {
  // The second one only wraps what it replaces.
  const own =
    /^(?:mocks\/(?:testing\/|parts\/(?:(?:msw|node)\/|redis\/simulation\.))|scripts\/(?:house\/architecture|commands\/files)\.test)/
  const files = sourceFiles(['ts', 'tsx']).filter((file) => !own.test(file))
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))).toEqual([])
})

test.each(Object.entries(mostLines))('%s has no more lines than its row says', (_part, [most, kind, files]) => {
  const counted = sourceFiles(['ts', 'tsx', 'js', 'css', 'html']).filter(
    (file) => files.test(file) && kindOf(file) === kind && !file.includes('/made/'),
  )
  const lines = counted.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
  expect(lines, 'raise it in mostLines, with a reason in the commit, or cut').toBeLessThanOrEqual(most)
})

const records = globSync('spec/decisions/[0-9]*.md').map((file) => file.replaceAll('\\', '/'))
const sources = sourceFiles(['ts', 'tsx', 'js', 'yaml', 'md', 'json'])
const aboutSources = ['CONTRIBUTING.md', ...globSync(['docs/how-it-is-built.md', 'docs/contributing/*.md']), ...records]
const forUsers = globSync(['README.md', 'SECURITY.md', '{docs,skills}/**/*.md'])

test('every decision has a number of its own, and is named where it holds', () => {
  const numbers = records.map((file) => /\/(\d{4})-/.exec(file)?.[1])
  expect(new Set(numbers).size).toBe(records.length)
  expect(records.map((file) => readFileSync(file, 'utf8').slice(0, 6))).toEqual(numbers.map((number) => `# ${number}`))
  const naming = [...sources, ...globSync(['*.md', 'docs/**/*.md'])].filter((file) => !file.includes('/made/'))
  const named = naming.flatMap((file) => readFileSync(file, 'utf8').match(/spec\/decisions\/\d[\w-]*\.md/g) ?? [])
  expect([...new Set(named)].toSorted()).toEqual(records.toSorted())
})

test.each([
  // `scripts/prove/prove` may stand for all that begins with it.
  [
    'a path from the root of this repository',
    [...new Set([...forUsers, ...aboutSources])],
    /(?<![\w./@-])((?:spec|mocks|contract-tests|fixtures|scripts|docs|skills|\.ci|\.github)\/(?:[\w.-]*[\w-]\/?)+)/g,
  ],
  // Pages for users also name files of the user.
  ['the end of a path, such as `run/probes.ts`', aboutSources, /`(\w[\w./-]*(?:\.(?:tsx?|js|yaml|md)|\/))`/g],
] as const)('what pages and records call %s is there', (_what, pages, path) => {
  expect(pages.length).toBeGreaterThan(50)
  const isThere = (named: string) =>
    existsSync(named) || sources.some((file) => file.startsWith(named) || file.includes(`/${named}`))
  // A record says of what is gone what it did, not where it was.
  const gone = pages.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(path), ([, named = '']) => named)
      .filter((named) => !isThere(named))
      .map((named) => `${page}: ${named}`),
  )
  expect(gone).toEqual([])
})
