import { mutationsOf } from './mutations.ts'
import type { Control } from './promises.ts'
import type { Workspace } from './workspace.ts'

const mostMilliseconds = 240_000

/** Whether the test of a promise fails without the switch that keeps it, and passes with it. */
export async function isAttackSeen(
  { file, before, after, test, name }: Control,
  workspace: Workspace,
): Promise<boolean> {
  const text = workspace.read(file)
  const changed = text.replace(before, () => after)
  // A file that cannot be read fails every test.
  if (file.endsWith('.ts')) mutationsOf(file, changed)
  const run = { files: [test], name, mostMilliseconds }
  try {
    workspace.write(file, changed)
    if ((await workspace.test(run)).outcome === 'passed') return false
  } finally {
    workspace.write(file, text)
  }
  return (await workspace.test(run)).outcome === 'passed'
}
