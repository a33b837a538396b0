import { expect, test } from 'vitest'
import { defaultMostRequests } from '../session/options.ts'
import { probes } from './index.ts'

test('the probes of a default run fit in its requests', () => {
  // Extra probes make do with what is left; but without these two, faults are missed and silences not seen.
  const wanted = probes.filter(({ id, isExtra }) => isExtra !== true || ['more-refused', 'observe'].includes(id))
  const costs = [{ id: 'first list', cost: 1 }, ...wanted]
  const sum = costs.reduce((total, { cost }) => total + cost, 0)
  const list = costs.map(({ id, cost }) => `${id} ${cost}`).join(', ')
  expect(
    sum,
    `The probes need ${sum} of ${defaultMostRequests} requests: ${list}. Ask less in a probe, such as fewer kinds of wrong keys in firstRefusals (further ones go to furtherRefusals) or fewer bodies in invalidBodies.`,
  ).toBeLessThanOrEqual(defaultMostRequests)
})
