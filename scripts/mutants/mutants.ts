import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { isNoticed } from './fate.ts'
import { controls, isAttackSeen } from './promises.ts'
import { type Mutant, drawn, isChangedSince, lineOf, mutantsOf, planted, productFiles } from './sample.ts'
import { type Workspace, openWorkspace } from './workspace.ts'

const help = `Changes the product in one place at a time, and tells whether a test notices.

Usage: npm run mutants -- [--n 60] [--seed 7] [--since REF] [FOLDER or FILE …]

  --n <number>      how many mutants are drawn; 0 takes all (default: 60)
  --seed <number>   draws the same mutants again (default: 1)
  --since <ref>     only lines that differ from a commit or branch of git
  --promises        turn off one switch for each promise of docs/security.md: its attack must be seen

npm run mutants -- --n 60 --seed 7
npm run mutants -- --n 0 contract-tests/checks

Exit codes: 0 enough died, 1 too few, 2 wrong usage, 3 the tests cannot judge. The panel, the shop and the scripts of this
repository are left out: their tests need a browser or a build for each.`

/** The share that must die. */
const aim = 0.85

const options = {
  n: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  since: { type: 'string' },
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
  if (values.promises) return withWorkspace(tryControls)
  const [n, seed] = [wholeNumber('--n', values.n), wholeNumber('--seed', values.seed)]
  const isWanted = values.since === undefined ? () => true : isChangedSince(values.since)
  const all = mutantsOf(productFiles(positionals)).filter(isWanted)
  return withWorkspace((workspace) => judge(n === 0 ? all : drawn(all, n, seed), workspace))
}

function wholeNumber(flag: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new RangeError(`Cannot read ${flag} ${JSON.stringify(text)}: expected a whole number from 0 to 999999999.`)
}

/** Copies the repository for a task, and removes the copy, whatever ends it. */
async function withWorkspace(task: (workspace: Workspace) => Promise<number>): Promise<number> {
  const workspace = openWorkspace()
  // Not once: a second signal would then end the removal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      workspace.remove()
      process.exit(128 + constants.signals[signal])
    })
  try {
    return await task(workspace)
  } finally {
    workspace.remove()
  }
}

/** Runs the tests on each mutant. @returns the exit code */
async function judge(sample: readonly Mutant[], workspace: Workspace): Promise<number> {
  console.log(`Trying ${sample.length} mutants, after one that must die.`)
  if (!(await isNoticed(planted(), workspace))) {
    console.error(`Cannot judge: no test noticed ${lineOf(planted())}, which must die in every run.`)
    return 3
  }
  let survived = 0
  for (const [at, mutant] of sample.entries()) {
    const startedAt = performance.now()
    const isKilled = await isNoticed(mutant, workspace)
    if (!isKilled) survived++
    const seconds = String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)
    console.log(`${at + 1}/${sample.length}  ${isKilled ? 'killed  ' : 'survived'} ${seconds} s  ${lineOf(mutant)}`)
  }
  console.log(`${sample.length - survived} of ${sample.length} died (aim ${aim * 100} %).`)
  return survived <= (1 - aim) * sample.length ? 0 : 1
}

/** Turns off the switch of each promise. @returns the exit code */
async function tryControls(workspace: Workspace): Promise<number> {
  let missed = 0
  for (const control of controls) {
    const isSeen = await isAttackSeen(control, workspace)
    if (!isSeen) missed++
    console.log(`${isSeen ? 'seen    ' : 'NOT SEEN'}  ${control.promise}`)
  }
  console.log(`${controls.length - missed} of ${controls.length} attacks are seen to work without their switch.`)
  return missed === 0 ? 0 : 1
}
