import { expect } from 'vitest'
import { runIn, testIn } from './run-in.ts'
import { describeMembers } from './tree.ts'

/**
 * Describes three further members and their clauses in a copy, and expects that nothing else is left by hand: the made files,
 * what must give back every member, and what must find each flaw.
 */
export async function membersWorkIn(folder: string, { isRequired }: { readonly isRequired: boolean }): Promise<void> {
  describeMembers(folder, isRequired)
  const made = await runIn(folder, 'scripts/make/make.ts')
  expect(made.code, made.printed).toBe(0)
  const tested = await testIn(
    folder,
    'scripts/members.test.ts',
    'mocks/operations/every-member.test.ts',
    'spec/clauses.test.ts',
  )
  expect(tested.code, tested.printed).toBe(0)
  expect(tested.printed).toMatch(/Test Files +3 passed/)
}
