import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * A positive control of a promise of docs/security.md: one switch of the product, turned off in a copy, must let the attack
 * of its test through. So the test can fail: spec/decisions/0223-positive-controls.md.
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
