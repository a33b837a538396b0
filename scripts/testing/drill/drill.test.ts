import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { servers } from '../../../contract-tests/servers/index.ts'
import { faults } from '../../../mocks/parts/faults/index.ts'
import { openDrill } from './drill.ts'
import { places } from './places.ts'

// What a next version of the interface would bring: spec/decisions/0136-what-follows-from-the-description.md
test('of three operations on orders, the compiler names each place that must say what it does with them, and then all works', async () => {
  const drill = openDrill('orders')
  await drill.make()
  expect(await drill.compile()).toEqual(Object.keys(places.orders).toSorted())
  drill.write()
  await drill.make()
  expect(await drill.compile()).toEqual([])
  const before = {
    faults: faults.map(({ id, clause, summary }) => ({ id, clause, summary })),
    servers: servers.map(({ id, kind }) => ({ id, kind })),
  }
  writeFileSync(join(drill.folder, 'before.json'), JSON.stringify(before))
  await drill.test('mocks/operations/every-operation.test.ts')
}, 400_000)

// Tests with animals of their own lack the member that each animal needs, so they are not compiled.
test('the product compiles with a member that each animal needs, and with two others', async () => {
  const drill = openDrill('members')
  drill.write()
  await drill.make()
  expect(await drill.compile()).toEqual([])
}, 240_000)
