import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servers } from '../../../contract-tests/servers/index.ts'
import { faults } from '../../../mocks/index.ts'
import { copyTree } from '../copy-tree.ts'
import { places } from './places.ts'
import { describeOrders, writeOrders } from './tree.ts'

let folder = ''

beforeAll(() => {
  folder = copyTree()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of Node in the copy, and gives what it printed. */
function run(...args: readonly string[]) {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...others } = process.env
  // What is compiled of a copy is of no use to the next one. GOGC: spec/decisions/0125-four-files-at-a-time.md
  const env = { ...others, NO_COLOR: '1', NODE_COMPILE_CACHE: join(folder, 'compiled'), GOGC: 'off' }
  const options = { cwd: folder, env, timeout: 120_000, maxBuffer: 20_000_000 }
  return new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    )
  })
}

/** One thread takes a quarter less CPU time than several, and a compiler that frees no memory (GOGC) a third less again. */
const compile = (project = '.') =>
  run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--singleThreaded', '--project', project)

// What a next version of the interface would bring: a second resource. spec/decisions/0161-the-drill-is-a-test.md
test('three operations on orders are described, and the compiler names each place that must say what it does with them', async () => {
  describeOrders(folder)
  const made = await run('scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  // Without the tests, which take as long as all else. They are compiled below.
  const exclude = ['**/*.test.ts', 'node_modules']
  writeFileSync(join(folder, 'product.json'), JSON.stringify({ extends: './tsconfig.json', exclude }))
  const { printed } = await compile('product.json')
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
  const tested = await run('node_modules/vitest/vitest.mjs', 'run', '--fsModuleCache=false', ...config, ...tests)
  expect(tested.code, tested.printed).toBe(0)
  expect(tested.printed).toMatch(/Test Files +2 passed/)
}, 240_000)
