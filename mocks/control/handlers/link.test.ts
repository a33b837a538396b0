import { expect, test } from 'vitest'
import { get, idsOf, post, testFault } from '../../testing/test-calls.ts'
import type { Reply } from '../../entry.ts'
import { readStateLink } from '../../state-link/state-link.ts'
import { refused, testControl } from '../test-control.ts'

const at = '/sandboxes/default'

const full =
  'dataset=demo&count=70&seed=7&scenario=rate-limited:listPets:1&scenario=slow:getPet&fault=answers-201' +
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
    expect(answers.map(({ status }) => status)).toEqual([429, 201, 201])
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([71, 70, 69])
    states.push([answers, settings.profile, settings.scenario, clock.state, randomness.next()])
  }
  expect(states[1]).toEqual(states[0])
})

test('a state with its animals loads into any mock', async () => {
  const now = Date.UTC(2027, 0, 1)
  const clock = { mode: 'running', offsetMilliseconds: 0 } as const
  const animals = [{ id: 9223372036854775806n, name: 'Last', categoryId: 1 }]
  const used = testControl({ dataset: animals, clock, realNow: () => now })
  await used.store.answer(post({ name: 'New', categoryId: 2 }))
  await used.ask('PATCH', `${at}/settings`, { clock: { mode: 'running', at: '2030-12-04T23:59:30Z' } })
  await used.ask('PATCH', `${at}/settings`, { profile: { 'list-order': 'newest-first' } })
  used.store.sandbox().play('slow', { operation: 'getPet' })
  used.store.sandbox().set({ fault: testFault })
  const { value: state } = await used.ask('GET', `${at}/link?animals=yes`)
  expect(state).toMatchObject({
    link: expect.stringContaining('scenario=slow:getPet&fault=answers-201&clock=2030-12-04T23:59:'),
    leftOut: [],
    animals: [
      { id: 9223372036854775806n, name: 'Last' },
      { id: 9223372036854775807n, name: 'New' },
    ],
  })

  const fresh = testControl({ dataset: 'one', clock, realNow: () => now })
  expect(await fresh.ask('PUT', `${at}/link`, state)).toMatchObject({ status: 200 })
  expect((await fresh.ask('GET', `${at}/link?animals=yes`)).value).toEqual(state)
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
