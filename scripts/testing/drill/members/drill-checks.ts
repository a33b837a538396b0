import { expect, test } from 'vitest'
import type { ContractOptions } from '../contract-tests/index.ts'
import { furtherFlaws } from '../contract-tests/exchange/wrong-values.ts'
import { servers } from '../contract-tests/servers/index.ts'
import { everyTurn, runOn } from '../contract-tests/servers/run-on.ts'
import { defaultMostRequests } from '../contract-tests/session/options.ts'
import { faults } from '../mocks/parts/faults/index.ts'
import { runOnFault } from './prove/faults.ts'
import { runOnMock } from './prove/run-on-mock.ts'
import { sampleOf } from './testing/cases.ts'

const isOfMember = ({ id }: { readonly id: string }) => /-drill-(?:age|chip|tags)-/.test(id)

test('runs on the mock hold within their requests, send one flaw of each member in turn, and bounds with what is between', async () => {
  const inTurn = furtherFlaws.flat().map(({ clause }) => clause)
  const held = new Set<string>()
  const ages = new Set<unknown>()
  const watch: NonNullable<ContractOptions['watch']> = (client) => ({
    ...client,
    async send(outgoing) {
      const exchange = await client.send(outgoing)
      if (exchange.response?.status === 201) ages.add(JSON.parse(String(outgoing.body)).drillAge)
      return exchange
    },
  })
  for (const turn of everyTurn) {
    const { result } = await runOnMock({}, { ...turn, watch })
    expect(result).toMatchObject({ exitCode: 0, findings: [] })
    expect(result.requests).toBeLessThanOrEqual(defaultMostRequests)
    for (const { id, state, reason } of result.clauses) {
      if (state === 'held') held.add(id)
      if (state === 'inconclusive') expect([inTurn.includes(id), reason]).toEqual([true, undefined])
    }
  }
  expect(inTurn.filter((id) => !held.has(id))).toEqual([])
  expect(held).toContain('4.2/drill-age-optional')
  for (const age of [0, 50, 100, undefined]) expect(ages).toContain(age)
})

test.each(sampleOf(faults.filter(isOfMember), ({ clause }) => clause))('finds $id: $summary', async ({ id }) => {
  expect((await runOnFault(id)).isNamed).toBe(true)
})

const broken = servers.flatMap((server) => ('clause' in server && isOfMember(server) ? server : []))
test.each(sampleOf(broken, ({ clause }) => clause))('finds the server $id', async (server) => {
  const named: string[] = []
  for (const turn of everyTurn) {
    const { result } = await runOn(server, turn)
    named.push(...result.findings.flatMap(({ clause, also }) => [clause, ...also]))
  }
  expect(named).toContain(server.clause)
})
