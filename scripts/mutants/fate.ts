import { dirname } from 'node:path/posix'
import type { Mutant } from './sample.ts'
import { mutated } from './mutations.ts'
import type { Run, Workspace } from './workspace.ts'

const mostMilliseconds = 600_000
const [quick, slow] = [['--project=core'], ['--project=slow', '--project=own']] as const
const commands = ['check', 'contract', 'drift', 'proxy'].map((name) => `scripts/commands/${name}/`)

/** The tests of a file's folder, which notice most; then the other quick ones that load it, then the slow ones. */
function runsFor(file: string): readonly Run[] {
  const ofFolder = { args: ['run', `${dirname(file)}/`, ...quick, ...slow], mostMilliseconds: 120_000 }
  // What is found of every test server, and learned of every choice; then its own tests, and those that start its commands.
  const ofSuite = [
    ['run', 'run/suite.test.ts', 'thorough/thorough.test.ts', 'prove/prove.test.ts', '--project=tools'],
    ['run', 'contract-tests/', ...commands, ...quick, ...slow],
  ]
  // A slow test that loads `spec/` loads everything: all of them together take many minutes.
  const related = [quick, ...(file.startsWith('spec/') ? [] : [slow])].map((projects) => ['related', file, ...projects])
  const further = file.startsWith('contract-tests/') ? ofSuite : related
  return [ofFolder, ...further.map((args) => ({ args, mostMilliseconds }))]
}

const known = new Map<string, Promise<boolean>>()

/** Whether a run passes without a mutant. One that fails or hangs says nothing about a mutant. */
async function isGreen(run: Run, workspace: Workspace): Promise<boolean> {
  const name = run.args.join(' ')
  const passes = known.get(name) ?? workspace.test(run)
  if (!known.has(name) && !(await passes)) console.log(`Not asked, because it fails without a mutant: vitest ${name}`)
  known.set(name, passes)
  return passes
}

/** Whether a test that passes without a mutant fails with it. */
export async function isNoticed({ file, mutation }: Mutant, workspace: Workspace): Promise<boolean> {
  const text = workspace.read(file)
  for (const run of runsFor(file)) {
    if (!(await isGreen(run, workspace))) continue
    workspace.write(file, mutated(text, mutation))
    const isPassed = await workspace.test(run)
    workspace.write(file, text)
    if (!isPassed) return true
  }
  return false
}
