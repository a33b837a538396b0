import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'
import { mark } from './new.ts'

test('only a file with a process of its own replaces a module: the next file would get what took its place', () => {
  // The second one only wraps what it replaces.
  const own =
    /^(?:mocks\/(?:parts\/(?:(?:msw|node)\/|redis\/simulation\.))|scripts\/(?:house\/sources|commands\/files)\.test)/
  const files = sourceFiles(['ts', 'tsx']).filter((file) => !own.test(file))
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))).toEqual([])
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

test('what npm run new has begun is filled in', () => {
  const begun = sourceFiles(['ts', 'tsx', 'txt']).filter((file) => readFileSync(file, 'utf8').includes(mark))
  expect(begun).toEqual(['scripts/house/new.ts'])
})
