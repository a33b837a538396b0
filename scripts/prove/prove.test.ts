import { furtherFlaws } from '../../contract-tests/exchange/wrong-values.ts'
import { defaultMostRequests } from '../../contract-tests/session/options.ts'
import { expect, test } from 'vitest'
import { runContract } from '../../contract-tests/all.ts'
import type { RunEvent } from '../../contract-tests/index.ts'
import { startServer } from '../../mocks/http/index.ts'
import { type ClockState, createAnimalStore } from '../../mocks/entry.ts'
import { faults } from '../../mocks/parts/faults/index.ts'
import type { Profile } from '../../spec/index.ts'
import { everyCase, sampleOf } from '../testing/cases.ts'
import { alternatives, isShown, meaningOf, pairwiseProfiles, usual } from './choices.ts'
import { runOnFault } from './faults.ts'
import { blamedWith, datasetsToTry, runOnMock, wronglyLearnedWith } from './run-on-mock.ts'

test('a default run against the mock holds, within its requests and animals, all of which it counts', async () => {
  const { result, arrived, added, left } = await runOnMock({})
  expect(result).toMatchObject({ exitCode: 0, findings: [], gaveUp: undefined })
  expect([arrived, left]).toEqual([result.requests, result.animals.length])
  expect(result.requests).toBeLessThanOrEqual(defaultMostRequests)
  expect(added).toBeLessThanOrEqual(12)
  expect(result.animals.map(({ name }) => name.trim().startsWith('contract-test'))).not.toContain(false)
})

// `npm run prove -- --check` tries all.
test.each(sampleOf(faults, ({ clause }) => clause.split('/')[0] ?? ''))(
  'finds $id: $summary',
  async ({ id, clause }) => {
    const { result, arrived, added } = await runOnFault(id)
    expect(result.exitCode).toBe(1)
    const clauses = result.findings.flatMap((finding) => [finding.clause, ...finding.also])
    expect(clauses).toContain(clause)
    // A finding about another operation would blame it for this fault.
    const [section = ''] = clause.split('/')
    const others = result.findings.filter(
      (finding) => /^4\.\d/.test(finding.clause) && !finding.clause.startsWith(`${section}/`),
    )
    if (section.startsWith('4.')) expect(others.map((finding) => finding.clause)).toEqual([])
    expect(arrived).toBe(result.requests)
    if (!id.startsWith('rate-')) expect(result.requests).toBeLessThanOrEqual(defaultMostRequests)
    expect(added).toBeLessThanOrEqual(12)
  },
)

test.each([{}, { readOnly: true }, { learn: true }])(
  'with %j the number of requests is announced first, and kept',
  async (options) => {
    const events: RunEvent[] = []
    const { result, arrived } = await runOnMock({}, { ...options, onEvent: (event) => void events.push(event) })
    const [plan] = events
    if (plan?.kind !== 'plan') throw new Error('The plan is not announced first.')
    expect(arrived).toBe(result.requests)
    expect(arrived).toBeLessThanOrEqual(plan.mostRequests)
  },
)

test('a run that may only read sends nothing but GET, and holds', async () => {
  const methods = new Set<string>()
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'exchange') methods.add(event.method)
  }
  const { result, added } = await runOnMock({}, { readOnly: true, onEvent })
  expect(methods).toEqual(new Set(['GET']))
  expect(result).toMatchObject({ exitCode: 0, findings: [], animals: [] })
  expect(added).toBe(0)
})

test('a read-only run says of each clause that only writing can show that it needs writing', async () => {
  const { result } = await runOnMock({})
  const { result: readOnly } = await runOnMock({}, { readOnly: true })
  const held = result.clauses.filter(({ state }) => state === 'held').map(({ id }) => id)
  const shut = readOnly.clauses.filter(({ id, state }) => held.includes(id) && state !== 'held')
  expect(shut.length).toBeGreaterThan(10)
  expect(shut.filter(({ reason }) => reason !== 'It needs writing.')).toEqual([])
})

test('a run that exceeds the limit finds its way back', async () => {
  const { result } = await runOnMock({}, { apiKey: 'test_free', plan: 'free', probeRateLimit: true })
  expect(result).toMatchObject({ exitCode: 0, findings: [] })
  const held = result.clauses.filter(({ state }) => state === 'held').map(({ id }) => id)
  expect(held).toEqual(
    expect.arrayContaining(['8/too-many-requests', '8/retry-after-present', '8/reset-resets', '8/free-per-minute']),
  )
})

test.each(['test_revoked', 'test_expired', 'nonsense'])(
  'a key that every operation refuses, %s, leaves nothing to judge: 3',
  async (apiKey) => {
    const { result } = await runOnMock({}, { apiKey })
    expect(result.exitCode).toBe(3)
    expect(result.gaveUp).toContain('refuses the API key')
    expect(result.requests).toBeLessThan(10)
  },
)

test.each([{}, { readOnly: true }, { plan: 'pro' }, { only: ['list'] }, { learn: true }] as const)(
  'a run with %j leaves nothing open on the mock',
  async (options) => {
    const { result } = await runOnMock({}, { ...options, require: 'complete' })
    const open = result.clauses.filter(({ state }) => state === 'inconclusive').map(({ id }) => id)
    // Wrong values of further members take turns.
    const inTurn = furtherFlaws.flat().map(({ clause }) => clause)
    expect(open.filter((id) => !inTurn.includes(id))).toEqual([])
    expect(result.exitCode).toBe(open.length === 0 ? 0 : 3)
  },
)

test('a run with the key of a sandbox holds, and touches no other sandbox than the one of a changed key', async () => {
  const store = createAnimalStore()
  const server = await startServer({ store, port: 0 })
  const result = await runContract({ baseUrl: `${server.url}/v1`, apiKey: 'test_enterprise.checkout' })
  await server.close()
  expect(result).toMatchObject({ exitCode: 0, findings: [] })
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'checkout', 'contracttest'])
  const journal = store.sandbox().journal.entries()
  expect(journal.filter(({ status }) => status !== 401)).toEqual([])
})

test('a run with an exhausted key waits as long as asked, and goes on', async () => {
  const { result } = await runOnMock({}, { apiKey: 'test_free_exhausted' })
  expect(result).toMatchObject({ exitCode: 0, findings: [], gaveUp: undefined })
  expect(result.tookMilliseconds).toBeGreaterThan(1000)
})

test.each([
  ['on the day of its removal', Date.UTC(2030, 11, 5, 12), 'not applicable'],
  ['after its removal', Date.UTC(2031, 0, 1), 'held'],
])('%s the absence of getPet is no finding', async (_when, atMilliseconds, state) => {
  const { result } = await runOnMock(
    { clock: { mode: 'frozen', atMilliseconds } },
    { todayMilliseconds: atMilliseconds },
  )
  expect(result).toMatchObject({ exitCode: 0, findings: [] })
  expect(result.clauses.find(({ id }) => id === '9/removal')?.state).toBe(state)
})

const large = { dataset: 'large', count: 500 } as const

/** A clock that starts in the middle of a minute: there a window that begins with the first call differs from one of the clock. */
function amidMinute(): ClockState {
  const past = Date.now() % 60_000
  return { mode: 'running', offsetMilliseconds: 25_000 - past }
}

test.each(sampleOf(alternatives, ({ id }) => id))(
  'under $id=$choice it blames nothing and learns what can be seen',
  async ({ id, choice }) => {
    const profile = { [id]: choice }
    for (const world of everyCase ? datasetsToTry : []) expect(await blamedWith({ ...world, profile })).toEqual([])
    const { result } = await runOnMock({ ...large, clock: amidMinute(), profile }, { learn: true })
    expect(await blamedWith({ ...large, profile }, result)).toEqual([])
    // A choice may refer to another silence, which has its default here.
    if (isShown(id, choice)) expect(meaningOf(id, result.profile)).toBe(meaningOf(id, { ...usual, ...profile }))
  },
)

const pairwise = pairwiseProfiles().map((profile, at) => [at + 1, profile] as const)
test.each(pairwise.filter(([number]) => everyCase || number % 32 === 1))(
  'learns what is true or nothing from profile %i of those in which every two choices meet',
  async (number, profile) => {
    expect(await wronglyLearnedWith(profile, datasetsToTry[number % datasetsToTry.length] ?? large)).toEqual([])
  },
)

test.each(['error', 'empty'])('learns rate-body=%s where the limit is exceeded', async (choice) => {
  const { result } = await runOnMock(
    { profile: { 'rate-body': choice } as Partial<Profile> },
    { apiKey: 'test_free', probeRateLimit: true },
  )
  expect(result.profile['rate-body']).toBe(choice)
  expect(result.profile['retry-after']).toBe('seconds')
})
