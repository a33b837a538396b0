import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from '../copy-tree.ts'
import { membersWorkIn } from './members-work-in.ts'
import { runIn } from './run-in.ts'

// What a next version of the interface would bring first. Members that each animal needs: required-members.test.ts.
test('three optional members work everywhere once they and their clauses are described', async () => {
  const folder = copyTree()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await refusesInOneLine(folder)
  await membersWorkIn(folder, { isRequired: false })
}, 240_000)

/** Describes a member that nothing could be derived from, and takes it back. */
async function refusesInOneLine(folder: string): Promise<void> {
  const file = join(folder, 'spec/openapi.yaml')
  const description = readFileSync(file, 'utf8')
  writeFileSync(file, description.replace(/^ {10}format: int64$/m, '          multipleOf: 2'))
  const { code, printed } = await runIn(folder, 'scripts/make/make.ts')
  const problem = 'NewPet.categoryId has multipleOf, from which nothing would follow'
  expect([code, printed]).toEqual([1, `Cannot make the files: ${problem}\n`])
  writeFileSync(file, description)
}
