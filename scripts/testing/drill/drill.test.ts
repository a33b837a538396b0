import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servers } from '../../../contract-tests/servers/index.ts'
import { faults } from '../../../mocks/index.ts'
import { copyTree } from '../copy-tree.ts'
import { places } from './places.ts'
import { compile, compileProduct, runIn, testIn } from './run-in.ts'
import { describeOrders, writeOrders } from './tree.ts'

let folder = ''

beforeAll(() => {
  folder = copyTree()
})
// On a busy disk, a whole copy takes its time.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

// What a next version of the interface would bring: a second resource. spec/decisions/0161-the-drill-is-a-test.md
test('three operations on orders are described, and the compiler names each place that must say what it does with them', async () => {
  describeOrders(folder)
  const made = await runIn(folder, 'scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  const { printed } = await compileProduct(folder)
  const named = new Set([...printed.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))
  expect([...named].toSorted(), printed).toEqual(Object.keys(places).toSorted())
}, 120_000)

test('once these places say so, all compiles and no fault, server, animal or order is taken for another', async () => {
  writeOrders(folder)
  const made = await runIn(folder, 'scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  expect(await compile(folder)).toEqual({ code: 0, printed: '' })
  const before = {
    faults: faults.map(({ id, clause, summary }) => ({ id, clause, summary })),
    servers: servers.map(({ id, kind }) => ({ id, kind })),
  }
  writeFileSync(join(folder, 'before.json'), JSON.stringify(before))
  const tested = await testIn(folder, 'scripts/orders.test.ts', 'mocks/operations/every-operation.test.ts')
  expect(tested.code, tested.printed).toBe(0)
  expect(tested.printed).toMatch(/Test Files +2 passed/)
}, 240_000)
