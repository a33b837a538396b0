import { expect, test, vi } from 'vitest'
import { DatasetError } from '../../fixtures/index.ts'
import { replacingChange } from '../animals/items.ts'
import { BaseAnimals, MemoryItems, type Pet, createAnimalStore } from '../index.ts'
import { SandboxError } from '../world/sandbox-error.ts'
import { StorageError } from '../animals/storage-error.ts'
import { bodyOf, get, idsOf, post, testInstant, testStore } from '../testing/test-calls.ts'
import { completeSettings } from '../world/settings.ts'

const newPet = { name: 'x', categoryId: 1 }
const realClock = { mode: 'running', offsetMilliseconds: 0 } as const

test('sandboxes have animals, quotas, scenarios and clocks of their own', async () => {
  const store = testStore()
  await store.answer(post(newPet, 'test_pro.one'))
  store.sandbox('one').play('empty', { calls: 1 })
  store.sandbox('one').clock.advance(60_000)
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.two')))).toEqual([1, 2, 3])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.one')))).toEqual([])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.one')))).toEqual([1, 2, 3, 4])
  expect(store.sandbox().clock.now()).toBe(testInstant)
  expect(store.sandbox('two').journal.size).toBe(1)
})

test('says once a minute that the disk is full, and prints no stack for each call', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const animals = Object.assign(new MemoryItems(new BaseAnimals([])), {
    add: () => Promise.reject(new StorageError('The disk is full.')),
  })
  const store = testStore({ animals: { open: () => animals }, onFailure: undefined })
  for (let call = 0; call < 5; call++) {
    expect(bodyOf(await store.answer(post(newPet)))).toMatchObject({ status: 500, message: 'The disk is full.' })
  }
  expect(print.mock.calls).toEqual([['The disk is full.']])
  print.mockRestore()
})

test('reset brings all of a sandbox back to the start', async () => {
  const store = testStore({ scenario: { scenario: 'empty', calls: 3 } })
  const sandbox = store.sandbox()
  const first = await store.answer(get('/v1/pets', 'test_pro'))
  await store.answer(post(newPet))
  sandbox.clock.advance(1e9)
  sandbox.play('server-error')
  sandbox.set({ profile: { 'list-order': 'newest-first' } })
  const used = { minuteEndSeconds: 60, minuteUsed: 1, dayEndSeconds: 86_400, dayUsed: 1 }
  await sandbox.quotas.set('test_free', { ...used, refusals: 0, bannedUntilSeconds: 0 })
  await store.reset()
  expect(sandbox.settings.scenario).toEqual([{ scenario: 'empty', calls: 3 }])
  expect(sandbox.journal.total).toBe(0)
  expect(await sandbox.quotas.entries()).toEqual([])
  expect(await store.answer(get('/v1/pets', 'test_pro'))).toEqual(first)
  sandbox.stop()
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('each record comes with its sandbox', async () => {
  const records: string[] = []
  const store = testStore({
    onRecord: ({ number, reply }, { name }) => records.push(`${name} ${number} ${reply.status}`),
  })
  await store.answer(get('/v1/pets'))
  await store.answer(get('/v1/pets/9', 'test_pro.box'))
  expect(records).toEqual(['default 1 200', 'box 1 404'])
})

test('a snapshot brings back animals, ids, quotas and all settings, as often as wanted', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  await store.answer(post(newPet, 'test_free'))
  sandbox.set({ profile: { 'page-cap': '2' } })
  sandbox.play('slow', { operation: 'getPet' })
  sandbox.replaceSettings({ ...sandbox.settings, latencyMilliseconds: 7, seed: 9 })
  const { settings } = sandbox
  await sandbox.snapshot('before')
  for (let round = 0; round < 2; round++) {
    expect(bodyOf(await store.answer(post(newPet, 'test_free')))).toMatchObject({ id: 5 })
    await (await sandbox.animals).remove(2)
    sandbox.clock.advance(86_400_000)
    sandbox.replaceSettings(completeSettings({ fault: 'list-envelope' }))
    await sandbox.restore('before')
    expect(sandbox.settings).toEqual(settings)
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2])
    expect(sandbox.clock.now()).toBe(testInstant)
    expect((await sandbox.quotas.entries()).find(([key]) => key === 'test_free')?.[1].minuteUsed).toBe(1)
  }
  expect(sandbox.snapshots).toEqual(['before'])
  expect(sandbox.forgetSnapshot('before')).toBe(true)
  await expect(sandbox.restore('before')).rejects.toThrow('There is no snapshot "before". There are: none.')
})

test('a thousand sandboxes share one dataset', async () => {
  const store = createAnimalStore({ dataset: 'large' })
  for (let index = 0; index < 1200; index++) await store.answer(get('/v1/pets', `test_pro.s${index}`))
  expect(store.sandboxes).toHaveLength(1000)
})

test('an idle sandbox begins anew, also when nobody made another one meanwhile', async () => {
  let now = 0
  const store = testStore({ idleMilliseconds: 1000, realNow: () => now, clock: realClock })
  await store.answer(post(newPet, 'test_pro.box'))
  now += 999
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3, 4])
  now += 1000
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3])
})

test('own animals are checked at the start, and a small bigint becomes a number', async () => {
  const withSecond = (second: object) => () =>
    testStore({ dataset: [{ id: 5n, name: 'a', categoryId: 1 }, second as Pet] })
  expect(withSecond({ id: 2, name: 5, categoryId: 1 })).toThrow('its animal 2 is not a Pet of the interface')
  expect(withSecond({ id: 5, name: 'b', categoryId: 1 })).toThrow('same id')
  const store = testStore({ dataset: [{ id: 5n, name: 'a', categoryId: 1n }] })
  expect(bodyOf(await store.answer(get('/v1/pets/5')))).toEqual({ id: 5, name: 'a', categoryId: 1 })
})

test('a failure is answered even if it cannot be reported', async () => {
  const store = testStore({
    onFailure: () => {
      throw new Error('nobody listens')
    },
  })
  expect((await store.answer({} as never)).status).toBe(500)
})

test('a frozen clock stands, a set one runs on, an advanced one keeps its lead', () => {
  let now = 1000
  const { clock } = testStore({ clock: realClock, realNow: () => now }).sandbox()
  clock.set(50_000)
  now += 5
  expect(clock.now()).toBe(50_005)
  clock.freeze()
  now += 5
  expect(clock.now()).toBe(50_005)
  clock.advance(10)
  expect(clock.now()).toBe(50_015)
  clock.resume()
  now += 5
  expect(clock.now()).toBe(50_020)
  clock.freeze(new Date(7))
  clock.reset()
  expect(clock.now()).toBe(now)
  for (const wrong of [Number.NaN, -1, 9e15])
    expect(() => clock.set(wrong)).toThrow('expected an instant from 1970 to 9899')
})

test.each([
  [{ dataset: 'demmo' }, DatasetError, 'no such dataset. Datasets: demo, empty, one'],
  [{ dataset: 'empty', count: 4 }, DatasetError, 'it is empty'],
  [{ scenario: 'slo' }, SandboxError, /^There is no scenario "slo"\. Did you mean "slow"\?$/],
  [{ fault: 'no-such-fault-here' }, SandboxError, 'There is no fault "no-such-fault-here"'],
])('refuses the options %j', (options, type, message) => {
  const create = () => createAnimalStore(options as never)
  expect(create).toThrow(type)
  expect(create).toThrow(message)
})

test('animals that are loaded later are waited for, and a failure is answered with 500', async () => {
  const load = async () => [{ id: 8, name: 'Late', categoryId: 1 }]
  const store = testStore({ dataset: { name: 'late', count: 1, load } })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([8])
  const failures: unknown[] = []
  const fails = { name: 'broken', count: 1, load: () => Promise.reject(new Error('no file')) }
  const broken = testStore({ dataset: fails, onFailure: (error) => failures.push(error) })
  expect((await broken.answer(get('/v1/pets'))).status).toBe(500)
  expect(failures).toEqual([new Error('no file')])
})

test('animals can live elsewhere', async () => {
  const opened: string[] = []
  const store = testStore({
    animals: {
      open(sandbox, base, beginning) {
        opened.push(`${sandbox} ${typeof beginning === 'string' ? beginning : 'changes'}`)
        return new MemoryItems(base, beginning)
      },
      reset: () => void opened.push('reset'),
    },
  })
  await store.answer(post(newPet, 'test_pro.box'))
  await store.sandbox('box').snapshot('one')
  await store.sandbox('box').restore('one')
  store.forget('box')
  await store.reset()
  expect(opened).toEqual(['default kept', 'box kept', 'box changes', 'box dataset', 'reset', 'default dataset'])
  expect(await store.baseAnimals).toBeInstanceOf(BaseAnimals)
})

test('the same dataset, count and seed give the same animals', async () => {
  const bytes = async (seed: number) =>
    (await createAnimalStore({ dataset: 'demo', count: 100, seed }).answer(get('/v1/pets?limit=100'))).body
  expect(await bytes(7)).toBe(await bytes(7))
  expect(await bytes(7)).not.toBe(await bytes(8))
})

test('forgetting a sandbox makes it begin anew', async () => {
  const store = testStore()
  await store.answer(post(newPet, 'test_pro.box'))
  expect([store.forget('box'), store.forget('box')]).toEqual([true, false])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3])
  expect(() => store.sandbox('My Box')).toThrow('Invalid sandbox name "My Box"')
})

test('a listener gets the calls of every sandbox until it stops, and cannot spoil an answer', async () => {
  const failures: unknown[] = []
  const store = testStore({ onFailure: (error) => failures.push(error) })
  const seen: string[] = []
  const stop = store.subscribe(({ call: { target } }, { name }) => seen.push(`${name} ${target}`))
  const stopBroken = store.subscribe(() => {
    throw new Error('broken watcher')
  })
  expect((await store.answer(get('/v1/pets', 'test_pro.one'))).status).toBe(200)
  await store.reset()
  await store.answer(get('/v1/pets/1', 'test_pro.one'))
  stop()
  stopBroken()
  await store.answer(get('/v1/pets/2'))
  expect(seen).toEqual(['one /v1/pets', 'one /v1/pets/1'])
  expect(failures).toEqual([new Error('broken watcher'), new Error('broken watcher')])
})

test('replaced animals hide the dataset until a reset, get ids of their own, and stay in a snapshot', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  const pets = [
    { id: 40, name: 'Uno', categoryId: 9 },
    { id: 2, name: 'Due', categoryId: 9, status: 'sold' },
  ] as const
  await sandbox.replaceAnimals(replacingChange(await store.baseAnimals, pets, 4))
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([40, 2])
  expect(idsOf(await store.answer(get('/v1/pets?status=sold')))).toEqual([2])
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(404)
  await sandbox.snapshot('replaced')
  expect(bodyOf(await store.answer(post({ name: 'Tre', categoryId: 9 })))).toMatchObject({ id: 41 })
  await sandbox.reset()
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
  await sandbox.restore('replaced')
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([40, 2])
  await sandbox.replaceAnimals(replacingChange(await store.baseAnimals, [], 4))
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([])
  expect(bodyOf(await store.answer(post({ name: 'New', categoryId: 9 })))).toMatchObject({ id: 4 })
})

test('a sandbox can go back to the choices that it started with', () => {
  const sandbox = testStore({ profile: { ban: 'never' } }).sandbox()
  sandbox.set({ profile: { ban: '1/2', 'list-order': 'newest-first' } })
  sandbox.set({ profile: null })
  expect(sandbox.settings.profile).toMatchObject({ ban: 'never', 'list-order': 'oldest-first' })
})

test('a store knows the name of its dataset', () => {
  const stores = [createAnimalStore(), createAnimalStore({ dataset: 'empty' }), testStore()]
  expect(stores.map(({ dataset }) => dataset)).toEqual(['demo', 'empty', undefined])
})
