import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Randomness } from '../../fixtures/index.ts'
import { kindOf, sourceFiles } from '../house/sources.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

/** One mutation of one file. How they are tried: spec/decisions/0202-mutants-and-controls.md. */
export interface Mutant {
  readonly file: string
  readonly mutation: Mutation
}

const leftOut =
  /^(?:mocks\/parts\/panel|scripts\/(?:storefront|house|make|build))\/|^scripts\/[\w-]+\.|\/made\/|\.tsx$|\.d\.ts$/

/**
 * The source files of the product that are below these folders, or are named themselves.
 * @throws {RangeError} names the folder or file that holds none
 */
export function productFiles(wanted: readonly string[]): readonly string[] {
  const files = sourceFiles(['ts', 'js']).filter((file) => kindOf(file) === 'product' && !leftOut.test(file))
  if (wanted.length === 0) return files
  const named = wanted.map((each) => each.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, ''))
  const isBelow = (file: string, each: string): boolean => file === each || file.startsWith(`${each}/`)
  const empty = named.find((each) => !files.some((file) => isBelow(file, each)))
  if (empty !== undefined)
    throw new RangeError(`Cannot find source files of the product in "${empty}": expected a folder such as mocks/keys.`)
  return files.filter((file) => named.some((each) => isBelow(file, each)))
}

export function mutantsOf(files: readonly string[]): readonly Mutant[] {
  return files.flatMap((file) => mutationsOf(file, readFileSync(file, 'utf8')).map((mutation) => ({ file, mutation })))
}

/** A mutant that must die in every run. */
export function planted(): Mutant {
  const found = mutantsOf(['spec/int64.ts']).find(({ mutation }) => mutation.before === '>=')
  if (found === undefined) throw new Error('Cannot find the mutant that must die: spec/int64.ts has no >= any more.')
  return found
}

/** Draws mutants by a seed. */
export function drawn(all: readonly Mutant[], n: number, seed: number): readonly Mutant[] {
  const random = new Randomness(seed)
  const placed = all.map((mutant) => ({ mutant, place: random.next() }))
  const sorted = placed.toSorted((one, other) => one.place - other.place)
  return sorted.slice(0, n).map(({ mutant }) => mutant)
}

/**
 * Whether a mutant is in a line that differs from a commit of git.
 * @throws {RangeError} when there is no such commit
 */
export function isChangedSince(commit: string): (mutant: Mutant) => boolean {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--unified=0', commit, '--'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new RangeError(`Cannot compare with ${JSON.stringify(commit)}: ${stderr.trim()}`)
  const lines = new Set<string>()
  let file = ''
  for (const [, path, from, count = '1'] of stdout.matchAll(/^(?:\+\+\+ b\/(.+)|@@ \S+ \+(\d+)(?:,(\d+))? @@.*)$/gm)) {
    if (path !== undefined) file = path
    else for (let at = 0; at < Number(count); at++) lines.add(`${file}:${Number(from) + at}`)
  }
  return (mutant) => lines.has(`${mutant.file}:${mutant.mutation.line}`)
}

/** A mutant in one line: where it is, what stands there, and what replaces it. */
export function lineOf({ file, mutation: { line, start, before, after } }: Mutant): string {
  const short = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`).replaceAll(/\s+/g, ' ')
  return `${file}:${line} (${start})  ${short(before)} → ${short(after) || 'nothing'}`
}
