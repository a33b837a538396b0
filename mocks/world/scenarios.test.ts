import { expect, test } from 'vitest'
import { reasonLine } from '../journal-text/short-reason.ts'
import { coverageOf } from '../journal-text/coverage.ts'
import { scenarios } from './scenarios.ts'
import type { AnimalStore, Call } from '../entry.ts'
import type { Scenario, ScenarioId, ScenarioName } from './scenarios.ts'
import { readStateLink } from '../state-link/state-link.ts'
import { bodyOf, get, idsOf, post, testStore } from '../testing/test-calls.ts'

const all: readonly Scenario[] = scenarios

const callFor = (scenario: Scenario, headers = {}) =>
  scenario.operations?.[0] === 'createPet'
    ? post({ name: 'x', categoryId: 1 }, 'test_pro', headers)
    : get(scenario.operations?.[0] === 'getPet' ? '/v1/pets/1' : '/v1/pets', 'test_pro', headers)

/** A reply as plain data, without what a held one waits for. */
async function plainReply(store: AnimalStore, call: Call) {
  const { whenReleased: _, whenLeft: _left, ...reply } = await store.answer(call)
  return reply
}

test.each(all)(
  '$id gives the same bytes whether the client prefers it, the sandbox plays it or the store starts with it',
  async (scenario) => {
    const { id } = scenario
    const preferred = await plainReply(testStore(), callFor(scenario, { prefer: `scenario=${id}` }))
    const played = testStore()
    played.sandbox().play(id as ScenarioId)
    expect(await plainReply(played, callFor(scenario))).toEqual(preferred)
    const started = testStore({ scenario: id as ScenarioId })
    expect(await plainReply(started, callFor(scenario))).toEqual(preferred)
    if (scenario.code !== undefined) {
      expect(await plainReply(testStore(), callFor(scenario, { prefer: `code=${scenario.code}` }))).toEqual(preferred)
    }
  },
)

test.each(all)('$id changes the reply, and ends after its calls', async (scenario) => {
  const { id } = scenario
  const calls = id === 'flaky' ? 20 : 1
  const usual = JSON.stringify(await testStore().answer(callFor(scenario)))
  const changed = []
  const store = testStore()
  store.sandbox().play(id as ScenarioId, { calls })
  for (let call = 0; call < calls; call++) {
    // Each call is the first of its quota, so that only the scenario can make a difference.
    await store.sandbox().quotas.set('test_pro', undefined)
    const reply = JSON.stringify(await store.answer(callFor(scenario)))
    if (reply !== usual) changed.push(reply)
  }
  expect(changed).not.toEqual([])
  expect(store.sandbox().settings.scenario).toEqual([])
})

test('a forced 429 leaves the quota alone, the last request uses it up', async () => {
  const store = testStore()
  await store.answer(get('/v1/pets', 'test_pro', { prefer: 'code=429' }))
  expect((await store.answer(get('/v1/pets', 'test_pro'))).headers['X-RateLimit-Remaining']).toBe('299')
  await store.answer(get('/v1/pets', 'test_pro', { prefer: 'scenario=last-request' }))
  expect((await store.answer(get('/v1/pets', 'test_pro'))).status).toBe(429)
})

test('a scenario can apply to one operation only, and the newest comes first', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  sandbox.play('server-error')
  sandbox.play('rate-limited', { operation: 'createPet', calls: 2 })
  const statuses = []
  for (const call of [post({}), get('/v1/pets'), post({}), post({})]) statuses.push((await store.answer(call)).status)
  expect(statuses).toEqual([429, 500, 429, 500])
  sandbox.stop('server-error')
  expect((await store.answer(get('/v1/pets'))).status).toBe(200)
})

test('one that only delays comes on top of the one that answers, and the call says what else was on', async () => {
  const store = testStore({ scenario: [{ scenario: 'empty' }, { scenario: 'slow' }, { scenario: 'rate-limited' }] })
  expect(await store.answer(get('/v1/pets'))).toMatchObject({ body: '[]', delayMilliseconds: 3000 })
  expect(await store.answer(get('/v1/pets/1'))).toMatchObject({ status: 429, delayMilliseconds: 3000 })
  expect(
    store
      .sandbox()
      .journal.entries()
      .map((entry) => reasonLine(entry)),
  ).toEqual([
    'scenario empty; scenario slow; not rate-limited; 0 animals · 4999 of 5000 left',
    'scenario rate-limited; scenario slow; no request is left in the minute',
  ])
  store.sandbox().stop('slow')
  store.sandbox().play('slow', { calls: 1 })
  for (const delayMilliseconds of [3000, undefined])
    expect((await store.answer(get('/v1/pets/1'))).delayMilliseconds).toBe(delayMilliseconds)
})

test('serves named examples, of a status if one is given', async () => {
  const store = testStore()
  const exact = await store.answer(get('/v1/pets', 'test_pro', { prefer: 'example=int64' }))
  expect(idsOf(exact)).toContain(9223372036854775807n)
  const refused = await store.answer(post({}, 'test_pro', { prefer: 'code=400, example="missing-name"' }))
  expect([refused.status, bodyOf(refused)]).toEqual([400, expect.objectContaining({ status: 400 })])
  const limited = await store.answer(get('/v1/pets', 'test_pro', { prefer: 'example=minute-exceeded' }))
  expect(limited).toMatchObject({ status: 429, headers: { 'X-RateLimit-Remaining': '0', 'Retry-After': '50' } })
  const day = await store.answer(get('/v1/pets', 'test_pro', { prefer: 'example=day-exceeded' }))
  expect([day.status, day.headers['X-RateLimit-Limit'], day.headers['Retry-After']]).toEqual([429, '10000', '86390'])
  expect(bodyOf(day)).toMatchObject({ message: expect.stringContaining('today') })
})

test.each([
  ['code=600', 'a status is a number from 200 to 599'],
  ['code=teapot', 'a status is a number from 200 to 599'],
  ['scenario=not-found', 'it applies only to getPet'],
  ['scenario=slwo', 'There is no scenario "slwo". Did you mean "slow"?'],
  ['example=nope', 'this operation has no such example. Examples: every-status,'],
  ['code=429, example=empty', 'this operation has no such example. Examples: minute-exceeded, day-exceeded'],
  ['delay=1s', 'a delay has 0 to 600000 milliseconds'],
  ['delay=600001', 'a delay has 0 to 600000 milliseconds'],
  ['delay=1.5', 'a delay has 0 to 600000 milliseconds'],
  ['delay=', 'a delay has 0 to 600000 milliseconds'],
  ['scenario=__proto__', 'There is no scenario "__proto__". There are: unauthorised,'],
])('answers 400 to Prefer: %s, and says what can be played', async (prefer, why) => {
  const reply = await testStore().answer(get('/v1/pets', 'test_pro', { prefer }))
  const message = expect.stringContaining(why)
  expect(bodyOf(reply)).toMatchObject({ code: 'invalid_preference', status: 400, message })
})

test('a delay can be asked for alone or with a scenario, and by default has the store’s latency', async () => {
  const store = testStore({ latencyMilliseconds: [10, 20] })
  const delay = async (prefer?: string) =>
    (await store.answer(get('/v1/pets', 'test_pro', { prefer }))).delayMilliseconds
  expect(await delay('delay=1500')).toBe(1500)
  expect(await delay('scenario=slow')).toBe(3000)
  expect(await delay('scenario=slow; delay=5')).toBe(5)
  expect(await delay('delay=0')).toBeUndefined()
  for (let call = 0; call < 20; call++) expect(await delay()).toSatisfy((one) => 10 <= Number(one) && Number(one) <= 20)
  expect(await testStore({ latencyMilliseconds: 20 }).answer(get('/v1/pets'))).toMatchObject({ delayMilliseconds: 20 })
})

/** How so many calls end. */
async function story(store: AnimalStore, count: number, prefer?: string): Promise<string[]> {
  const outcomes = []
  for (let call = 0; call < count; call++) {
    const { status, effect, delayMilliseconds } = await store.answer(get('/v1/pets', undefined, { prefer }))
    outcomes.push(`${status} ${effect} ${delayMilliseconds}`)
  }
  return outcomes
}

test('flaky fails for the same calls with the same seed', async () => {
  const withSeed = (seed: number) => story(testStore({ scenario: 'flaky', seed }), 50)
  const outcomes = await withSeed(1)
  expect(await withSeed(1)).toEqual(outcomes)
  expect(await withSeed(2)).not.toEqual(outcomes)
  const kinds = ['200 reset undefined', '200 undefined 1000', '200 undefined undefined', '500 undefined undefined']
  expect([...new Set(outcomes)].toSorted()).toEqual(kinds)
})

test('the end of flaky is that of flaky at any rate, and calls are counted under its id', async () => {
  const store = testStore({
    scenario: [{ scenario: 'flaky@0.2' }, { scenario: 'flaky@0.3' }, { scenario: 'flaky' }, { scenario: 'slow' }],
  })
  const sandbox = store.sandbox()
  await store.answer(get('/v1/pets'))
  expect(coverageOf(sandbox.journal).answers).toContainEqual(
    expect.objectContaining({ operation: 'listPets', scenario: 'flaky', calls: 1 }),
  )
  sandbox.stop('flaky@0.3')
  expect(sandbox.settings.scenario.map(({ scenario }) => scenario)).toEqual(['flaky@0.2', 'flaky', 'slow'])
  sandbox.stop('flaky')
  expect(sandbox.settings.scenario).toEqual([{ scenario: 'slow' }])
})

test.each(['flaky@', 'flaky@1.1', 'flaky@-0.1', 'flaky@x', 'flaky@1e-3', 'flaky@0.1@0.2', 'slow@0.3', '@0.3'])(
  '%s is no scenario, in code, in a link and in a header',
  async (name) => {
    const message = 'Only flaky takes a rate: from 0 to 1, as in flaky@0.3.'
    expect(() => testStore({ scenario: name as ScenarioName })).toThrow(message)
    expect(() => readStateLink(`scenario=${name}`)).toThrow(message)
    const reply = await testStore().answer(get('/v1/pets', undefined, { prefer: `scenario=${name}` }))
    expect([reply.status, reply.body]).toEqual([400, expect.stringContaining(message)])
  },
)

test('a reset starts the random numbers again, and a snapshot keeps their state', async () => {
  const store = testStore({ scenario: 'flaky', seed: 5 })
  const sandbox = store.sandbox()
  const next = () => story(store, 30)
  const first = await next()
  await sandbox.snapshot('between')
  const second = await next()
  expect(second).not.toEqual(first)
  await sandbox.reset()
  expect(await next()).toEqual(first)
  await sandbox.reset()
  sandbox.replaceSettings({ ...sandbox.settings, seed: 6 })
  await sandbox.restore('between')
  expect(sandbox.settings.seed).toBe(5)
  expect(await next()).toEqual(second)
  await sandbox.restore('between')
  expect(await next()).toEqual(second)
})
