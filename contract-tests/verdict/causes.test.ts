import { expect, test } from 'vitest'
import { runOn } from '../servers/run-on.ts'
import { withCauses } from './causes.ts'

// Those of each server alone are in the ledger.
test.each([
  ['missing-key-403', 'limit-ignored'],
  ['json-refused', 'get-unknown-400'],
  ['error-code-missing', 'no-media-type'],
  ['list-name-null', 'list-id-text'],
  ['limit-ignored', 'status-ignored'],
])('what %s and %s break has two causes', async (one, other) => {
  const [first, second] = [await runOn(one), await runOn(other)]
  const both = [...first.result.findings, ...second.result.findings]
  expect(withCauses(both).filter(({ cause }) => cause === undefined)).toHaveLength(2)
})

test('clauses that cannot be tested wait for the finding that keeps them from it', async () => {
  const { result } = await runOn('json-refused')
  const cause = { clause: '4.2/answers-pet', operation: 'createPet' }
  const open = result.clauses.filter(({ state }) => state === 'inconclusive')
  expect(open.length).toBeGreaterThanOrEqual(7)
  for (const { id, waitsFor } of open) expect(waitsFor, id).toEqual(cause)
})

test('a clause that is inconclusive for another reason waits for nothing', async () => {
  const { result } = await runOn('empty-catalogue')
  expect(result.clauses.filter(({ state }) => state === 'inconclusive')).not.toEqual([])
  expect(result.clauses.filter(({ waitsFor }) => waitsFor !== undefined)).toEqual([])
})
