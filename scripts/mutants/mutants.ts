import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { kindOf, sourceFiles } from '../house/sources.ts'
import { equivalents } from './equivalent.ts'
import { type Mutation, mutated, mutationsOf } from './mutations.ts'
import { type Importers, readImporters, relatedTests } from './related-tests.ts'
import { type Workspace, openWorkspace } from './workspace.ts'

const help = `Changes the product in one place at a time, and tells whether a test notices.

Usage: npm run mutants -- [--n 60] [--seed 7] [FOLDER or FILE …]

  --n <number>      how many mutants are drawn; 0 takes all (default: 60)
  --seed <number>   draws the same mutants again (default: 1)
  --list            print the mutants, and run nothing

npm run mutants -- --n 60 --seed 7
npm run mutants -- --n 0 contract-tests/checks

Half of a sample is from the core. Exit codes: 0 enough died, 1 too few, 2 wrong usage, 3 the tests fail without a mutant.
The panel and the shop are left out: their tests need a browser for each.`

/** What answers a call and what judges an answer. */
const core = /^(?:mocks\/(?:store|call|operations|keys|world|animals)|contract-tests\/(?:checks|probes|judge))\//
const leftOut = /^(?:mocks\/panel|scripts\/(?:storefront|house|make|build|mutants))\/|\/made\/|\.tsx$|\.d\.ts$/
/** The part that must die. */
const aims = { core: 0.9, rest: 0.8 } as const
const nearest = 4
const mostMilliseconds = { near: 60_000, all: 180_000, slow: 240_000 } as const

/** One mutation of one file. How they are tried: spec/decisions/0202-mutants.md. */
interface Mutant {
  readonly file: string
  readonly mutation: Mutation
}

type Fate = 'killed' | 'survived' | 'equivalent'

const options = {
  n: { type: 'string' },
  seed: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [n, seed] = [Number(values.n ?? 60), Number(values.seed ?? 1)]
  if (values.help === true || !Number.isSafeInteger(n) || n < 0 || !Number.isSafeInteger(seed)) {
    console.log(help)
    process.exitCode = values.help === true ? 0 : 2
    return
  }
  const files = productFiles(positionals)
  if (files.length === 0) {
    console.error(`Cannot find source files of the product in ${positionals.join(', ')}.`)
    process.exitCode = 2
    return
  }
  const sample = drawn(files, n, seed)
  if (values.list === true) for (const mutant of sample) console.log(lineOf(mutant))
  else process.exitCode = await judge(sample)
}

function productFiles(wanted: readonly string[]): readonly string[] {
  const isWanted = (file: string): boolean =>
    wanted.length === 0 || wanted.some((each) => file === each || file.startsWith(`${each.replace(/\/$/, '')}/`))
  return sourceFiles(['ts', 'js']).filter((file) => kindOf(file) === 'product' && !leftOut.test(file) && isWanted(file))
}

/** Draws mutants: as many from the core as from the rest, as far as there are both. */
function drawn(files: readonly string[], n: number, seed: number): readonly Mutant[] {
  const all = files.flatMap((file) =>
    mutationsOf(file, readFileSync(file, 'utf8')).map((mutation) => ({ file, mutation })),
  )
  if (n === 0) return all
  const placeOf = (mutant: Mutant): string =>
    createHash('sha256')
      .update(`${seed} ${lineOf(mutant)}`)
      .digest('hex')
  const shuffled = all
    .map((mutant) => [placeOf(mutant), mutant] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const inCore = shuffled.filter(([, { file }]) => core.test(file))
  const others = shuffled.filter(([, { file }]) => !core.test(file))
  const fromCore = Math.min(inCore.length, Math.max(Math.ceil(n / 2), n - others.length))
  return [...inCore.slice(0, fromCore), ...others.slice(0, n - fromCore)].map(([, mutant]) => mutant)
}

/** Runs the tests on each mutant. @returns the exit code */
async function judge(sample: readonly Mutant[]): Promise<number> {
  const importers = readImporters()
  const workspaces = ['one', 'two'].map(openWorkspace)
  try {
    const [first] = workspaces
    if (first === undefined || !(await isSound(first, importers))) return 3
    const fates = new Map<Mutant, Fate>()
    const waiting = [...sample]
    const work = async (workspace: Workspace): Promise<void> => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const fate = await fateOf(mutant, workspace, importers)
        fates.set(mutant, fate)
        console.log(`${fates.size}/${sample.length}  ${fate.padEnd(10)}  ${lineOf(mutant)}`)
      }
    }
    await Promise.all(workspaces.map(work))
    return summary(fates)
  } finally {
    for (const workspace of workspaces) workspace.remove()
  }
}

/** Whether the tests pass without a mutant, and one that must die does. Otherwise a verdict would say nothing. */
async function isSound(workspace: Workspace, importers: Importers): Promise<boolean> {
  const file = 'spec/printable.ts'
  const text = readFileSync(file, 'utf8')
  const near = relatedTests(file, importers).slice(0, nearest)
  const whole = await workspace.test(near, mostMilliseconds.all)
  workspace.write(file, 'export {}\n')
  const planted = await workspace.test(near, mostMilliseconds.all)
  workspace.write(file, text)
  if (whole.outcome !== 'passed')
    console.error(`Without a mutant, the tests ${whole.outcome}: ${whole.failed.join(', ')}.`)
  else if (planted.outcome === 'passed') console.error('A file without its functions made no test fail.')
  else return true
  return false
}

async function fateOf({ file, mutation }: Mutant, workspace: Workspace, importers: Importers): Promise<Fate> {
  const text = readFileSync(file, 'utf8')
  if (isEquivalent(file, text, mutation)) return 'equivalent'
  const tests = relatedTests(file, importers)
  const [near, others] = [tests.slice(0, nearest), tests.slice(nearest)]
  try {
    for (const [files, most] of [
      [near, mostMilliseconds.near],
      [others.slice(0, 40), mostMilliseconds.all],
      [others.slice(40), mostMilliseconds.slow],
    ] as const) {
      workspace.write(file, mutated(text, mutation))
      const { outcome, failed } = await workspace.test(files, most)
      if (outcome === 'passed') continue
      workspace.write(file, text)
      // A test that fails without the mutant too has noticed nothing.
      if (
        outcome === 'timed out' ||
        (await workspace.test(failed.length > 0 ? failed : files, most)).outcome === 'passed'
      )
        return 'killed'
    }
    return 'survived'
  } finally {
    workspace.write(file, text)
  }
}

function isEquivalent(file: string, text: string, { line, before, after }: Mutation): boolean {
  const source = text.split('\n')[line - 1]?.trim()
  return equivalents.some(
    (each) => each.file === file && each.line === source && each.before === before && each.after === after,
  )
}

function lineOf({ file, mutation: { line, start, before, after } }: Mutant): string {
  const short = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`).replaceAll(/\s+/g, ' ')
  return `${file}:${line} (${start})  ${short(before)} → ${short(after) || 'nothing'}`
}

function summary(fates: ReadonlyMap<Mutant, Fate>): number {
  const parts = (['core', 'rest'] as const).map((part) => {
    const of = [...fates].filter(([{ file }]) => core.test(file) === (part === 'core'))
    const judged = of.filter(([, fate]) => fate !== 'equivalent')
    const killed = judged.filter(([, fate]) => fate === 'killed').length
    const share = judged.length === 0 ? 1 : killed / judged.length
    console.log(
      `${part}: ${killed} of ${judged.length} died, ${Math.round(share * 100)} % (aim ${aims[part] * 100} %).`,
    )
    return share >= aims[part]
  })
  return parts.every(Boolean) ? 0 : 1
}
