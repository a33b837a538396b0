import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { isAttackSeen } from './attack.ts'
import { openCache } from './cache.ts'
import { type Fate, Judge } from './fate.ts'
import { controls } from './promises.ts'
import { readImporters } from './related-tests.ts'
import {
  type Mutant,
  drawn,
  isChangedSince,
  lineOf,
  mutantsOf,
  partOf,
  parts,
  planted,
  productFiles,
} from './sample.ts'
import { type Workspace, filesOf, openWorkspace } from './workspace.ts'

const help = `Changes the product in one place at a time, and tells whether a test notices.

Usage: npm run mutants -- [--n 60] [--seed 7] [--since REF] [FOLDER or FILE …]

  --n <number>      how many mutants are drawn; 0 takes all (default: 60)
  --seed <number>   draws the same mutants again (default: 1)
  --since <ref>     only lines that differ from a commit or branch of git
  --list            print the mutants, and run nothing
  --promises        turn off one switch for each promise of docs/security.md: its attack must be seen

npm run mutants -- --n 60 --seed 7
npm run mutants -- --n 0 contract-tests/checks

Half of a sample is from the core. What died is not tried again while the function around it stays as it is: delete
node_modules/.cache/mutants.json to try all. Exit codes: 0 enough died, 1 too few, 2 wrong usage, 3 the tests cannot judge.
The panel, the shop and the scripts of this repository are left out: their tests need a browser or a build for each.`

/** The share that must die. */
const aims = { core: 0.9, rest: 0.8 } as const

const options = {
  n: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  since: { type: 'string' },
  list: { type: 'boolean', default: false },
  promises: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

await endWithCodeOf('npm run mutants -- --help', main)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(help)
    return 0
  }
  if (values.promises) return withWorkspaces(tryControls)
  const [n, seed] = [wholeNumber('--n', values.n), wholeNumber('--seed', values.seed)]
  const isWanted = values.since === undefined ? () => true : isChangedSince(values.since)
  const all = mutantsOf(productFiles(positionals)).filter(isWanted)
  const sample = n === 0 ? all : drawn(all, n, seed)
  if (!values.list) return withWorkspaces((workspaces) => judge(sample, workspaces))
  for (const mutant of sample) console.log(lineOf(mutant))
  return 0
}

function wholeNumber(flag: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new RangeError(`Cannot read ${flag} ${JSON.stringify(text)}: expected a whole number from 0 to 999999999.`)
}

/** Copies the repository for a task, and removes the copies, whatever ends it. */
async function withWorkspaces(task: (workspaces: readonly Workspace[]) => Promise<number>): Promise<number> {
  const root = process.cwd()
  const files = filesOf(root)
  // One for each half of a machine with four cores: a run of tests has four workers.
  const workspaces = [openWorkspace(root, files), openWorkspace(root, files)]
  const remove = (): void => workspaces.forEach((workspace) => workspace.remove())
  // Not once: a second signal would then end the removal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      remove()
      process.exit(128 + constants.signals[signal])
    })
  try {
    return await task(workspaces)
  } finally {
    remove()
  }
}

/** Runs the tests on each mutant. @returns the exit code */
async function judge(sample: readonly Mutant[], workspaces: readonly Workspace[]): Promise<number> {
  const verdicts = new Judge(readImporters())
  const cache = openCache('node_modules/.cache/mutants.json')
  const known = sample.filter(cache.hasDied)
  const fates = new Map<Mutant, Fate>(known.map((mutant) => [mutant, 'killed']))
  if (known.length > 0) console.log(`${known.length} died before, in functions that have not changed.`)
  if (known.length === sample.length) return summary(fates)
  console.log(`Trying ${sample.length - known.length} mutants, after one in each copy that must die.`)
  const isSound = await Promise.all(workspaces.map((workspace) => verdicts.fateOf(planted(), workspace)))
  if (isSound.includes('survived')) {
    console.error(`Cannot judge: no test noticed ${lineOf(planted())}, which must die in every run.`)
    return 3
  }
  const untried = sample.filter((mutant) => !fates.has(mutant))
  await inTurns(untried, workspaces, async (mutant, workspace) => {
    const startedAt = performance.now()
    const fate = await verdicts.fateOf(mutant, workspace)
    fates.set(mutant, fate)
    if (fate === 'killed') cache.died(mutant)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${fates.size}/${sample.length}  ${fate.padEnd(8)} ${String(seconds).padStart(4)} s  ${lineOf(mutant)}`)
  })
  for (const file of verdicts.unreliable) console.log(`Not asked, because it fails without a mutant: ${file}`)
  return summary(fates)
}

/** Turns off the switch of each promise. @returns the exit code */
async function tryControls(workspaces: readonly Workspace[]): Promise<number> {
  let missed = 0
  await inTurns(controls, workspaces, async (control, workspace) => {
    const isSeen = await isAttackSeen(control, workspace)
    if (!isSeen) missed++
    console.log(`${isSeen ? 'seen    ' : 'NOT SEEN'}  ${control.promise}`)
  })
  console.log(`${controls.length - missed} of ${controls.length} attacks are seen to work without their switch.`)
  return missed === 0 ? 0 : 1
}

/** Does a task for each item, one at a time in each copy. */
async function inTurns<T>(
  items: readonly T[],
  workspaces: readonly Workspace[],
  task: (item: T, workspace: Workspace) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async (workspace: Workspace): Promise<void> => {
    for (const item of waiting) await task(item, workspace)
  }
  await Promise.all(workspaces.map(work))
}

/** Says what to mend, and how large the share of the dead is. @returns the exit code */
function summary(fates: ReadonlyMap<Mutant, Fate>): number {
  for (const [mutant, fate] of fates) if (fate === 'survived') console.log(`Survived: ${lineOf(mutant)}`)
  const areEnough = parts.map((part) => {
    const of = [...fates].filter(([{ file }]) => partOf(file) === part)
    const killed = of.filter(([, fate]) => fate === 'killed').length
    const share = of.length === 0 ? 1 : killed / of.length
    console.log(`${part}: ${killed} of ${of.length} died, ${Math.floor(share * 100)} % (aim ${aims[part] * 100} %).`)
    return share >= aims[part]
  })
  return areEnough.every(Boolean) ? 0 : 1
}
