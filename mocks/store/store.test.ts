import { expect, test, vi } from 'vitest'
import { BaseAnimals, MemoryItems, type Pet } from '../entry.ts'
import { StorageError } from '../animals/storage-error.ts'
import { bodyOf, get, idsOf, post, testInstant, testStore } from '../testing/test-calls.ts'
import { usualSettings } from '../world/settings.ts'

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
    sandbox.replaceSettings({ ...usualSettings, fault: 'list-envelope' })
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
