import { expect, test } from 'vitest'
import { clauses } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { quotaClauses } from '../judge/quota.ts'
import { probes } from '../all.ts'
import { runOn } from '../servers/run-on.ts'

// What a check or a probe finds by the name of a clause is not found if the name is mistyped.
test('every clause that can be seen from outside is judged by a check or a probe', () => {
  const judged = new Set([...checks, ...probes].flatMap((one) => one.clauses).concat(quotaClauses))
  const seen = clauses.filter((clause) => clause.seen !== 'not-from-outside')
  expect(seen.map(({ id }) => id).filter((id) => !judged.has(id))).toEqual([])
})

test('what the animals show is reported by whichever probe adds them', async () => {
  for (const only of ['list-filter', 'create']) {
    const { result } = await runOn('id-taken', { only: [only] })
    expect(result.findings.map(({ clause }) => clause)).toContain('2/pet-id-unique')
  }
})
