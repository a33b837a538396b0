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
