import { expect, test } from 'vitest'
import { reports, terminalReport } from '../index.ts'
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

test('every report shows a finding under its cause, and says what to mend first', async () => {
  const { result } = await runOn('json-refused')
  const first =
    'Mend 4.2/answers-pet of createPet first: 8 more findings likely have the same cause, and 8 clauses wait for it.'
  const terminal = terminalReport(result, { hasColour: false })
  expect(terminal).toContain(first)
  expect(terminal).toMatch(/likely the same cause:\n +✗ 4\.2\/body-required {2}createPet {2}received status 415\n/)
  expect(terminal).toContain('  8 clauses cannot be told until then: 1/added-animal-kept')
  expect(terminal).not.toContain('Inconclusive:')
  expect(reports.html(result)).toMatch(/<details class="effects"><summary>8 more findings, likely of the same cause/)
  expect(reports.html(result)).toContain(first)
  const junit = reports.junit(result)
  expect(junit).toContain(first)
  expect(junit.match(/cause {5}likely 4\.2\/answers-pet of createPet/g)).toHaveLength(8)
  expect(junit.match(/<skipped message="[^"]+ Mend 4\.2\/answers-pet of createPet first\./g)).toHaveLength(8)
  expect(reports.markdown(result)).toContain(first)
})
