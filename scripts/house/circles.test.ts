import { expect, test } from 'vitest'
import { circlesOf, describeCircle } from './circles.ts'
import { type Imports, readImports } from './imports.ts'

/** Nobody understands a larger circle file by file. */
const mostFiles = 3

test(`no circle of imports, types included, has more than ${mostFiles} files`, () => {
  const imports = readImports()
  const larger = circlesOf(imports).filter((circle) => circle.length > mostFiles)
  expect(larger.map((circle) => describeCircle(circle, imports))).toEqual([])
})

test('finds each circle once, and leaves out files that only lead to one', () => {
  const imports = graph({ a: 'b', b: 'c', c: 'a', d: 'a', e: 'f', f: 'e', g: 'g', h: '' })
  expect(circlesOf(imports)).toEqual([['a', 'b', 'c'], ['e', 'f'], ['g']])
})

test('names the import whose cut leaves the least, and the shortest way round through it', () => {
  // Two circles that share c → a. Cutting it ends both.
  const imports = graph({ a: 'b d', b: 'c', c: 'a', d: 'e', e: 'c', other: 'a' })
  expect(describeCircle(['a', 'b', 'c', 'd', 'e'], imports)).toBe(
    '5 files import each other. Cut c → a (at most 0 are left): c → a → b → c',
  )
})

function graph(targets: Readonly<Record<string, string>>): Imports {
  return new Map(Object.entries(targets).map(([file, names]) => [file, names.split(' ').filter((name) => name !== '')]))
}
