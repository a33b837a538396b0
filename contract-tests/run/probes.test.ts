import { expect, test } from 'vitest'
import { clauses } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { quotaClauses } from '../judge/quota.ts'
import { defaultMostRequests } from '../session/options.ts'
import { probes } from '../all.ts'
import { runOn } from '../servers/run-on.ts'

test('the probes of a default run fit in its requests, and leave some for a further probe', () => {
  // Extra probes make do with what is left; but without these, faults are missed and silences not seen.
  const needed = ['more-refused', 'observe', 'duplicate']
  const wanted = probes.filter(({ id, isExtra }) => isExtra !== true || needed.includes(id))
  const costs = [{ id: 'first list', cost: 1 }, ...wanted]
  const sum = costs.reduce((total, { cost }) => total + cost, 0)
  const list = costs.map(({ id, cost }) => `${id} ${cost}`).join(', ')
  expect(
    sum,
    `The probes need ${sum} of ${defaultMostRequests} requests: ${list}. Ask less in a probe, such as fewer kinds of wrong keys in firstRefusals (further ones go to furtherRefusals) or fewer bodies in invalidBodies.`,
  ).toBeLessThan(defaultMostRequests)
})

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
