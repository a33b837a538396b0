import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bodyOf, get, idsOf, post, testStore } from '../../testing/test-calls.ts'
import type { Reply } from '../../index.ts'
import { readStateLink } from '../../world/state-link.ts'
import { refused, testControl } from '../test-control.ts'

const at = '/sandboxes/default'

const full =
  'dataset=demo&count=70&seed=7&scenario=rate-limited:listPets:1&scenario=slow:getPet&fault=create-answers-200' +
  '&clock=frozen@2030-12-05T00:00:00Z&list-order=newest-first&page-cap=3'

test('a link brings a sandbox to the same state anywhere, and is written again as it was', async () => {
  const used = testControl({ dataset: 'large', count: 500, seed: 3, profile: { removal: 'gone' }, scenario: 'empty' })
  await used.store.answer(post({ name: 'New', categoryId: 1 }))
  await used.ask('PUT', `${at}/quotas`, { key: 'test_pro', remaining: 0 })
  const fresh = testControl({ dataset: [{ id: 9, name: 'Own', categoryId: 1 }] })
  const states: unknown[] = []
  for (const { valueOf, store } of [used, fresh]) {
    expect(await valueOf('PUT', `${at}/link`, { link: full })).toMatchObject({ link: full, leftOut: [] })
    expect(await valueOf('GET', `${at}/link`)).toEqual({ link: full, leftOut: [] })
    const { settings, clock, randomness } = store.sandbox()
    expect(settings.profile).toMatchObject({ ...readStateLink(full).profile })
    const answers: Reply[] = []
    for (const call of [get('/v1/pets'), get('/v1/pets'), post({ name: 'New', categoryId: 1 })])
      answers.push(await store.answer(call))
    expect(answers.map(({ status }) => status)).toEqual([429, 200, 200])
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([71, 70, 69])
    states.push([answers, settings.profile, settings.scenario, clock.state, randomness.next()])
  }
  expect(states[1]).toEqual(states[0])
})

test('in code it gives the same mock as over the control API', async () => {
  const link = 'dataset=large&count=30&seed=4&page-cap=5'
  const { ask, store } = testControl()
  await ask('PUT', `${at}/link`, { link })
  const made = testStore(readStateLink(link))
  expect(bodyOf(await made.answer(get('/v1/pets')))).toEqual(bodyOf(await store.answer(get('/v1/pets'))))
  const added = post({ name: 'New', categoryId: 1 })
  expect(bodyOf(await made.answer(added))).toEqual(bodyOf(await store.answer(added)))
})

test('a reset goes back to the start of the mock, and its link with it', async () => {
  const { ask, valueOf, store } = testControl({
    dataset: 'demo',
    count: 65,
    seed: 5,
    clock: { mode: 'running', offsetMilliseconds: 0 },
  })
  const before = { link: 'dataset=demo&count=65&seed=5', leftOut: [] }
  expect(await valueOf('GET', `${at}/link`)).toEqual(before)
  await ask('PUT', `${at}/link`, { link: full })
  await store.sandbox().reset()
  expect(await valueOf('GET', `${at}/link`)).toEqual(before)
})

test('a sandbox of another name takes a link of its own', async () => {
  const { valueOf, store } = testControl()
  expect(await valueOf('PUT', '/sandboxes/pr-1/link', { link: 'dataset=one&clock=real' })).toMatchObject({
    link: 'dataset=one',
  })
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.pr-1')))).toEqual([1])
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('a running clock goes on from the instant in the link', async () => {
  let now = Date.UTC(2027, 0, 1)
  const { ask, valueOf } = testControl({
    dataset: 'one',
    clock: { mode: 'running', offsetMilliseconds: 0 },
    realNow: () => now,
  })
  await ask('PUT', `${at}/link`, { link: 'dataset=one&clock=2029-01-01T00:00:00Z' })
  now += 5000
  const link = 'dataset=one&clock=2029-01-01T00:00:05Z'
  expect(await valueOf('GET', `${at}/link`)).toEqual({ link, leftOut: [] })
})

test('a demo has its animals too, loads into any mock, and goes back to its start by one request', async () => {
  let now = Date.UTC(2027, 0, 1)
  const clock = { mode: 'running', offsetMilliseconds: 0 } as const
  const animals = [{ id: 9223372036854775806n, name: 'Last', categoryId: 1 }]
  const used = testControl({ dataset: animals, clock, realNow: () => now })
  await used.store.answer(post({ name: 'New', categoryId: 2 }))
  await used.ask('PATCH', `${at}/settings`, { clock: { mode: 'running', at: '2030-12-04T23:59:30Z' } })
  await used.ask('PATCH', `${at}/settings`, { profile: { 'list-order': 'newest-first' } })
  used.store.sandbox().play('slow', { operation: 'getPet' })
  used.store.sandbox().set({ fault: 'list-envelope' })
  const { value: demo } = await used.ask('GET', `${at}/link?demo=spring`)
  expect(demo).toMatchObject({
    demo: 'spring',
    link: expect.stringContaining('scenario=slow:getPet&fault=list-envelope&clock=2030-12-04T23:59:'),
    leftOut: [],
    animals: [
      { id: 9223372036854775806n, name: 'Last' },
      { id: 9223372036854775807n, name: 'New' },
    ],
  })

  const fresh = testControl({ dataset: 'one', clock, realNow: () => now })
  const sandbox = fresh.store.sandbox()
  expect(await fresh.ask('PUT', `${at}/link`, demo)).toMatchObject({ status: 200 })
  const start = await fresh.ask('GET', `${at}/link?demo=spring`)
  expect(start.value).toEqual(demo)
  await fresh.ask('PUT', `${at}/animals`, [])
  sandbox.stop()
  sandbox.set({ profile: { 'list-order': 'oldest-first' } })
  now += 3_600_000
  await fresh.ask('POST', `${at}/snapshots/demo-spring/restore`)
  expect((await fresh.ask('GET', `${at}/link?demo=spring`)).value).toEqual(demo)
  expect(sandbox.clock.now()).toBe(Date.UTC(2030, 11, 4, 23, 59, 30))
})

test('a call that comes as soon as a demo is there is not in its start', async () => {
  const { ask, store } = testControl({ dataset: 'one' })
  const loading = ask('PUT', `${at}/link`, { link: 'strict-service' })
  while (store.sandbox().settings.profile['name-check'] !== 'strict') await setImmediate()
  await (await store.sandbox().animals).remove(1)
  await loading
  await ask('POST', `${at}/snapshots/demo-strict-service/restore`)
  expect(await (await store.sandbox().animals).count()).toBe(60)
})

test('a demo of every mock is kept by its name as well, and a link is not', async () => {
  const { ask, store } = testControl()
  await ask('PUT', `${at}/link`, { link: 'dataset=one' })
  expect(store.sandbox().snapshots).toEqual([])
  await ask('PUT', `${at}/link`, { link: 'busy-minute' })
  expect(store.sandbox().snapshots).toEqual(['demo-busy-minute'])
})

test('says what no link can hold', async () => {
  const { ask, valueOf, store } = testControl()
  const leftOut = async () => ((await valueOf('GET', `${at}/link`)) as { leftOut: string[] }).leftOut
  expect(await leftOut()).toEqual(['The animals are of no dataset, so the link does not name them.'])
  await ask('PUT', `${at}/animals`, { dataset: 'demo', seed: 9 })
  expect(await leftOut()).toEqual(['Scenarios use the random seed 1.'])
  await ask('PUT', `${at}/link`, { link: 'dataset=demo' })
  expect(await leftOut()).toEqual([])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await ask('DELETE', `${at}/animals/61`)
  expect(await leftOut()).toEqual(['Animals were added, changed or removed since they were loaded.'])
  store.sandbox().playReply(await store.answer(get('/v1/pets/1')))
  expect(await leftOut()).toContain('Recorded replies are being played.')
  await ask('PUT', `${at}/animals`, [])
  expect(await leftOut()).toContain('The animals are of no dataset, so the link does not name them.')
})

test('names the dataset of animals that were restored, and whether they were changed since', async () => {
  const { ask, valueOf } = testControl({ dataset: 'demo' })
  const link = async () => await valueOf('GET', `${at}/link`)
  await ask('PUT', `${at}/animals`, { dataset: 'large', count: 5, seed: 7 })
  const loaded = await link()
  expect(loaded).toMatchObject({ link: expect.stringContaining('dataset=large&count=5&seed=7') as string })
  await ask('PUT', `${at}/snapshots/five`)
  await ask('DELETE', `${at}/animals/2`)
  const changed = await link()
  await ask('PUT', `${at}/snapshots/four`)
  for (const [snapshot, wanted] of [
    ['five', loaded],
    ['four', changed],
  ] as const) {
    await ask('POST', `${at}/reset`)
    await ask('POST', `${at}/snapshots/${snapshot}/restore`)
    expect(await link()).toEqual(wanted)
  }
})

test('names animals that were added and removed at the start too, for the next id is another', async () => {
  const { ask, valueOf, store } = testControl({ dataset: 'one' })
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await ask('DELETE', `${at}/animals/2`)
  expect(await valueOf('GET', `${at}/link`)).toMatchObject({ leftOut: [expect.stringContaining('were added')] })
})

test('the animals of the start are taken as they are, however many, also those of a file', async () => {
  const { ask, store } = testControl({ dataset: 'large', count: 150_000 })
  expect(await ask('PUT', `${at}/link`, { link: 'dataset=large&count=150000' })).toMatchObject({ status: 200 })
  expect(await (await store.sandbox().animals).count()).toBe(150_000)
  expect(await ask('PUT', `${at}/link`, { link: 'dataset=large&count=150000&seed=2' })).toMatchObject({ status: 400 })
  const pets = [{ id: 5, name: 'Rex', categoryId: 1 }]
  const own = testControl({ dataset: { name: 'animals.csv', count: undefined, load: () => pets } })
  const link = { link: 'dataset=animals.csv&count=1', leftOut: ['The animals are those of a file: animals.csv.'] }
  await own.ask('PATCH', `${at}/settings`, { clock: { mode: 'real' } })
  expect((await own.ask('GET', `${at}/link`)).value).toEqual(link)
  expect(await own.ask('PUT', `${at}/link`, { link: link.link })).toMatchObject({ status: 200 })
  expect(await own.ask('PUT', `${at}/link`, { link: 'dataset=animals.csv&count=7' })).toMatchObject(
    refused(400, 'The file animals.csv is read when a mock starts with it; here it has 1 animals.'),
  )
})

test('after the last instant of a clock, nothing comes, and every date of a reply has four digits for its year', async () => {
  let now = 0
  const { valueOf, statusOf, store } = testControl({ realNow: () => now })
  const last = 'clock=9900-01-01T00:00:00Z'
  for (const link of [last, last.replace('clock=', 'clock=frozen@')]) {
    expect(await statusOf('PUT', `${at}/link`, { link })).toBe(200)
    now += 1000
    expect(await valueOf('GET', at)).toMatchObject({ clock: { now: '9900-01-01T00:00:00.000Z' } })
    expect(await statusOf('GET', '/sandboxes')).toBe(200)
    expect(await valueOf('GET', `${at}/link`)).toMatchObject({ link: expect.stringContaining(link) as string })
    expect((await store.answer(get('/v1/pets'))).headers['Date']).toBe('Mon, 01 Jan 9900 00:00:00 GMT')
    store.sandbox().set({ profile: { 'retry-after': 'http-date', ban: '1/999999999' } })
    const { headers } = await store.answer(get('/v1/pets', 'test_banned'))
    expect(headers['Retry-After']).toBe('Thu, 10 Sep 9931 01:46:39 GMT')
  }
})
