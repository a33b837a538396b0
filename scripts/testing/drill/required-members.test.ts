import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from '../copy-tree.ts'
import { membersWorkIn } from './members-work-in.ts'
import { compileProduct } from './run-in.ts'

// Tests with animals of their own lack a member that each animal needs, so they are not compiled.
test('the product compiles with a member that each animal needs, and with two others, and they work everywhere', async () => {
  const folder = copyTree()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await membersWorkIn(folder, { isRequired: true })
  expect(await compileProduct(folder)).toEqual({ code: 0, printed: '' })
}, 300_000)
