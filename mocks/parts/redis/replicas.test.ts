import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Randomness } from '../../../fixtures/index.ts'
import { createControl } from '../../control/index.ts'
import { controlCall, readEvents } from '../../control/test-control.ts'
import type { AnimalStore, AnimalStoreOptions, Call } from '../../entry.ts'
import type { JournalEntry } from '../../journal/journal.ts'
import { newStore, storeOptions, tellCore } from '../../testing/play-table.ts'
import { redisState } from './index.ts'
import { askControl, openReplicas, useRedis, valueOf } from './test-replicas.ts'
import { hasRedis } from '../../testing/redis-server.ts'
import { bodyOf, get, idsOf, post, testInstant, testStore } from '../../testing/test-calls.ts'

const redisUrl = useRedis()
const at = '/sandboxes/default'

/** Test keys by how their quota begins. */
const startKeys = ['test_free', 'test_free_last', 'test_free_exhausted', 'test_banned']

const rex = { name: 'Rex', categoryId: 1 }

describe.skipIf(!(await hasRedis()))('replicas', { timeout: 30_000 }, () => {
  test('of 500 calls at once to four replicas, exactly as many pass as the plan allows', async () => {
    const { one, next } = openReplicas(redisUrl(), 4)
    for (let round = 0; round < 5; round++) {
      const key = `test_free.round-${round}`
      const replies = await Promise.all(Array.from({ length: 500 }, () => next().answer(get('/v1/pets', key))))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
      const left = replies.filter(({ status }) => status === 200).map(({ headers }) => headers['X-RateLimit-Remaining'])
      expect(new Set(left).size).toBe(60)
    }
    const [view] = await valueOf<{ refusals: number; isBanned: boolean }[]>(one, 'GET', '/sandboxes/round-4/quotas')
    expect(view?.isBanned).toBe(true)
  })

  test('a reply is held by the replica that made it, and released there', async () => {
    const { one, other } = openReplicas(redisUrl(), 2)
    await valueOf(other, 'POST', `${at}/scenarios`, { scenario: 'hold', operation: 'getPet', calls: 1 })
    const asked = one.fetch('/v1/pets/1', { headers: { authorization: 'Bearer test_pro' } })
    const held = async (store: AnimalStore) => valueOf<{ held: object[] }>(store, 'GET', `${at}/held`)
    await expect.poll(async () => (await held(one)).held).toMatchObject([{ call: { operation: 'getPet' } }])
    expect(await held(other)).toEqual({ held: [] })
    expect((await valueOf<{ entries: object[] }>(other, 'GET', `${at}/journal`)).entries).toHaveLength(1)
    await valueOf(one, 'POST', `${at}/held/release`, { reply: { status: 404 } })
    expect((await asked).status).toBe(404)
  })

  test('creations that meet changes of the control API get ids of their own, and none is lost', async () => {
    const { stores, next } = openReplicas(redisUrl(), 4)
    const created: { readonly id: number; readonly name: string }[] = []
    const create = async (name: string) => {
      const reply = await next().answer(post({ ...rex, name }, 'test_enterprise'))
      expect(reply.status).toBe(201)
      created.push(bodyOf(reply) as { id: number; name: string })
    }
    for (let round = 0; round < 10; round++) {
      const creating = Array.from({ length: 40 }, (_, index) => create(`${round}-${index}`))
      const { id } = await valueOf<{ id: number }>(next(), 'POST', `${at}/animals`, rex)
      creating.push(create(`${round}-last`))
      await valueOf(next(), 'PATCH', `${at}/animals/${id}`, { name: 'Other' })
      const fault = round % 2 === 0 ? 'list-envelope' : 'get-gone-early'
      await valueOf(next(), 'PATCH', `${at}/settings`, { fault })
      await valueOf(next(), 'DELETE', `${at}/animals/${id}`)
      await Promise.all(creating)
    }
    await valueOf(next(), 'PATCH', `${at}/settings`, { fault: null })
    expect(new Set(created.map(({ id }) => id)).size).toBe(410)
    for (const store of stores) {
      const { animals } = await valueOf<{ animals: unknown[] }>(store, 'GET', `${at}/animals?limit=1000&offset=3`)
      expect(animals).toHaveLength(410)
      expect(animals).toEqual(expect.arrayContaining(created))
    }
  })

  test('work that only looks at a sandbox cannot change its animals', async () => {
    const { next } = openReplicas(redisUrl(), 2)
    const look = next().within?.({ sandbox: 'default', use: 'look' }, async (store) => {
      await (await store.sandbox().animals).add(rex)
    })
    await expect(look).rejects.toThrow("use: 'change'")
    expect(idsOf(await next().answer(get('/v1/pets')))).toEqual([1, 2, 3])
  })

  test('a change that fails clears no journal', async () => {
    const { one } = openReplicas(redisUrl(), 1)
    await one.answer(get('/v1/pets'))
    const failing = one.within?.({ sandbox: 'default', use: 'change' }, (store) => {
      store.sandbox().journal.clear()
      throw new Error('It fails.')
    })
    await expect(failing).rejects.toThrow('It fails.')
    expect(await valueOf(one, 'GET', `${at}/journal`)).toMatchObject({ total: 1, entries: [{ number: 1 }] })
  })

  test('work on one sandbox is told at once where others are, and an invalid name makes none', async () => {
    const { next } = openReplicas(redisUrl(), 2)
    for (const use of ['look', 'make', 'change'] as const) {
      const other = next().within?.({ sandbox: 'box', use }, (store) => store.sandbox('other').name)
      await expect(other).rejects.toThrow('Use store.within({ sandbox: "other", use: "make" }')
    }
    const nested = next().within?.({ sandbox: 'box', use: 'change' }, (store) =>
      store.within?.({ sandbox: 'other', use: 'make' }, (own) => own.sandbox('other').name),
    )
    expect(await nested).toBe('other')
    const invalid = next().within?.({ use: 'make' }, (store) => store.sandbox('No Name'))
    await expect(invalid).rejects.toThrow('Invalid sandbox name "No Name"')
    expect((await askControl(next(), 'POST', '/sandboxes/No%20Name/reset')).status).toBe(400)
    const all = await valueOf<{ name: string }[]>(next(), 'GET', '/sandboxes')
    expect(all.map(({ name }) => name)).toEqual(['default', 'box', 'other'])
  })

  test('a scenario for three calls is played three times in all', async () => {
    const { one, next } = openReplicas(redisUrl(), 4)
    await valueOf(one, 'POST', `${at}/scenarios`, { scenario: 'unavailable', calls: 3 })
    const replies = await Promise.all(Array.from({ length: 60 }, () => next().answer(get('/v1/pets'))))
    expect(replies.filter(({ status }) => status === 503)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(57)
  })

  test('the journal has the calls of every replica, in one order, and waits for those of others', async () => {
    const { stores, one, other } = openReplicas(redisUrl(), 2)
    await one.answer(get('/v1/pets', 'test_pro.box'))
    await other.answer(get('/v1/pets/1', 'test_pro.box'))
    await one.answer(post(rex, 'test_pro.box'))
    type Shown = { total: number; entries: JournalEntry[] }
    const journals = await Promise.all(stores.map((store) => valueOf<Shown>(store, 'GET', '/sandboxes/box/journal')))
    expect(journals[0]).toEqual(journals[1])
    expect(journals[0]?.entries.map(({ number, operation }) => [number, operation])).toEqual([
      [1, 'listPets'],
      [2, 'getPet'],
      [3, 'createPet'],
    ])
    const waiting = valueOf<JournalEntry>(other, 'GET', '/sandboxes/box/journal/wait?operation=getPet&after=2')
    const stream = await createControl(one).answer(controlCall('GET', '/sandboxes/box/journal/events'))
    const { chunks: heard, stop } = readEvents(stream)
    await expect
      .poll(async () => {
        await other.answer(get('/v1/pets/2', 'test_pro.box'))
        return heard.join('')
      })
      .toContain('event: call')
    expect(await waiting).toMatchObject({ operation: 'getPet', status: 200 })
    await valueOf(other, 'DELETE', '/sandboxes/box/journal')
    await other.answer(get('/v1/pets', 'test_pro.box'))
    await expect.poll(() => heard.join('')).toMatch(/-0\nevent: cleared\n.*\n\nid: \w+-1\nevent: call\n/)
    await stop()
    expect(await valueOf(one, 'GET', '/sandboxes/box/journal')).toMatchObject({ total: 1, entries: [{ number: 1 }] })
  })

  test('the journal keeps the latest 1,000 calls, and at most 8 MiB of them', async () => {
    const { next } = openReplicas(redisUrl(), 2, { profile: { enterprise: '1000000/1000000' } })
    const journal = () => valueOf(next(), 'GET', `${at}/journal?limit=1`)
    await Promise.all(Array.from({ length: 1100 }, () => next().answer(get('/v1/pets/1'))))
    const first = { total: 1100, fitting: 1000, entries: [{ number: 1100 }] }
    expect([await journal(), await journal()]).toMatchObject([first, first])
    const count = (query: string) => askControl(next(), 'GET', `${at}/journal/count${query}`)
    expect(bodyOf(await count(''))).toEqual({ total: 1100, fitting: 1100 })
    expect((await count('?operation=createPet')).status).toBe(409)
    expect(bodyOf(await count('?operation=createPet&after=100'))).toMatchObject({ fitting: 0 })
    const long = { name: 'x'.repeat(900_000) }
    for (let call = 0; call < 12; call++) await next().answer(post(long))
    const { fitting } = (await journal()) as { fitting: number }
    expect(fitting).toBeGreaterThan(1)
    expect(fitting).toBeLessThan(10)
  })

  test('the sandbox that was idle longest makes room, and animals that are gone give theirs back', async () => {
    const options = { maxSandboxes: 3, sandboxBytes: 1000, totalBytes: 2000 }
    const { stores, next } = openReplicas(redisUrl(), 2, options)
    const names = async () => (await valueOf<{ name: string }[]>(next(), 'GET', '/sandboxes')).map(({ name }) => name)
    for (let round = 0; round < 12; round++) {
      for (const store of stores) expect((await store.answer(post(rex, `test_pro.box-${round}`))).status).toBe(201)
      expect((await next().answer(post(rex, `test_pro.box-${round}`))).status).toBe(201)
      expect((await next().answer(post(rex, `test_pro.box-${round}`))).status).toBe(507)
      await valueOf(next(), 'POST', `/sandboxes/box-${round}/reset`)
      expect((await next().answer(post(rex, `test_pro.box-${round}`))).status).toBe(201)
      await valueOf(next(), 'POST', `/sandboxes/box-${round}/reset`)
      if (round % 2 === 0) continue
      const recorded = { scenario: 'recorded', reply: { status: 200, body: 'x'.repeat(300) } }
      await valueOf(next(), 'POST', `/sandboxes/box-${round}/scenarios`, recorded)
      await valueOf(next(), 'DELETE', `/sandboxes/box-${round}`)
    }
    expect(await names()).toContain('box-10')
    expect(await names()).not.toContain('box-2')
  })

  test('replicas that were started with other options are refused, and so is another dataset', async () => {
    const prefix = `test-${randomUUID()}`
    const open = async (options: AnimalStoreOptions) => {
      const state = redisState({ url: redisUrl(), prefix })
      const store = testStore({ ...options, state, onFailure: () => undefined })
      onTestFinished(() => state.close())
      return { store, refusal: await state.connect().then(() => '', String) }
    }
    await expect(redisState({ url: redisUrl(), prefix }).connect()).rejects.toThrow(
      'give it to createAnimalStore first',
    )
    const first = await open({ profile: { paging: 'link' } })
    const same = await open({ profile: { paging: 'link' } })
    const other = await open({ fault: 'list-envelope', latencyMilliseconds: 5, strictSandboxes: true })
    const another = await open({ dataset: 'demo', profile: { paging: 'link' } })
    expect([first.refusal, same.refusal]).toEqual(['', ''])
    expect(other.refusal).toContain(
      'other replicas were started with another fault, latencyMilliseconds, profile, strictSandboxes.',
    )
    expect(another.refusal).toContain('it holds sandboxes that begin with animals of its own (3 animals, seed 1)')
    expect(await other.store.answer(get('/v1/pets'))).toMatchObject({ status: 503 })
    const added = await askControl(first.store, 'POST', '/keys', { key: 'own_key', plan: 'pro' })
    expect(added.body).toContain('--keys')
    expect(() => first.store.sandbox()).toThrow('shared by replicas')
  })

  test('where sandboxes are strict, a call that names none is refused', async () => {
    const { one } = openReplicas(redisUrl(), 1, { strictSandboxes: true })
    const statuses = ['test_pro', 'test_pro.box'].map(async (key) => (await one.answer(get('/v1/pets', key))).status)
    expect(await Promise.all(statuses)).toEqual([400, 200])
  })

  test('a call gets the same bytes as from memory', async () => {
    const { next } = openReplicas(redisUrl(), 3, storeOptions({}))
    const memory = newStore()
    const turns = { answer: (call: Parameters<AnimalStore['answer']>[0]) => next().answer(call) } as AnimalStore
    expect(await tellCore(turns)).toEqual(await tellCore(memory))
  })

  test('calls at once are counted as in memory one after another, whatever the clock and the terms are', async () => {
    const randomness = new Randomness(7)
    const draw = <T>(of: readonly T[]): T => of[Math.floor(randomness.next() * of.length)] as T
    const quotasOf = (store: AnimalStore) => valueOf(store, 'GET', `${at}/quotas`)
    for (const ban of ['2/30', '1/100', 'never']) {
      for (const windowStart of ['clock', 'first-call'] as const) {
        const profile = { ban, 'window-start': windowStart }
        const { next } = openReplicas(redisUrl(), 2, { profile, realNow: undefined })
        const memory = testStore({ profile, realNow: undefined })
        let now = testInstant
        for (let step = 0; step < 60; step++) {
          const key = draw(startKeys)
          const call = draw([get('/v1/pets?limit=100', key), post(rex, key), post({}, key)])
          const times = draw([1, 2, 5, 70])
          const told = async (store: AnimalStore) => {
            const calls = Array.from({ length: times }, () => store.answer(call))
            return (await Promise.all(calls)).map(({ status, headers, body }) => ({ status, headers, body }))
          }
          expect(await told(next()), `${JSON.stringify(profile)}, step ${step}: ${times} times ${key}`).toEqual(
            await told(memory),
          )
          expect(await quotasOf(next()), `step ${step}`).toEqual(await quotasOf(memory))
          now += draw([0, 1, 29, 60, 61, 110, 120, 121, 86_400, -30, -100_000]) * 1000
          const clock = { at: new Date(now).toISOString() }
          for (const store of [next(), memory]) await valueOf(store, 'PATCH', `${at}/settings`, { clock })
        }
      }
    }
  })

  test('the journal has of different calls at once what it has in memory', async () => {
    const calls = [
      get('/v1/pets', 'test_pro', { 'x-own': 'a', prefer: 'scenario=malformed-json' }),
      post({ ...rex, name: 'Zoë' }, 'test_free'),
      get('/v1/none', 'test_business', { 'x-own': 'b', 'x-more': 'c' }),
      get('/v1/pets', null),
      post(new Uint8Array([0xff]), 'test_enterprise', { prefer: 'delay=5' }),
    ]
    const entriesOf = async (store: AnimalStore) => {
      await store.answer(get('/v1/pets/1', 'test_free_last'))
      await Promise.all(calls.map((call) => store.answer(call)))
      const { entries } = await valueOf<{ entries: JournalEntry[] }>(store, 'GET', `${at}/journal`)
      // Each has another status and target.
      const told = entries.map((entry) => ({ ...entry, number: 0, tookMilliseconds: 0 }))
      return Object.fromEntries(told.map((entry) => [`${entry.status} ${entry.target}`, entry]))
    }
    expect(await entriesOf(openReplicas(redisUrl(), 1).one)).toEqual(await entriesOf(testStore()))
  })

  test('a long sequence of calls and changes is the same as in memory', async () => {
    const until = new Date(testInstant + 3_600_000).toISOString()
    const options = { realNow: undefined, seed: 3, keys: { 'old-key-1': { plan: 'pro', until } } } as const
    const { next } = openReplicas(redisUrl(), 3, options)
    const memory = testStore(options)
    const randomness = new Randomness(11)
    const draw = <T>(of: readonly T[]): T => of[Math.floor(randomness.next() * of.length)] as T
    const keys = [...startKeys, 'test_pro.box', 'test_revoked', 'old-key-1', null]
    let now = testInstant
    const control = (method: string, path: string, body?: unknown) => controlCall(method, `${at}${path}`, body)
    const steps: readonly (() => Call)[] = [
      () => get(draw(['/v1/pets', '/v1/pets?limit=2', '/v1/pets/1', '/v1/pets/4', '/v1/none']), draw(keys)),
      () => get('/v1/pets', draw(keys), { prefer: draw(['code=404', 'example=empty', 'scenario=last-request']) }),
      () => post(draw([rex, {}, { ...rex, name: 'Zoë 🐕\ud800' }, { ...rex, status: 'sold' }]), draw(keys)),
      () => post({ ...rex, categoryId: 2n ** 63n - 1n }, draw(keys)),
      () => {
        now += draw([0, 1, 29, 61, 121, 86_400, -30, -100_000]) * 1000
        return control('PATCH', '/settings', { clock: { at: new Date(now).toISOString() } })
      },
      () => control('POST', '/clock/advance', { seconds: draw([0.5, 59, 60, 3600]) }),
      () => control('PUT', '/quotas', { key: 'test_free', minuteUsed: draw([59, 60, 5]) }),
      () => control('PATCH', '/settings', { profile: { ban: draw(['never', '2/30', '1/100']) } }),
      () => control('PATCH', '/settings', { profile: { 'window-start': draw(['clock', 'first-call']) } }),
      () => control('PATCH', '/settings', { profile: { 'rate-anonymous': draw(['yes', 'no']) } }),
      () => control('PATCH', '/settings', { profile: { 'duplicate-names': draw(['accept', 'reject']) } }),
      () =>
        control('POST', '/scenarios', {
          scenario: draw(['slow', 'empty', 'last-request', 'not-found']),
          calls: draw([1, 2]),
        }),
      () => control('DELETE', '/scenarios'),
      () => control('PATCH', '/settings', { fault: draw(['list-envelope', 'create-answers-200']) }),
      () => control('PATCH', '/settings', { fault: null }),
      () =>
        control(
          'POST',
          '/animals',
          draw([{ id: 2, ...rex }, rex, { id: 2n ** 53n + 5n, ...rex }, { id: 2n ** 63n - 2n, ...rex }]),
        ),
      () => control('DELETE', `/animals/${draw([1, 2, 4, 5])}`),
      () => control('PATCH', `/animals/${draw([1, 2, 4])}`, { name: draw(['A', 'B']) }),
      () => control('PUT', '/animals', draw([[{ id: 9, ...rex }], { dataset: 'demo', count: 3 }])),
      () => control('PUT', `/snapshots/${draw(['a', 'b'])}`),
      () => control('DELETE', `/snapshots/${draw(['a', 'b'])}`),
      () => control('POST', `/snapshots/${draw(['a', 'b'])}/restore`),
      () => controlCall('POST', draw([`${at}/reset`, '/sandboxes/box/reset', '/reset'])),
      () => controlCall('DELETE', '/sandboxes/box'),
      () => controlCall('POST', '/sandboxes', { name: 'box' }),
      () => control('PUT', '/link', { link: `list-order=newest-first&clock=frozen@${new Date(now).toISOString()}` }),
      () => control('DELETE', '/journal'),
      () => controlCall('GET', draw(['', '/sandboxes', at, `${at}/quotas`, `${at}/held`])),
      () => control('GET', '/animals?search=zo%C3%AB'),
      () => control('GET', '/journal'),
    ]
    const tell = async (store: AnimalStore, call: Call) => {
      const { status, headers, body } = call.target.startsWith('/_mock')
        ? await createControl(store).answer(call)
        : await store.answer(call)
      // What follows the real time differs in any case.
      return { status, headers, body: String(body).replaceAll(/"(?:tookMilliseconds|lastUsedAt)":[^,}]+/g, '') }
    }
    for (let step = 0; step < 400; step++) {
      // Calls of the interface come most often, and some of them at once.
      const isOfInterface = randomness.next() < 0.5
      const call = draw(isOfInterface ? steps.slice(0, 4) : steps)()
      // Each that prefers its last request sets the quota, and another may come between that and its count.
      const times = isOfInterface && call.headers['prefer'] === undefined && randomness.next() < 0.3 ? 5 : 1
      const tellAll = async (store: AnimalStore) => {
        const told = await Promise.all(Array.from({ length: times }, () => tell(store, call)))
        return told.map((reply) => JSON.stringify(reply)).toSorted()
      }
      expect(
        await tellAll(next()),
        `step ${step}: ${times} times ${call.method} ${call.target} ${String(call.body)}`,
      ).toEqual(await tellAll(memory))
      // In memory, calls at once have the order in which they end.
      const clearing = controlCall('DELETE', `${at}/journal`)
      if (times > 1) expect(await tell(next(), clearing)).toEqual(await tell(memory, clearing))
    }
  })
})
