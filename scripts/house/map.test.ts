import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { arrowsOfHouses, arrowsOfRooms } from './arrows.ts'
import { type Imports, readImports } from './imports.ts'
import { drawMap } from './map.ts'
import { layOut } from './plan.ts'
import { type House, rowsOfHouses } from './rooms.ts'
import { sourceFiles } from './sources.ts'

const letters: House = { name: 'abc', about: 'letters', plan: 'a .\nb c', rooms: { a: 'first', b: '', c: '' } }
const digits: House = { name: 'one', about: 'digits', plan: '', rooms: {} }
const below: House = { name: 'spec', about: 'all', plan: '', rooms: {} }
const plan = layOut([[letters], [digits], [below]])

test('an arrow that follows from others is left out', () => {
  const imports = graph({ 'abc/a/1.ts': 'abc/b/1.ts abc/c/1.ts', 'abc/b/1.ts': 'abc/c/deep/2.ts', 'abc/c/1.ts': '' })
  expect(roomArrows(imports)).toEqual(['a → b', 'b → c'])
})

test('an arrow that leads back up is always there, and red', () => {
  const imports = graph({ 'abc/a/1.ts': 'abc/b/1.ts', 'abc/b/1.ts': 'abc/c/1.ts', 'abc/c/1.ts': 'abc/a/1.ts' })
  expect(roomArrows(imports)).toEqual(['a → b', 'b → c', 'c → a against'])
  expect(drawMap(plan, imports).match(/class="arrow against"/g)).toHaveLength(1)
})

test('thick arrows lead to the next row of houses', () => {
  const imports = graph({ 'abc/a/1.ts': 'one/1.ts spec/1.ts', 'one/1.ts': 'spec/1.ts', 'spec/1.ts': '' })
  expect(arrowsOfHouses(plan, imports).map(({ from, to }) => `${from.folder} → ${to.folder}`)).toEqual([
    'abc → one',
    'one → spec',
  ])
})

test('a folder without a place stops the making, and so does a place without a folder', () => {
  const imports = { 'abc/a/1.ts': '', 'abc/b/1.ts': '', 'abc/c/1.ts': '' }
  expect(drawMap(plan, graph(imports))).toContain('</svg>')
  expect(() => drawMap(plan, graph({ ...imports, 'abc/new/1.ts': '' }))).toThrow('abc/new')
  expect(() => drawMap(plan, graph({ 'abc/a/1.ts': '', 'abc/b/1.ts': '' }))).toThrow('abc/c')
})

test('no folder of the mock imports one that stands above it', () => {
  const arrows = arrowsOfRooms(layOut(), readImports()).filter(({ from }) => from.folder.startsWith('mocks/'))
  expect(arrows.length).toBeGreaterThan(20)
  expect(arrows.flatMap(({ from, to, isAgainst }) => (isAgainst ? `${from.folder} → ${to.folder}` : []))).toEqual([])
})

test('what a room is for fits into its box', () => {
  const abouts = rowsOfHouses.flat().flatMap(({ rooms }) => Object.values(rooms))
  expect(abouts.filter((about) => about === '' || about.length > 17)).toEqual([])
})

const aboutSources = globSync(['CONTRIBUTING.md', 'docs/how-it-is-built.md', 'spec/decisions/*.md'])
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

function roomArrows(imports: Imports): string[] {
  const nameOf = (folder: string) => folder.split('/')[1] ?? ''
  return arrowsOfRooms(plan, imports).map(
    ({ from, to, isAgainst }) => `${nameOf(from.folder)} → ${nameOf(to.folder)}${isAgainst ? ' against' : ''}`,
  )
}

function graph(targets: Readonly<Record<string, string>>): Imports {
  return new Map(Object.entries(targets).map(([file, names]) => [file, names.split(' ').filter((name) => name !== '')]))
}
