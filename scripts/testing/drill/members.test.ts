import { test } from 'vitest'
import { openDrill } from './drill.ts'

// What a next version of the interface would bring first: spec/decisions/0136-what-follows-from-the-description.md
test('three further members of an animal work everywhere once they and their clauses are described', async () => {
  const drill = openDrill('members')
  drill.write()
  await drill.make()
  await drill.test('mocks/operations/every-member.test.ts', 'spec/clauses.test.ts')
}, 240_000)
