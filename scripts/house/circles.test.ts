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

test('shows the imports of a circle, and no others', () => {
  const imports = graph({ a: 'b d', b: 'c', c: 'a', d: '', other: 'a' })
  expect(describeCircle(['a', 'b', 'c'], imports)).toBe('3 files import each other:\na → b\nb → c\nc → a')
})

function graph(targets: Readonly<Record<string, string>>): Imports {
  return new Map(Object.entries(targets).map(([file, names]) => [file, names.split(' ').filter((name) => name !== '')]))
}
