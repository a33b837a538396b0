import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { escapeForRegExp } from '../../spec/printable.ts'
import { mutationsOf } from './mutations.ts'
import type { Workspace } from './workspace.ts'

/**
 * A positive control of a promise of docs/security.md: one switch of the product, turned off in a copy, must let the attack
 * of its test through. So the test can fail: spec/decisions/0202-mutants-and-controls.md.
 */
export interface Control {
  /** As the page says it. */
  readonly promise: string
  readonly file: string
  /** What stands there, exactly once. */
  readonly before: string
  readonly after: string
  /** The test that attacks. Default: the one beside the file. */
  readonly test: string
  /** How its name begins, or a part of it. */
  readonly name: string
}

const table = parse(readFileSync(new URL('promises.yaml', import.meta.url), 'utf8')) as {
  readonly controls: readonly (Omit<Control, 'test'> & Partial<Control>)[]
  readonly withoutControl: readonly string[]
}

export const { withoutControl } = table

/** Every positive control. */
export const controls: readonly Control[] = table.controls.map((control) => ({
  test: control.file.replace(/\.ts$/, '.test.ts'),
  ...control,
}))

/** Whether the test of a promise fails without the switch that keeps it, and passes with it. */
export async function isAttackSeen(control: Control, workspace: Workspace): Promise<boolean> {
  const { file, before, after, test, name } = control
  const text = workspace.read(file)
  const changed = text.replace(before, () => after)
  // A file that cannot be read fails every test.
  if (file.endsWith('.ts')) mutationsOf(file, changed)
  const isPassed = () =>
    workspace.test({
      args: ['run', test, `--testNamePattern=${escapeForRegExp(name)}`],
      mostMilliseconds: 240_000,
    })
  workspace.write(file, changed)
  const isMissed = await isPassed()
  workspace.write(file, text)
  return !isMissed && (await isPassed())
}
