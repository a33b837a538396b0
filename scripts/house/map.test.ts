import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesOf, describeCircle } from './circles.ts'
import { type Imports, readImports } from './imports.ts'
import { arrows, foldersOf, makeMap, roomOf } from './map.ts'
import { sourceFiles } from './sources.ts'

test('an arrow that follows from others is left out', () => {
  expect(arrows(graph({ a: 'b c', b: 'c', c: '' }))).toEqual(['a --> b', 'b --> c'])
})

test('folders that use each other share an arrow, and what only they use keeps its own', () => {
  expect(arrows(graph({ a: 'b c d', b: 'a c', c: 'd', d: '' }))).toEqual(['a <--> b', 'a --> c', 'b --> c', 'c --> d'])
  expect(arrows(graph({ a: 'b', b: 'c', c: 'a' }))).toEqual(['a --> b', 'b --> c', 'c --> a'])
})

test('a folder that has no words stops the making, and so do words for a folder that is gone', () => {
  const imports = graph({ 'spec/index.ts': 'spec/made/types.ts', 'spec/made/types.ts': '' })
  expect(makeMap(imports, { spec: 'all', 'spec/made': 'types' })).toContain('<b>made</b><br>types')
  expect(() => makeMap(imports, { spec: 'all' })).toThrow('spec/made')
  expect(() => makeMap(imports, { spec: 'all', 'spec/made': 'types', 'spec/old': 'gone' })).toThrow('spec/old')
})

test('no folders of the mock import each other in a circle', () => {
  const files = [...readImports()].filter(([file]) => file.startsWith('mocks/'))
  const folders = foldersOf(new Map(files), roomOf)
  expect(folders.size).toBeGreaterThan(15)
  expect(circlesOf(folders).map((circle) => describeCircle(circle, folders))).toEqual([])
})

const aboutSources = globSync([
  'CONTRIBUTING.md',
  'docs/how-it-is-built.md',
  'docs/contributing/*.md',
  'spec/decisions/*.md',
])
const forUsers = globSync(['README.md', 'SECURITY.md', '{docs,skills}/**/*.md'])
const sources = sourceFiles(['ts', 'tsx', 'js', 'yaml', 'md', 'json']).map((file) => `/${file}`)

/** Paths that a page names and that are not there. A record says of what is gone what it did, not where it was. */
function goneFrom(page: string, path: RegExp, isThere: (path: string) => boolean): string[] {
  const named = Array.from(readFileSync(page, 'utf8').matchAll(path), ([, found = '']) => found)
  return named.filter((found) => !isThere(found)).map((found) => `${page}: ${found}`)
}

test('what pages and records call a path from the root of this repository is there', () => {
  const path =
    /(?<![\w./@-])((?:spec|mocks|contract-tests|fixtures|scripts|docs|skills|\.ci|\.github)\/(?:[\w.-]*[\w-]\/?)+)/g
  // `scripts/prove/prove` may stand for all that begins with it.
  const isThere = (named: string) => existsSync(named) || sources.some((file) => file.startsWith(`/${named}`))
  expect(new Set([...forUsers, ...aboutSources]).size).toBeGreaterThan(80)
  expect([...forUsers, ...aboutSources].flatMap((page) => goneFrom(page, path, isThere))).toEqual([])
})

// Pages for users also name files of the user.
test('what pages about the source call the end of a path, such as `probes/index.ts`, is there', () => {
  const end = /`(\w[\w./-]*(?:\.(?:tsx?|js|yaml|md)|\/))`/g
  const isThere = (named: string) => existsSync(named) || sources.some((file) => file.includes(`/${named}`))
  expect(aboutSources.flatMap((page) => goneFrom(page, end, isThere))).toEqual([])
})

function graph(targets: Readonly<Record<string, string>>): Imports {
  return new Map(Object.entries(targets).map(([file, names]) => [file, names.split(' ').filter((name) => name !== '')]))
}
