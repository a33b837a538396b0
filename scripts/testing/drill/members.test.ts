import { rmSync } from 'node:fs'
import { onTestFinished, test } from 'vitest'
import { copyTree } from '../copy-tree.ts'
import { membersWorkIn } from './members-work-in.ts'

// What a next version of the interface would bring first. Members that each animal needs: required-members.test.ts.
test('three optional members work everywhere once they and their clauses are described', async () => {
  const folder = copyTree()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await membersWorkIn(folder, { isRequired: false })
}, 240_000)
