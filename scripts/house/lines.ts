// Counts the lines that people read and change: those of the product, of what proves it, and of its tests.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kind, kindOf, kinds, sourceFiles, topFolders } from './sources.ts'

const endings = ['ts', 'tsx', 'js', 'css', 'html']

/** Lines by kind, for each of these folders and for all of them together. */
export function countLines(linesOf: (file: string) => number): Record<string, Record<Kind, number>> {
  const files = sourceFiles(endings).filter((file) => !file.includes('/made/'))
  const count = (prefix: string) => {
    const inside = files.filter((file) => file.startsWith(prefix))
    const ofKind = (kind: Kind) => inside.filter((file) => kindOf(file) === kind)
    return Object.fromEntries(kinds.map((kind) => [kind, sum(ofKind(kind).map(linesOf))])) as Record<Kind, number>
  }
  return Object.fromEntries([...topFolders.map((top) => [top, count(`${top}/`)] as const), ['all', count('')]])
}

function describeLines(counts: Readonly<Record<string, Readonly<Record<Kind, number>>>>): string {
  const row = (name: string, cells: readonly string[]) =>
    name.padEnd(16) + cells.map((cell) => cell.padStart(9)).join('')
  const rows = Object.entries(counts).map(([name, of]) =>
    row(
      name,
      kinds.map((kind) => of[kind].toLocaleString('en')),
    ),
  )
  return [row('lines', kinds), ...rows].join('\n')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
  console.log(describeLines(countLines((file) => readFileSync(file, 'utf8').split('\n').length - 1)))
}
