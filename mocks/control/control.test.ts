import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pet, validateError } from '../../spec/index.ts'
import { bodyOf, get, idsOf, post, testFault } from '../testing/test-calls.ts'
import { createControl } from './index.ts'
import { callOf, controlCall, controlRoutes, ownHeaders, refused, testControl } from './test-control.ts'

const at = '/sandboxes/default'

test('shows the mock at a glance, with a slash at the end, too', async () => {
  const { valueOf, store } = testControl({ dataset: 'demo', keys: { 'own-key-of-a-shop': 'pro' } })
  await store.answer(get('/v1/pets', 'test_pro.other'))
  const clock = { mode: 'frozen', now: '2027-01-01T00:00:10.000Z' }
  expect(await valueOf('GET', '')).toMatchObject({
    interfaceVersion: '1.0.0',
    basePath: '/v1',
    dataset: { name: 'demo', animals: 60 },
    keys: [{ id: 'own-1', name: 'own-…', plan: 'pro', sandbox: 'default' }],
    sandboxes: [
      { name: 'default', animals: 60, calls: 0, fault: null, clock },
      { name: 'other', animals: 60, calls: 1 },
    ],
  })
  expect(await valueOf('GET', '/')).toEqual(await valueOf('GET', ''))
})

// Sandboxes and snapshots

test('shows a sandbox as a whole, and what ended by itself is gone', async () => {
  const { ask, valueOf, store } = testControl({ profile: { ban: 'never' } })
  const sandbox = store.sandbox()
  await ask('POST', `${at}/scenarios`, { scenario: 'empty', operation: 'listPets', calls: 1 })
  await ask('PATCH', `${at}/settings`, { fault: testFault })
  await sandbox.snapshot('before')
  expect(await valueOf('GET', at)).toEqual({
    name: 'default',
    animals: 3,
    calls: 0,
    scenarios: ['empty'],
    playing: [{ scenario: 'empty', summary: 'the list is empty', operation: 'listPets', calls: 1, status: null }],
    held: 0,
    fault: { id: testFault, clause: expect.any(String), summary: expect.any(String) },
    choices: { ban: 'never' },
    latencyMilliseconds: 0,
    quotas: [],
    clock: { mode: 'frozen', now: '2027-01-01T00:00:10.000Z' },
    snapshots: ['before'],
    lastUsedAt: expect.any(String),
  })
  await store.answer(get('/v1/pets', 'test_pro'))
  expect(await valueOf('GET', at)).toMatchObject({
    calls: 1,
    scenarios: [],
    playing: [],
    quotas: [{ id: 'test_pro', minute: { used: 1, remaining: 299 } }],
  })
})

test('a sandbox is forgotten once, and the default one is reset instead', async () => {
  const { ask, statusOf, store } = testControl()
  await ask('POST', '/sandboxes', { name: 'a' })
  expect([await statusOf('DELETE', '/sandboxes/a'), await statusOf('DELETE', '/sandboxes/a')]).toEqual([204, 404])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await ask('DELETE', at)
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('a reset of all brings the default sandbox back and forgets the others', async () => {
  const { ask, valueOf, store } = testControl()
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await ask('PATCH', '/sandboxes/other/settings', { clock: { mode: 'real' } })
  expect(await valueOf('POST', '/reset')).toMatchObject({ sandboxes: [{ name: 'default', animals: 3, calls: 0 }] })
})

test('snapshots are taken, gone back to and forgotten', async () => {
  const { valueOf, statusOf, store } = testControl()
  expect(await valueOf('PUT', `${at}/snapshots/before`)).toEqual(['before'])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  expect(await valueOf('POST', `${at}/snapshots/before/restore`)).toMatchObject({ animals: 3 })
  const forget = () => statusOf('DELETE', `${at}/snapshots/before`)
  expect([await forget(), await forget()]).toEqual([204, 404])
})

// Clock

test.each([
  [{ mode: 'frozen' }, '2027-01-01T00:00:10.000Z'],
  [{ mode: 'frozen', at: '2030-12-05T00:00:00Z' }, '2030-12-05T00:00:00.000Z'],
  [{ at: '2030-12-05T01:30:00.250+01:00' }, '2030-12-05T00:30:00.250Z'],
  [{ at: '2028-02-29' }, '2028-02-29T00:00:00.000Z'],
])('clock %j stands at %s', async (body, now) => {
  const { valueOf } = testControl()
  expect(await valueOf('PATCH', `${at}/settings`, { clock: body })).toMatchObject({ clock: { mode: 'frozen', now } })
  expect(await valueOf('GET', at)).toMatchObject({ clock: { mode: 'frozen', now } })
})

test('a clock runs on from where it was set, advances, and goes back to real time', async () => {
  let now = 1_000_000
  const { valueOf } = testControl({ realNow: () => now })
  const set = (clock: object) => valueOf('PATCH', `${at}/settings`, { clock })
  const advance = (seconds: number) => valueOf('POST', `${at}/clock/advance`, { seconds })
  const running = (instant: string) => ({ mode: 'running', now: instant })
  const begun = running('2029-01-01T00:00:00.000Z')
  expect(await set({ mode: 'running', at: '2029-01-01' })).toMatchObject({ clock: begun })
  now += 5000
  expect(await advance(60.5)).toEqual(running('2029-01-01T00:01:05.500Z'))
  expect(await advance(-65.5)).toEqual(begun)
  expect(await set({ mode: 'real' })).toMatchObject({ clock: { mode: 'real', now: '1970-01-01T00:16:45.000Z' } })
})

// Scenarios, faults, profiles

test('a scenario is played for an operation and a number of calls, and ends by itself or on demand', async () => {
  const { ask, valueOf, store } = testControl()
  const play = { scenario: 'server-error', operation: 'listPets', calls: 1 }
  expect(await valueOf('POST', `${at}/scenarios`, play)).toMatchObject({ playing: [play] })
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(200)
  expect((await store.answer(get('/v1/pets'))).status).toBe(500)
  expect(await valueOf('GET', at)).toMatchObject({ playing: [] })
  for (const scenario of ['unavailable', 'empty']) await ask('POST', `${at}/scenarios`, { scenario })
  const left = { playing: [{ scenario: 'unavailable' }] }
  expect(await valueOf('DELETE', `${at}/scenarios/empty`)).toMatchObject(left)
  expect(await valueOf('DELETE', `${at}/scenarios/empty`)).toMatchObject(left)
  expect(await valueOf('DELETE', `${at}/scenarios`)).toEqual({ playing: [] })
})

test('a held reply is listed with its call, and is released as it is, changed or cut', async () => {
  const { ask, valueOf, store } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  await ask('POST', `${at}/scenarios`, { scenario: 'hold', operation: 'getPet' })
  const call = () => store.fetch('/v1/pets/1', { headers: { authorization: 'Bearer own-key-of-a-shop' } })
  const heldOnes = async () =>
    ((await valueOf('GET', `${at}/held`)) as { held: { id: number; heldAt: string; call: object }[] }).held
  const asked = [call(), call(), call()]
  await expect.poll(heldOnes).toHaveLength(3)
  const held = await heldOnes()
  expect(held[0]).toMatchObject({ call: { number: 1, operation: 'getPet', response: { effect: 'hold' } } })
  expect(JSON.stringify(held)).not.toContain('own-key-of-a-shop')
  expect(Math.abs(Date.now() - Date.parse(held[0]?.heldAt ?? ''))).toBeLessThan(5000)

  const release = (body: object) => ask('POST', `${at}/held/release`, body)
  const changed = await release({ id: held[1]?.id, reply: { status: 503 } })
  expect(changed.value).toMatchObject({ held: [{ id: held[0]?.id }, { id: held[2]?.id }] })
  expect((await asked[1])?.status).toBe(503)
  await release({ id: held[0]?.id, reply: { effect: 'reset' } })
  await expect(asked[0]).rejects.toThrow('Failed to fetch')
  expect(await release({ id: held[1]?.id })).toMatchObject(refused(404, 'held'))
  expect((await release({})).value).toEqual({ held: [] })
  expect((await asked[2])?.status).toBe(200)
})

test('the reply to a call of the journal is played again, for its operation and as often as asked', async () => {
  const { ask, valueOf, store } = testControl()
  const first = await store.answer(get('/v1/pets?limit=1'))
  await store.answer(post({ name: 'Rex', categoryId: 1 }))
  expect(await ask('POST', `${at}/scenarios`, { scenario: 'recorded', call: 1, calls: 2 })).toMatchObject({
    status: 201,
    value: { playing: [{ scenario: 'recorded', operation: 'listPets', calls: 2, status: 200 }] },
  })
  expect((await store.answer(get('/v1/pets/2'))).body).not.toBe(first.body)
  expect((await store.answer(get('/v1/pets'))).body).toBe(first.body)
  expect(await valueOf('GET', at)).toMatchObject({ playing: [{ calls: 1 }] })
  expect(await valueOf('GET', `${at}/journal?scenario=recorded`)).toMatchObject({
    fitting: 1,
    entries: [{ scenario: 'recorded', reason: expect.arrayContaining(['Scenario recorded was played.']) }],
  })
  expect((await store.answer(get('/v1/pets?limit=100'))).body).toBe(first.body)
  expect((await store.answer(get('/v1/pets'))).body).not.toBe(first.body)
})

test('settings are changed together, or not at all', async () => {
  const { ask, store } = testControl({ dataset: 'demo' })
  const { settings } = store.sandbox()
  const patch = {
    seed: 7,
    scenario: [{ scenario: 'slow', operation: 'getPet', calls: 2 }, { scenario: 'flaky@0.3' }],
    fault: testFault,
    clock: { mode: 'frozen', at: '2030-12-05' },
    latencyMilliseconds: [1, 2],
    journal: { entries: 5 },
    profile: { 'list-order': 'newest-first' },
  }
  const wrong = await ask('PATCH', `${at}/settings`, { ...patch, profile: { 'list-order': 'newest' } })
  expect(wrong).toMatchObject(refused(400, 'The silence "list-order" has no choice "newest"'))
  expect(store.sandbox().settings).toEqual(settings)
  expect((await ask('PATCH', `${at}/settings`, patch)).status).toBe(200)
  expect(store.sandbox().settings).toEqual({
    ...patch,
    clock: { mode: 'frozen', atMilliseconds: Date.UTC(2030, 11, 5) },
    journal: { ...settings.journal, entries: 5 },
    profile: { ...settings.profile, 'list-order': 'newest-first' },
  })
})

// Keys and quotas

test('an own key is made known, listed masked, and forgotten by its id', async () => {
  const { ask, valueOf, store } = testControl()
  const key = 'own-key-of-a-shop'
  const shown = { id: 'own-1', name: 'own-…', plan: 'business', standing: 'valid', start: 'full', sandbox: 'shop' }
  expect(await valueOf('POST', '/keys', { key, plan: 'business', sandbox: 'shop' })).toMatchObject(shown)
  expect((await store.answer(get('/v1/pets', key))).headers['X-RateLimit-Limit']).toBe('1000')
  const life = { from: '2026-12-01T09:00:00Z', until: '2026-12-01T10:00:00Z' }
  expect(await valueOf('POST', '/keys', { key, ...life })).toMatchObject({ plan: 'free', ...life })
  expect((await store.answer(get('/v1/pets', key))).status).toBe(401)
  expect(await valueOf('GET', '/keys')).toHaveLength(1)
  await ask('DELETE', '/keys/own-1')
  expect(await valueOf('GET', '/keys')).toEqual([])
})

test('no reply shows a whole key of one’s own, also once it is removed', async () => {
  const key = 'own-key-of-a-shop'
  const keys = [key, 'test_free.OWN-KEY', 'own-key-in-the-wrong-place']
  const { ask, store, control } = testControl({ keys: Object.fromEntries(keys.map((own) => [own, 'pro'])) })
  await store.answer(get(`/v1/pets?status=${key}`, key, { 'x-key': key }))
  await store.answer(post({ name: key, categoryId: 1 }, key))
  await store.answer(get('/v1/pets', 'test_free.OWN-KEY'))
  await store.answer(get('/v1/pets', 'test_pro', { 'x-note': 'own-key-in-the-wrong-place' }))
  await ask('PUT', `${at}/quotas`, { key, remaining: 1 })
  for (const isRemoved of [false, true]) {
    if (isRemoved) for (const own of keys) store.keys.remove(own)
    for (const route of controlRoutes.filter(({ method }) => method === 'GET')) {
      // Animals are what clients sent: one that is named like a key is shown with its name.
      if (route.path.includes('/animals')) continue
      const { body } = await control.answer(callOf(route))
      for (const own of keys) expect(body, `${route.path}, removed: ${isRemoved}`).not.toContain(own)
    }
  }
  expect(await ask('DELETE', `/keys/${key}`)).toMatchObject({ status: 404, message: expect.not.stringContaining(key) })
  expect((await ask('PUT', `${at}/quotas`, { key: `${key}x`, remaining: 1 })).message).not.toContain(key)
})

const secondsOf = (text: string) => Date.parse(text) / 1000

test('quotas are listed for each key that called', async () => {
  const { valueOf, store } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  await store.answer(get('/v1/pets', 'own-key-of-a-shop'))
  await store.answer(get('/v1/pets', 'test_free'))
  await store.answer(get('/v1/pets', 'test_free'))
  expect(await valueOf('GET', `${at}/quotas`)).toEqual([
    expect.objectContaining({ id: 'own-1', name: 'own-…', plan: 'pro' }),
    {
      id: 'test_free',
      name: 'test_free',
      plan: 'free',
      minute: { used: 2, limit: 60, remaining: 58, resetAtSeconds: secondsOf('2027-01-01T00:01:00Z') },
      day: { used: 2, limit: 1000, remaining: 998, resetAtSeconds: secondsOf('2027-01-02T00:00:00Z') },
      refusals: 0,
      isBanned: false,
      bannedUntilSeconds: null,
    },
  ])
  store.keys.remove('own-key-of-a-shop')
  expect(await valueOf('GET', `${at}/quotas`)).toMatchObject([{ id: null, name: 'own-…', plan: null }, {}])
})

test('a key is banned for a while, and requests that are left lift the ban', async () => {
  const { ask, valueOf, store } = testControl()
  const quota = (change: object) => valueOf('PUT', `${at}/quotas`, { key: 'test_free', ...change })
  const call = async () => (await store.answer(get('/v1/pets', 'test_free'))).status
  expect(await quota({ bannedForSeconds: 300 })).toMatchObject({
    isBanned: true,
    bannedUntilSeconds: secondsOf('2027-01-01T00:05:10Z'),
  })
  expect(await call()).toBe(429)
  expect(await quota({ minuteUsed: 0 })).toMatchObject({ isBanned: true })
  expect(await quota({ remaining: 5 })).toMatchObject({ isBanned: false, minute: { remaining: 5 } })
  expect(await call()).toBe(200)
  const left = { minute: { remaining: 0 }, day: { remaining: 1 } }
  expect(await quota({ minuteUsed: 60, dayUsed: 999 })).toMatchObject(left)
  await ask('DELETE', `${at}/quotas`)
  expect(await valueOf('GET', `${at}/quotas`)).toEqual([])
})

// Animals

test('animals are listed from an offset on, by status and by a search', async () => {
  const { valueOf } = testControl({ dataset: 'demo' })
  const list = async (query: string) =>
    (await valueOf('GET', `${at}/animals${query}`)) as { readonly total: number; readonly animals: readonly Pet[] }
  const all = await list('?limit=1000')
  expect(all).toMatchObject({ total: 60, offset: 0, limit: 1000 })
  expect((await list('')).animals).toEqual(all.animals.slice(0, 20))
  expect(await list('?offset=55&limit=10')).toMatchObject({ total: 60, animals: all.animals.slice(55) })
  expect(await list('?offset=60')).toMatchObject({ total: 60, animals: [] })
  const sold = all.animals.filter(({ status }) => status === 'sold')
  expect(await list('?status=sold&limit=2&offset=1')).toMatchObject({ total: sold.length, animals: sold.slice(1, 3) })
  const named = all.animals.filter(({ name }) => name.toLowerCase().includes('the b'))
  expect(named.length).toBeGreaterThan(2)
  expect(await list('?search=THE%20B&limit=2')).toMatchObject({ total: named.length, animals: named.slice(0, 2) })
  expect((await list('?search=17')).animals.map(({ id }) => id)).toEqual([17])
  await valueOf('POST', `${at}/animals`, { name: 'E\u0301cho', categoryId: 1 })
  expect(await list('?search=%C3%A9CH')).toMatchObject({ total: 1 })
})

test('an animal is added, with an id of its own once, changed and removed, with exact int64', async () => {
  const { ask, valueOf, statusOf, store } = testControl()
  const added = { name: 'New', categoryId: 1 }
  expect(await valueOf('POST', `${at}/animals`, added)).toEqual({ id: 4, ...added })
  const big = '{"id":9223372036854775807,"name":"Omega","categoryId":-9223372036854775808,"status":"sold"}'
  const put = await ask('POST', `${at}/animals`, big)
  expect([put.status, put.reply.body]).toEqual([201, big])
  // A second one would replace it without a word.
  expect(await statusOf('POST', `${at}/animals`, big)).toBe(400)
  expect((await store.answer(get('/v1/pets/9223372036854775807'))).body).toBe(big)
  expect((await ask('PATCH', `${at}/animals/9223372036854775807`, { status: null, name: 'O' })).reply.body).toBe(
    '{"id":9223372036854775807,"name":"O","categoryId":-9223372036854775808}',
  )
  const change = { categoryId: 7, status: 'sold' }
  expect(await valueOf('PATCH', `${at}/animals/1`, change)).toEqual({ id: 1, name: 'Rex', ...change })
  expect([await statusOf('DELETE', `${at}/animals/1`), await statusOf('DELETE', `${at}/animals/1`)]).toEqual([204, 404])
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([2, 3, 4, 9223372036854775807n])
})

test('changes to one animal at the same time are all kept', async () => {
  const { ask, store } = testControl()
  const change = (body: object) => ask('PATCH', `${at}/animals/1`, body)
  const whole = { name: 'Max', categoryId: 9, status: 'pending' }
  await Promise.all(Object.entries(whole).map(([member, value]) => change({ [member]: value })))
  expect(bodyOf(await store.answer(get('/v1/pets/1')))).toEqual({ id: 1, ...whole })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('all animals are replaced by those given or by a dataset, until a reset', async () => {
  const { ask, valueOf, store } = testControl()
  const ids = async () => idsOf(await store.answer(get('/v1/pets?limit=100')))
  const given = [
    { id: 9, name: 'Nine', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Two', categoryId: 1 },
  ]
  expect(await valueOf('PUT', `${at}/animals`, given)).toEqual({ total: 2 })
  expect(bodyOf(await store.answer(get('/v1/pets')))).toEqual(given)
  expect(await valueOf('PUT', `${at}/animals`, { dataset: 'demo', count: 5, seed: 3 })).toEqual({ total: 5 })
  expect(await ids()).toEqual([1, 2, 3, 4, 5])
  expect(await valueOf('PUT', `${at}/animals`, [])).toEqual({ total: 0 })
  expect(await ids()).toEqual([])
  await ask('POST', `${at}/reset`)
  expect(await ids()).toEqual([1, 2, 3])
})

// Any call

test('an unknown path names the routes, and a wrong method those that the path knows', async () => {
  const { ask, statusOf } = testControl()
  const unknown = await ask('GET', '/sandboxs')
  expect(unknown).toMatchObject(refused(404, 'There is no route "/_mock/sandboxs".'))
  for (const { path } of controlRoutes) expect(unknown.message).toContain(path)
  for (const path of ['/sandboxes/', '/sandboxes//clock', '/sandboxes/%/clock', `${at}/clock/`, '/../v1/pets'])
    expect(await statusOf('GET', path), path).toBe(404)
  const { status, reply } = await ask('HEAD', '/sandboxes')
  expect([status, reply.headers['Allow']]).toEqual([405, 'GET, POST'])
})

test.each([
  ['{', 400, 'malformed_json'],
  [new Uint8Array([0x22, 0xff, 0x22]), 400, 'invalid_utf8'],
  ['['.repeat(100_000), 400, 'json_too_deep'],
  [`"${'x'.repeat(16_777_215)}"`, 413, 'body_too_large'],
  ['null', 400, 'invalid_body'],
])('each problem of a body has its own code (%#)', async (body, status, code) => {
  const { valueOf } = testControl()
  expect(await valueOf('PATCH', `${at}/settings`, body)).toMatchObject({ status, code })
})

const hostileNames = [
  ...`__proto__ toString hasOwnProperty .. . %00 %0a %e2%80%ae UPPER ü %ff % %2e%2e%2f ' " <script> \${x}`.split(' '),
  'a b',
  'x'.repeat(65),
  'y'.repeat(100_000),
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...hostileNames, '\u0000', '\ud800', '{"a":1}', '[1]'),
)

test('whatever is sent to whatever route, the answer is a reply, and every refusal is an Error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...controlRoutes.filter(({ path }) => !path.endsWith('/events'))),
      fc.array(anyText, { maxLength: 3 }),
      fc.option(anyText, { nil: undefined }),
      fc.oneof(fc.json(), anyText, fc.uint8Array({ maxLength: 20 }), fc.constant(undefined)),
      async (route, parts, query, body) => {
        const failures: unknown[] = []
        const { control } = testControl({}, { onFailure: (error) => failures.push(error) })
        let path = route.path.slice('/_mock'.length)
        for (const part of parts) path = path.replace(/\{[a-zA-Z]+\}/, () => encodeURIComponent(part.toWellFormed()))
        const soon = path.endsWith('/wait') ? ['timeoutMilliseconds=0'] : []
        const queries = query === undefined ? soon : [...soon, query]
        const target = path.replace('{sandbox}', 'default') + (queries.length > 0 ? `?${queries.join('&')}` : '')
        const reply = await control.answer(controlCall(route.method, target, body))
        expect(failures).toEqual([])
        expect([200, 201, 204, 400, 404, 405, 409, 504]).toContain(reply.status)
        const isOfJson = reply.status !== 204 && reply.events === undefined
        if (isOfJson && reply.status >= 400)
          expect(bodyOf(reply)).toSatisfy((error) => validateError(error) && error.status === reply.status)
      },
    ),
    { numRuns: 400 },
  )
})

test('how the profile was learned is shown', async () => {
  const learned = {
    at: '2026-11-27T10:00:00.000Z',
    from: 'https://staging.example/v1',
    version: '0.1.0',
    requests: 92,
    notSeen: ['paging'],
  }
  const control = createControl(testControl().store, { learned })
  for (const target of ['/_mock', '/_mock/lists'])
    expect(bodyOf(await control.answer({ method: 'GET', target, headers: ownHeaders }))).toMatchObject({ learned })
})

test('a failure inside goes to the owner, and the caller sees a 500', async () => {
  const failures: unknown[] = []
  const { store } = testControl()
  const broken = new Error('the place of the animals is gone')
  const control = createControl(
    { ...store, baseAnimals: Promise.reject(broken) },
    { onFailure: (error) => failures.push(error) },
  )
  const reply = await control.answer({ method: 'GET', target: '/_mock', headers: ownHeaders })
  expect([reply.status, bodyOf(reply)]).toEqual([500, expect.objectContaining({ code: 'internal_error', status: 500 })])
  expect(String(reply.body)).not.toContain('the place of')
  expect(failures).toEqual([broken])
})
