import { expect, test } from 'vitest'
import type { ContractOptions } from '../contract-tests/index.ts'
import { furtherFlaws } from '../contract-tests/exchange/wrong-values.ts'
import { servers } from '../contract-tests/servers/index.ts'
import { everyTurn, runOn } from '../contract-tests/servers/run-on.ts'
import { defaultMostRequests } from '../contract-tests/session/options.ts'
import { demo } from '../fixtures/all.ts'
import { type FaultId, createAnimalStore, faults } from '../mocks/index.ts'
import { bodyOf, post } from '../mocks/testing/test-calls.ts'
import { goodBody } from '../spec/good-body.ts'
import { validatePets, writeJson } from '../spec/index.ts'
import { runOnFault } from './prove/faults.ts'
import { runOnMock } from './prove/run-on-mock.ts'
import { sampleOf } from './testing/cases.ts'

const isOfMember = ({ id }: { readonly id: string }) => /-drill-(?:age|chip|tags)-/.test(id)
const aboutMembers = /^(?:2\/pet|4\.2\/)-?drill-(?:age|chip|tags)-/

test('a run on the mock holds within its requests, sends one flaw of each member, and says what was not shown', async () => {
  const inTurn = furtherFlaws.flat().map(({ clause }) => clause)
  const held = new Set<string>()
  for (const turn of everyTurn) {
    const { result } = await runOnMock({}, turn)
    expect(result).toMatchObject({ exitCode: 0, findings: [] })
    expect(result.requests).toBeLessThanOrEqual(defaultMostRequests)
    for (const { id, state, reason } of result.clauses) {
      if (state === 'held') held.add(id)
      if (state === 'inconclusive') expect([inTurn.includes(id), reason]).toEqual([true, undefined])
    }
  }
  expect(inTurn.filter((id) => !held.has(id))).toEqual([])
  expect([...held].filter((id) => aboutMembers.test(id)).length).toBeGreaterThan(8)
  expect(held).toContain('4.2/drill-age-optional')
})

test('a run sends the least, the greatest and a value between them, and an animal without', async () => {
  const ages = new Set<unknown>()
  const watch: NonNullable<ContractOptions['watch']> = (client) => ({
    ...client,
    async send(outgoing) {
      const exchange = await client.send(outgoing)
      if (outgoing.method === 'POST' && exchange.response?.status === 201)
        ages.add(JSON.parse(String(outgoing.body)).drillAge)
      return exchange
    },
  })
  await runOnMock({}, { watch })
  for (const age of [0, 50, 100, undefined]) expect(ages).toContain(age)
})

test('the animals of a dataset differ in each member, and hold to its rules', async () => {
  const pets = await demo.load()
  const agesOf = new Set(
    pets.flatMap((pet) => Object.entries(pet).flatMap(([name, value]) => (name === 'drillAge' ? value : []))),
  )
  expect(agesOf.size).toBeGreaterThan(20)
  expect(validatePets(pets)).toBe(true)
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

test.each<FaultId>(['create-name-trimmed', 'create-category-id-rounded', 'create-adds-twice'])(
  '%s keeps every other member',
  async (fault) => {
    const { status: _, ...sent } = goodBody('createPet') ?? {}
    const added = bodyOf(await createAnimalStore({ fault }).answer(post(writeJson({ ...sent, status: 'sold' }))))
    expect(added).toMatchObject(sent)
  },
)
