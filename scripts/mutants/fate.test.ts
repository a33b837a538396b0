import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { Judge } from './fate.ts'
import { mutationsOf } from './mutations.ts'
import type { Mutant } from './sample.ts'
import { openWorkspace } from './workspace.ts'

/** Tests that compare what a function answers. */
function testOf(from: string, ...lines: readonly string[]): string {
  const tests = lines.map((line, at) => `test('${at}', () => { ${line} })`)
  return `import { expect, test } from 'vitest'\nimport * as it from '${from}'\n${tests.join('\n')}\n`
}

/** A repository with one function for each group of tests, and one for each way to be wrong about a mutant. */
const files = {
  'scripts/vitest.config.ts': `import { fileURLToPath } from 'node:url'
    export default { root: fileURLToPath(new URL('..', import.meta.url)), test: { maxWorkers: 1, projects: [
      { extends: true, test: { name: 'core', include: ['**/*.test.ts'], exclude: ['**/node_modules/**'] } },
    ] } }`,
  'kit/near/near.ts': 'export const isSmall = (n: number) => n < 10\n',
  'kit/near/near.test.ts': testOf('./near.ts', 'expect([it.isSmall(9), it.isSmall(10)]).toEqual([true, false])'),
  'kit/quick/quick.ts': 'export const isLarge = (n: number) => n > 10\n',
  'kit/quick/way.ts': `export { isLarge } from './quick.ts'\n`,
  'kit/other/quick.test.ts': testOf('../quick/way.ts', 'expect(it.isLarge(10)).toBe(false)'),
  // Which of two equal numbers is the larger one makes no difference.
  'kit/same/same.ts': 'export const larger = (a: number, b: number) => (a < b ? b : a)\n',
  'kit/same/same.test.ts': testOf(
    './same.ts',
    'expect([it.larger(1, 2), it.larger(2, 1), it.larger(2, 2)]).toEqual([2, 2, 2])',
  ),
  'kit/hidden/hidden.ts': 'export const isOne = (n: number) => n === 1\n',
  // Fails always, and runs first, because it is longer. With --bail, it hides the other test.
  'kit/hidden/always.test.ts': testOf(
    './hidden.ts',
    `expect(it.isOne(1)).toBe(undefined) // ${'longer '.repeat(50)}\n`,
  ),
  'kit/hidden/hidden.test.ts': testOf('./hidden.ts', 'expect([it.isOne(1), it.isOne(2)]).toEqual([true, false])'),
}

const importers = new Map([
  ['kit/near/near.ts', ['kit/near/near.test.ts']],
  ['kit/quick/quick.ts', ['kit/quick/way.ts']],
  ['kit/quick/way.ts', ['kit/other/quick.test.ts']],
  ['kit/same/same.ts', ['kit/same/same.test.ts']],
  ['kit/hidden/hidden.ts', ['kit/hidden/always.test.ts', 'kit/hidden/hidden.test.ts']],
])

function openRepository() {
  const root = tempFolder()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const workspace = openWorkspace(Object.keys(files), root)
  onTestFinished(() => workspace.remove())
  return workspace
}

function mutantOf(file: keyof typeof files, before: string): Mutant {
  const mutation = mutationsOf(file, files[file]).find((each) => each.before === before)
  if (mutation === undefined) throw new Error(`Cannot find ${before} in ${file}.`)
  return { file, mutation }
}

test('a known mutant dies by a near test or another one, and one that makes no difference survives', async () => {
  const workspace = openRepository()
  const judge = new Judge(importers, workspace)
  const isNoticed = (file: keyof typeof files, before: string) => judge.isNoticed(mutantOf(file, before))
  expect(await isNoticed('kit/near/near.ts', '<')).toBe(true)
  expect(await isNoticed('kit/quick/quick.ts', '>')).toBe(true)
  expect(await isNoticed('kit/same/same.ts', '<')).toBe(false)
  expect([...judge.unreliable]).toEqual([])
  expect(await isNoticed('kit/hidden/hidden.ts', '===')).toBe(true)
  expect([...judge.unreliable]).toEqual(['kit/hidden/always.test.ts'])
  expect(workspace.read('kit/near/near.ts')).toBe(files['kit/near/near.ts'])
}, 120_000)
