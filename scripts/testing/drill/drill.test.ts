import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servers } from '../../../contract-tests/servers/index.ts'
import { faults } from '../../../mocks/index.ts'
import { places } from './places.ts'
import { copyTree, describeOrders, writeOrders } from './tree.ts'

let folder = ''

beforeAll(() => {
  folder = copyTree()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of Node in the copy, and gives what it printed. */
function run(...args: readonly string[]) {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  const options = { cwd: folder, env: { ...env, NO_COLOR: '1' }, timeout: 120_000, maxBuffer: 20_000_000 }
  return new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    )
  })
}

const compile = () => run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false')

// What a next version of the interface would bring: a second resource. spec/decisions/0161-the-drill-is-a-test.md
test('three operations on orders are described, and the compiler names each place that must say what it does with them', async () => {
  describeOrders(folder)
  const made = await run('scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  const { printed } = await compile()
  const named = new Set([...printed.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))
  expect([...named].toSorted(), printed).toEqual(Object.keys(places).toSorted())
}, 120_000)

test('once these places say so, all compiles and no fault, server, animal or order is taken for another', async () => {
  writeOrders(folder)
  const made = await run('scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  expect(await compile()).toEqual({ code: 0, printed: '' })
  const before = {
    faults: faults.map(({ id, clause, summary }) => ({ id, clause, summary })),
    servers: servers.map(({ id, kind }) => ({ id, kind })),
  }
  writeFileSync(join(folder, 'before.json'), JSON.stringify(before))
  const config = ['--config', 'scripts/vitest.config.ts', '--project', 'core']
  const tests = ['scripts/orders.test.ts', 'mocks/operations/every-operation.test.ts']
  const tested = await run('node_modules/vitest/vitest.mjs', 'run', ...config, ...tests)
  expect(tested.code, tested.printed).toBe(0)
  expect(tested.printed).toMatch(/Test Files +2 passed/)
}, 240_000)
