import { expect, test } from 'vitest'
import { reports, terminalReport } from '../index.ts'
import { runOn } from '../servers/run-on.ts'
import type { FindingResult } from './result.ts'
import { withCauses } from './causes.ts'

/** The findings that nothing else causes, and those that follow from them. */
function causesIn(findings: readonly FindingResult[]) {
  const nameOf = ({ clause, operation }: Pick<FindingResult, 'clause' | 'operation'>) => `${clause} ${operation}`
  const causes = findings.filter(({ cause }) => cause === undefined).map(nameOf)
  return { causes, effects: findings.flatMap((each) => (each.cause === undefined ? [] : [nameOf(each)])) }
}

test.each([
  ['missing-key-403', ['4.1/unauthorized listPets'], 2],
  ['error-code-missing', ['2/error-code getPet'], 2],
  ['errors-in-envelope', ['4.2/invalid-error createPet'], 4],
  ['no-media-type', ['1/response-media-type listPets'], 2],
  ['json-refused', ['4.2/answers-pet createPet'], 8],
  ['invalid-422', ['4.2/body-required createPet'], 7],
  ['list-needs-body', ['4.1/no-request-body listPets'], 1],
  ['status-needed-at-creation', ['4.2/status-optional createPet'], 1],
  ['reset-as-delay', ['8/reset-timestamp listPets'], 2],
])('%s has one cause: %j, and %d more findings that follow from it', async (server, expected, effects) => {
  const { result } = await runOn(server)
  expect(causesIn(result.findings).causes).toEqual(expected)
  expect(causesIn(result.findings).effects).toHaveLength(effects)
})

test.each([
  ['missing-key-403', 'limit-ignored'],
  ['json-refused', 'get-unknown-400'],
  ['error-code-missing', 'no-media-type'],
  ['list-name-null', 'list-id-text'],
  ['limit-ignored', 'status-ignored'],
])('what %s and %s break has two causes', async (one, other) => {
  const [first, second] = [await runOn(one), await runOn(other)]
  const both = [...first.result.findings, ...second.result.findings]
  expect(causesIn(withCauses(both)).causes).toHaveLength(2)
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
