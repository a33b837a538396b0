import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProfile, validateError } from '../../spec/index.ts'
import { bodyOf, get, idsOf, post } from '../testing/test-calls.ts'
import { createControl } from './index.ts'
import { callOf, controlCall, controlRoutes, ownHeaders, testControl } from './test-control.ts'

test('shows the mock at a glance', async () => {
  const { ask, store } = testControl({ dataset: 'demo', keys: { 'own-key-of-a-shop': 'pro' } })
  await store.answer(get('/v1/pets', 'test_pro.other'))
  const { value } = await ask('GET', '')
  expect(value).toMatchObject({
    interfaceVersion: '1.0.0',
    basePath: '/v1',
    dataset: { name: 'demo', animals: 60 },
    keys: [{ id: 'own-1', name: 'own-…', plan: 'pro', sandbox: 'default' }],
    sandboxes: [
      {
        name: 'default',
        animals: 60,
        calls: 0,
        fault: null,
        clock: { mode: 'frozen', now: '2027-01-01T00:00:10.000Z' },
      },
      { name: 'other', animals: 60, calls: 1 },
    ],
  })
})

test('the mock at a glance is found with a slash at the end, too', async () => {
  const { ask } = testControl()
  expect((await ask('GET', '/')).value).toEqual((await ask('GET', '')).value)
  expect((await ask('GET', '/keys/')).status).toBe(404)
})

test('no id of an own key is the name of another one, whichever came first', async () => {
  const { ask, store } = testControl({ keys: { 'own-1': 'pro', 'key-of-a-shop': 'pro' } })
  const idOf = async (plan: string) =>
    ((await ask('GET', '/keys')).value as { id: string; plan: string }[]).find((key) => key.plan === plan)?.id ?? ''
  await ask('POST', '/keys', { key: 'key-of-a-shop', plan: 'business' })
  const before = await idOf('business')
  await ask('POST', '/keys', { key: before, plan: 'free' })
  const after = await idOf('business')
  expect(store.keys.own.has(after)).toBe(false)
  await ask('PUT', '/sandboxes/default/quotas', { key: before, minuteUsed: 5 })
  expect((await store.sandbox().quotas.get(before))?.minuteUsed).toBe(5)
  expect((await ask('DELETE', `/keys/${after}`)).status).toBe(204)
  expect([...store.keys.own.keys()]).toEqual(['own-1', before])
})

test('lists everything that has a name', async () => {
  const { ask } = testControl()
  const { value } = await ask('GET', '/lists')
  expect(value).toMatchObject({
    statuses: ['available', 'pending', 'sold'],
    scenarios: expect.arrayContaining([expect.objectContaining({ id: 'rate-limited', code: 429 })]),
    silences: expect.arrayContaining([expect.objectContaining({ id: 'paging', default: 'none' })]),
    testKeys: expect.arrayContaining([expect.objectContaining({ key: 'test_revoked', standing: 'revoked' })]),
  })
})

// Sandboxes and snapshots

test('shows a sandbox as a whole, and what ended by itself is gone', async () => {
  const { ask, store } = testControl({ profile: { ban: 'never' } })
  const sandbox = store.sandbox()
  await ask('POST', '/sandboxes/default/scenarios', { scenario: 'empty', operation: 'listPets', calls: 1 })
  await ask('PUT', '/sandboxes/default/fault', { fault: 'list-answers-201' })
  await sandbox.snapshot('before')
  expect((await ask('GET', '/sandboxes/default')).value).toEqual({
    name: 'default',
    animals: 3,
    calls: 0,
    scenarios: ['empty'],
    playing: [{ scenario: 'empty', summary: 'the list is empty', operation: 'listPets', calls: 1, status: null }],
    held: 0,
    fault: { id: 'list-answers-201', clause: expect.any(String), summary: expect.any(String) },
    choices: { ban: 'never' },
    quotas: [],
    clock: { mode: 'frozen', now: '2027-01-01T00:00:10.000Z' },
    snapshots: ['before'],
    lastUsedAt: expect.any(String),
  })
  await store.answer(get('/v1/pets', 'test_pro'))
  expect((await ask('GET', '/sandboxes/default')).value).toMatchObject({
    calls: 1,
    scenarios: [],
    playing: [],
    quotas: [{ id: 'test_pro', minute: { used: 1, remaining: 299 } }],
  })
})

test('writing makes a sandbox, reading wants one that is there', async () => {
  const { ask, store } = testControl()
  expect(await ask('GET', '/sandboxes/pr-1/clock')).toMatchObject({
    status: 404,
    message: expect.stringContaining('There are: default'),
  })
  expect(await ask('DELETE', '/sandboxes/defalt')).toMatchObject({
    status: 404,
    message: expect.stringContaining('Did you mean "default"'),
  })
  expect((await ask('POST', '/sandboxes/pr-1/scenarios', { scenario: 'empty' })).status).toBe(201)
  expect(bodyOf(await store.answer(get('/v1/pets', 'test_free.pr-1')))).toEqual([])
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'pr-1'])
})

test('a sandbox is made once, forgotten once, and the default one is reset instead', async () => {
  const { ask, store } = testControl()
  expect([
    (await ask('POST', '/sandboxes', { name: 'a' })).status,
    (await ask('POST', '/sandboxes', { name: 'a' })).status,
  ]).toEqual([201, 200])
  expect([(await ask('DELETE', '/sandboxes/a')).status, (await ask('DELETE', '/sandboxes/a')).status]).toEqual([
    204, 404,
  ])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  expect((await ask('DELETE', '/sandboxes/default')).status).toBe(204)
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('a reset of all brings the default sandbox back and forgets the others', async () => {
  const { ask, store } = testControl()
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await ask('PUT', '/sandboxes/other/clock', { mode: 'real' })
  expect(await ask('POST', '/reset')).toMatchObject({
    status: 200,
    value: { sandboxes: [{ name: 'default', animals: 3, calls: 0 }] },
  })
})

test('snapshots are taken, gone back to, listed and forgotten', async () => {
  const { ask, store } = testControl()
  expect((await ask('PUT', '/sandboxes/default/snapshots/before')).value).toEqual(['before'])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  expect(await ask('POST', '/sandboxes/default/snapshots/before/restore')).toMatchObject({
    status: 200,
    value: { animals: 3 },
  })
  expect(await ask('POST', '/sandboxes/default/snapshots/befor/restore')).toMatchObject({
    status: 404,
    message: expect.stringContaining('Did you mean "before"'),
  })
  expect((await ask('DELETE', '/sandboxes/default/snapshots/before')).status).toBe(204)
  expect((await ask('DELETE', '/sandboxes/default/snapshots/before')).status).toBe(404)
})

test('there may be a hundred snapshots and a hundred scenarios, and one taken again is no other', async () => {
  const { ask } = testControl()
  const statuses = async (count: number, method: string, path: (index: number) => string, body?: unknown) => {
    const found: number[] = []
    for (let index = 0; index < count; index++)
      found.push((await ask(method, `/sandboxes/default${path(index)}`, body)).status)
    return found
  }
  const taken = await statuses(101, 'PUT', (index) => `/snapshots/s-${index}`)
  expect([taken.slice(0, 100).every((status) => status === 200), taken[100]]).toEqual([true, 409])
  expect((await ask('PUT', '/sandboxes/default/snapshots/s-0')).status).toBe(200)
  const played = await statuses(101, 'POST', () => '/scenarios', { scenario: 'slow' })
  expect([played.slice(0, 100).every((status) => status === 201), played[100]]).toEqual([true, 409])
})

// Clock

test.each([
  [{ mode: 'frozen' }, { mode: 'frozen', now: '2027-01-01T00:00:10.000Z' }],
  [
    { mode: 'frozen', at: '2030-12-05T00:00:00Z' },
    { mode: 'frozen', now: '2030-12-05T00:00:00.000Z' },
  ],
  [{ at: '2030-12-05T01:30:00.250+01:00' }, { mode: 'frozen', now: '2030-12-05T00:30:00.250Z' }],
  [{ at: '2028-02-29' }, { mode: 'frozen', now: '2028-02-29T00:00:00.000Z' }],
])('clock %j shows %j', async (body, shown) => {
  const { ask } = testControl()
  expect((await ask('PUT', '/sandboxes/default/clock', body)).value).toEqual(shown)
  expect((await ask('GET', '/sandboxes/default/clock')).value).toEqual(shown)
})

test('a clock runs on from where it was set, advances, and goes back to real time', async () => {
  let now = 1_000_000
  const { ask } = testControl({ realNow: () => now })
  const clock = async (method: string, path: string, body: unknown) =>
    (await ask(method, `/sandboxes/default/clock${path}`, body)).value
  expect(await clock('PUT', '', { mode: 'running', at: '2029-01-01T00:00:00Z' })).toEqual({
    mode: 'running',
    now: '2029-01-01T00:00:00.000Z',
  })
  now += 5000
  expect(await clock('POST', '/advance', { seconds: 60.5 })).toEqual({
    mode: 'running',
    now: '2029-01-01T00:01:05.500Z',
  })
  expect(await clock('POST', '/advance', { seconds: -65.5 })).toEqual({
    mode: 'running',
    now: '2029-01-01T00:00:00.000Z',
  })
  expect(await clock('PUT', '', { mode: 'real' })).toEqual({ mode: 'real', now: '1970-01-01T00:16:45.000Z' })
})

test('after the day of its removal getPet is gone', async () => {
  const { ask, store } = testControl()
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(200)
  await ask('PUT', '/sandboxes/default/clock', { mode: 'frozen', at: '2031-01-01' })
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(404)
})

test.each([
  [{}, 'mode, at'],
  [{ mode: 'frozn' }, 'did you mean "frozen"'],
  [{ mode: 'real', at: '2030-01-01' }, 'use the mode running'],
  [{ at: 0 }, 'at must be an instant'],
  [{ at: '2030-02-30' }, 'at must be an instant'],
  [{ at: '2030-13-01' }, 'at must be an instant'],
  [{ at: '2030-12-05T00:00:00' }, 'at must be an instant'],
  [{ at: '1969-12-31T23:59:59Z' }, 'from 1970 to 9899'],
  [{ at: '9900-01-01T00:00:01Z' }, 'from 1970 to 9899'],
  [{ at: 'tomorrow' }, 'found "tomorrow"'],
  [{ until: '2030-01-01' }, 'there is no member "until"'],
])('clock %j is refused: %s', async (body, message) => {
  const { ask } = testControl()
  expect(await ask('PUT', '/sandboxes/default/clock', body)).toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
  expect((await ask('GET', '/sandboxes/default/clock')).value).toMatchObject({ now: '2027-01-01T00:00:10.000Z' })
})

test.each([1e300, -1e300, 290_000_000_000, -2_000_000_000, '60', null])(
  'the clock does not advance by %j',
  async (seconds) => {
    const { ask } = testControl()
    expect((await ask('POST', '/sandboxes/default/clock/advance', { seconds })).status).toBe(400)
  },
)

// Scenarios, faults, profiles

test('a scenario is played for an operation and a number of calls, and ends by itself or on demand', async () => {
  const { ask, store } = testControl()
  expect(
    await ask('POST', '/sandboxes/default/scenarios', { scenario: 'server-error', operation: 'listPets', calls: 1 }),
  ).toMatchObject({
    status: 201,
    value: { playing: [{ scenario: 'server-error', operation: 'listPets', calls: 1 }] },
  })
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(200)
  expect((await store.answer(get('/v1/pets'))).status).toBe(500)
  expect((await ask('GET', '/sandboxes/default/scenarios')).value).toMatchObject({ playing: [] })
  await ask('POST', '/sandboxes/default/scenarios', { scenario: 'unavailable' })
  await ask('POST', '/sandboxes/default/scenarios', { scenario: 'empty' })
  expect((await ask('DELETE', '/sandboxes/default/scenarios/empty')).value).toMatchObject({
    playing: [{ scenario: 'unavailable' }],
  })
  expect((await ask('DELETE', '/sandboxes/default/scenarios/empty')).status).toBe(200)
  expect((await ask('DELETE', '/sandboxes/default/scenarios')).value).toEqual({ playing: [] })
})

test('a scenario ends for one operation, and goes on for others', async () => {
  const { ask } = testControl()
  for (const operation of ['listPets', 'getPet', undefined])
    await ask('POST', '/sandboxes/default/scenarios', { scenario: 'slow', operation })
  const { value } = await ask('DELETE', '/sandboxes/default/scenarios/slow?operation=getPet')
  expect(value).toMatchObject({ playing: [{ operation: null }, { operation: 'listPets' }] })
  await ask('POST', '/sandboxes/default/scenarios', { scenario: 'empty', operation: 'listPets' })
  const ended = await ask('DELETE', '/sandboxes/default/scenarios?operation=listPets')
  expect(ended.value).toMatchObject({ playing: [{ scenario: 'slow', operation: null }] })
})

test('flaky is played at a rate, shown with it, and ended by its name', async () => {
  const { ask } = testControl({ dataset: 'demo' })
  const at = '/sandboxes/default/scenarios'
  const played = await ask('POST', at, { scenario: 'flaky@0.3', operation: 'listPets' })
  const summary = expect.stringContaining('about 30 % of the calls go wrong')
  expect(played).toMatchObject({ status: 201, value: { playing: [{ scenario: 'flaky@0.3', summary }] } })
  expect((await ask('GET', '/sandboxes/default/link')).value).toMatchObject({
    link: expect.stringContaining('scenario=flaky@0.3:listPets'),
  })
  expect(await ask('POST', at, { scenario: 'flaky@3' })).toMatchObject({
    status: 400,
    message: expect.stringContaining('Only flaky takes a rate: from 0 to 1, as in flaky@0.3.'),
  })
  expect((await ask('DELETE', `${at}/flaky@0.2`)).value).toMatchObject({ playing: [{ scenario: 'flaky@0.3' }] })
  expect((await ask('DELETE', `${at}/flaky`)).value).toEqual({ playing: [] })
})

test('a held reply is listed with its call, and is released as it is, changed or cut', async () => {
  const { store, ask } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  await ask('POST', '/sandboxes/default/scenarios', { scenario: 'hold', operation: 'getPet' })
  const call = () => store.fetch('/v1/pets/1', { headers: { authorization: 'Bearer own-key-of-a-shop' } })
  async function heldOnes() {
    const { value } = await ask('GET', '/sandboxes/default/held')
    return (value as { held: { id: number; heldAt: string; call: object }[] }).held
  }
  const asked = [call(), call(), call()]
  await expect.poll(heldOnes).toHaveLength(3)
  const held = await heldOnes()
  expect(held[0]).toMatchObject({ call: { number: 1, operation: 'getPet', response: { effect: 'hold' } } })
  expect(JSON.stringify(held)).not.toContain('own-key-of-a-shop')
  expect(Math.abs(Date.now() - Date.parse(held[0]?.heldAt ?? ''))).toBeLessThan(5000)

  const release = (body: object) => ask('POST', '/sandboxes/default/held/release', body)
  const changed = await release({ id: held[1]?.id, reply: { status: 503 } })
  expect(changed.value).toMatchObject({ held: [{ id: held[0]?.id }, { id: held[2]?.id }] })
  expect((await asked[1])?.status).toBe(503)
  await release({ id: held[0]?.id, reply: { effect: 'reset' } })
  await expect(asked[0]).rejects.toThrow('Failed to fetch')
  expect(await release({ id: held[1]?.id })).toMatchObject({ status: 404, message: expect.stringContaining('held') })
  expect((await release({ reply: { status: 99 } })).status).toBe(400)
  expect((await release({})).value).toEqual({ held: [] })
  expect((await asked[2])?.status).toBe(200)
})

test.each([
  [{ scenario: 'rate-limitd' }, 'Did you mean "rate-limited"'],
  [{ scenario: 'not-found', operation: 'listPets' }, 'it applies only to getPet'],
  [{ scenario: 'empty', operation: 'listPet' }, 'did you mean "listPets"'],
  [{ scenario: 'empty', calls: 0 }, 'calls must be a whole number from 1'],
  [{ scenario: 'empty', calls: 1.5 }, 'found 1.5'],
  [{ operation: 'listPets' }, 'the member scenario is missing'],
  [{ scenario: '__proto__' }, 'There is no scenario "__proto__". There are: unauthorised, '],
])('scenario %j is refused: %s', async (body, message) => {
  const { ask, store } = testControl()
  expect(await ask('POST', '/sandboxes/default/scenarios', body)).toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
  expect(store.sandbox().settings.scenario).toEqual([])
})

const callScenarios = '/sandboxes/default/scenarios'

test('the reply to a call of the journal is played again, for its operation and as often as asked', async () => {
  const { ask, store } = testControl()
  const first = await store.answer(get('/v1/pets?limit=1'))
  await store.answer(post({ name: 'Rex', categoryId: 1 }))
  expect(await ask('POST', callScenarios, { scenario: 'recorded', call: 1, calls: 2 })).toMatchObject({
    status: 201,
    value: { playing: [{ scenario: 'recorded', operation: 'listPets', calls: 2, status: 200 }] },
  })
  expect((await store.answer(get('/v1/pets/2'))).body).not.toBe(first.body)
  expect((await store.answer(get('/v1/pets'))).body).toBe(first.body)
  expect((await ask('GET', callScenarios)).value).toMatchObject({ playing: [{ calls: 1 }] })
  expect((await ask('GET', '/sandboxes/default/journal?scenario=recorded')).value).toMatchObject({
    fitting: 1,
    entries: [{ scenario: 'recorded', reason: expect.arrayContaining(['Scenario recorded was played.']) }],
  })
  expect((await store.answer(get('/v1/pets?limit=100'))).body).toBe(first.body)
  expect((await store.answer(get('/v1/pets'))).body).not.toBe(first.body)
})

test('a reply as the journal shows it can be played again, for all calls', async () => {
  const { ask, store } = testControl()
  await store.answer(get('/v1/pets', 'test_pro', { prefer: 'scenario=unavailable, delay=20' }))
  const { value } = await ask('GET', '/sandboxes/default/journal')
  const [{ status, response }] = (value as { entries: [{ status: number; response: object }] }).entries
  const reply = { status, ...response }
  expect((await ask('POST', callScenarios, { scenario: 'recorded', reply })).status).toBe(201)
  for (const call of [get('/v1/pets'), post({}), get('/v1/none')]) {
    expect(await store.answer(call)).toMatchObject({
      status: 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
      body: expect.stringContaining('<!doctype html>'),
      delayMilliseconds: 20,
    })
  }
  expect((await ask('DELETE', `${callScenarios}/recorded`)).value).toEqual({ playing: [] })
})

test.each([
  [{ scenario: 'recorded' }, 400, 'needs either call'],
  [{ scenario: 'recorded', call: 1, reply: { status: 200 } }, 400, 'needs either call'],
  [
    { scenario: 'recorded', call: 7 },
    404,
    'There is no call 7 in the journal. It holds 1 to 1. GET …/journal shows them',
  ],
  [{ scenario: 'slow', call: 1 }, 400, 'call and reply go with the scenario recorded only'],
  [{ scenario: 'slow', reply: { status: 200 } }, 400, 'call and reply go with the scenario recorded only'],
  [{ scenario: 'recorded', reply: { status: 101 } }, 400, 'status must be a whole number from 200 to 599, found 101'],
  [{ scenario: 'recorded', reply: { body: 'x' } }, 400, 'in reply, the member status is missing'],
  [{ scenario: 'recorded', reply: { status: 200, bodi: 'x' } }, 400, 'did you mean "body"'],
  [{ scenario: 'recorded', reply: { status: 200, headers: { a: 1 } } }, 400, 'in reply.headers, a must be a text'],
  [{ scenario: 'recorded', reply: { status: 200, headers: { 'a b': '1' } } }, 400, '"a b" is no name of a header'],
  [{ scenario: 'recorded', reply: { status: 200, headers: { a: '1\r\nSet-Cookie: b' } } }, 400, 'no header can have'],
  [{ scenario: 'recorded', reply: 'again' }, 400, 'reply must be an object with status'],
])('%j is refused: %s %s', async (body, status, message) => {
  const { ask, store } = testControl()
  await store.answer(get('/v1/pets'))
  expect(await ask('POST', callScenarios, body)).toMatchObject({ status, message: expect.stringContaining(message) })
  expect(store.sandbox().settings.scenario).toEqual([])
})

test('an empty journal says that it holds no call', async () => {
  const { ask } = testControl()
  expect((await ask('POST', callScenarios, { scenario: 'recorded', call: 1 })).message).toContain('It holds none.')
})

test('an unknown fault is refused with a few of the many names', async () => {
  const { ask } = testControl()
  const { status, message } = await ask('PUT', '/sandboxes/default/fault', { fault: 'teapot' })
  expect([status, message.length < 300]).toEqual([404, true])
  expect(message).toMatch(
    /^There is no fault "teapot"\. There are \d+, such as [^.]+\. GET \/_mock\/lists names them all\.$/,
  )
})

test('a fault is put on and off', async () => {
  const { ask, store } = testControl()
  const on = await ask('PUT', '/sandboxes/default/fault', { fault: 'list-answers-201' })
  expect(on).toMatchObject({ status: 200, value: { fault: { id: 'list-answers-201', clause: expect.any(String) } } })
  expect((await store.answer(get('/v1/pets'))).status).toBe(201)
  expect(await ask('PUT', '/sandboxes/default/fault', { fault: 'list-answers-202' })).toMatchObject({
    status: 404,
    message: expect.stringContaining('Did you mean "list-answers-20'),
  })
  expect((await ask('DELETE', '/sandboxes/default/fault')).value).toEqual({ fault: null })
  expect((await store.answer(get('/v1/pets'))).status).toBe(200)
})

test('a profile is changed in part, set as a whole, and goes back to the choices of the start', async () => {
  const { ask, store } = testControl({ profile: { ban: 'never' } })
  const profile = async (method: string, body?: unknown) =>
    (await ask(method, '/sandboxes/default/profile', body)).value
  expect(await profile('PATCH', { 'page-cap': 2 })).toEqual({ ...defaultProfile, ban: 'never', 'page-cap': '2' })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2])
  expect(await profile('PUT', { 'list-order': 'newest-first' })).toEqual({
    ...defaultProfile,
    'list-order': 'newest-first',
  })
  expect(await profile('DELETE')).toEqual({ ...defaultProfile, ban: 'never' })
})

test.each([
  [{ bann: 'never' }, 'Did you mean "ban"'],
  [{ ban: 'nevr' }, 'Allowed: never'],
  [{ ban: true }, 'ban must be a choice of this silence'],
  [{ 'page-cap': 1.5 }, '"page-cap" has no choice 1.5'],
  [[], 'found an array'],
  [null, 'found null'],
  ['text', 'found "text"'],
])('profile %j is refused: %s', async (body, message) => {
  const { ask } = testControl()
  for (const method of ['PATCH', 'PUT']) {
    const asked = await ask(method, '/sandboxes/default/profile', typeof body === 'string' ? `"${body}"` : body)
    expect(asked).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  }
  expect((await ask('GET', '/sandboxes/default/profile')).value).toEqual(defaultProfile)
})

// Keys and quotas

test('an own key is made known, listed masked, and forgotten by its id', async () => {
  const { ask, store } = testControl()
  const key = 'own-key-of-a-shop'
  expect(await ask('POST', '/keys', { key, plan: 'business', sandbox: 'shop' })).toMatchObject({
    status: 201,
    value: { id: 'own-1', name: 'own-…', plan: 'business', standing: 'valid', start: 'full', sandbox: 'shop' },
  })
  expect((await store.answer(get('/v1/pets', key))).headers['X-RateLimit-Limit']).toBe('1000')
  expect((await ask('POST', '/keys', { key, standing: 'revoked' })).status).toBe(200)
  const life = { from: '2026-12-01T09:00:00Z', until: '2026-12-01T10:00:00Z' }
  expect(await ask('POST', '/keys', { key, ...life })).toMatchObject({ status: 200, value: { plan: 'free', ...life } })
  expect((await ask('POST', '/keys', { key, until: 'soon' })).status).toBe(400)
  expect(await ask('POST', '/keys', { key, from: life.until, until: life.from })).toMatchObject({
    status: 400,
    message: expect.stringContaining('its from is not before its until'),
  })
  expect((await store.answer(get('/v1/pets', key))).status).toBe(401)
  expect((await ask('GET', '/keys')).value).toHaveLength(1)
  expect((await ask('DELETE', '/keys/own-1')).status).toBe(204)
  expect((await ask('GET', '/keys')).value).toEqual([])
})

test('the id of a forgotten key is not given to another one', async () => {
  const { ask } = testControl()
  await ask('POST', '/keys', { key: 'first-key-here' })
  await ask('DELETE', '/keys/own-1')
  expect((await ask('POST', '/keys', { key: 'second-key-here' })).value).toMatchObject({ id: 'own-2' })
})

test.each([
  [{}, 'the member key is missing'],
  [{ key: 'a secret with spaces' }, '1 to 256 characters'],
  [{ key: '' }, '1 to 256 characters'],
  [{ key: 'my-secret-key', plan: 'por' }, 'did you mean "pro"'],
  [{ key: 'my-secret-key', sandbox: 'No' }, 'sandbox must be a name of 1 to 64'],
  [{ key: ['my-secret-key'] }, 'key must be a text'],
  [{ key: 'my-secret-key'.repeat(100) }, 'key must be a text'],
  [{ 'my-secret-key': 'pro' }, 'there is no member'],
])('key %j is refused without being repeated', async (body, message) => {
  const { ask } = testControl()
  const asked = await ask('POST', '/keys', body)
  expect(asked).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  expect(asked.message).not.toContain('secret')
})

test('no reply shows a whole key of one’s own', async () => {
  const key = 'own-key-of-a-shop'
  const { store, control, ask } = testControl({ keys: { [key]: 'pro' } })
  await store.answer(get(`/v1/pets?status=${key}`, key, { 'x-key': key }))
  await store.answer(post({ name: key, categoryId: 1 }, key))
  await ask('PUT', '/sandboxes/default/quotas', { key, remaining: 1 })
  await ask('PUT', '/sandboxes/default/quotas', { key: `${key}x`, remaining: 1 })
  for (const route of controlRoutes.filter(({ method }) => method === 'GET')) {
    // Animals are what clients sent: one that is named like a key is shown with its name.
    if (route.path.includes('/animals')) continue
    expect([route.path, (await control.answer(callOf(route))).body]).toEqual([
      route.path,
      expect.not.stringContaining(key),
    ])
  }
  expect(await ask('DELETE', `/keys/${key}`)).toMatchObject({ status: 404, message: expect.not.stringContaining(key) })
  expect((await ask('PUT', '/sandboxes/default/quotas', { key: `${key}x`, remaining: 1 })).message).not.toContain(key)
})

const secondsOf = (text: string) => Date.parse(text) / 1000

test('quotas are listed for each key that called', async () => {
  const { ask, store } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  await store.answer(get('/v1/pets', 'own-key-of-a-shop'))
  await store.answer(get('/v1/pets', 'test_free'))
  await store.answer(get('/v1/pets', 'test_free'))
  expect((await ask('GET', '/sandboxes/default/quotas')).value).toEqual([
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
  expect((await ask('GET', '/sandboxes/default/quotas')).value).toMatchObject([
    { id: null, name: 'own-…', plan: null },
    {},
  ])
})

test.each([0, 1, 3, 60])('just %d requests pass when so many are left', async (remaining) => {
  const { ask, store } = testControl()
  const key = 'test_free'
  await store.sandbox().quotas.set(key, undefined)
  await ask('PUT', '/sandboxes/default/quotas', { key, dayUsed: 1000, bannedForSeconds: 60 })
  await ask('PUT', '/sandboxes/default/quotas', { key, remaining, bannedForSeconds: 0 })
  const statuses: number[] = []
  for (let call = 0; call <= remaining; call++) statuses.push((await store.answer(get('/v1/pets', key))).status)
  expect(statuses).toEqual([...Array<number>(remaining).fill(200), 429])
})

test('a key is banned for a while, and requests that are left lift the ban', async () => {
  const { ask, store } = testControl()
  const quota = async (change: object) =>
    (await ask('PUT', '/sandboxes/default/quotas', { key: 'test_free', ...change })).value
  const call = async () => (await store.answer(get('/v1/pets', 'test_free'))).status
  expect(await quota({ bannedForSeconds: 300 })).toMatchObject({
    isBanned: true,
    bannedUntilSeconds: secondsOf('2027-01-01T00:05:10Z'),
  })
  expect(await call()).toBe(429)
  expect(await quota({ minuteUsed: 0 })).toMatchObject({ isBanned: true })
  expect(await quota({ remaining: 5 })).toMatchObject({ isBanned: false, minute: { remaining: 5 } })
  expect(await call()).toBe(200)
  expect(await quota({ minuteUsed: 60, dayUsed: 999 })).toMatchObject({
    minute: { remaining: 0 },
    day: { remaining: 1 },
  })
  await ask('DELETE', '/sandboxes/default/quotas')
  expect((await ask('GET', '/sandboxes/default/quotas')).value).toEqual([])
})

test('an own key is meant by its id as well', async () => {
  const { ask, store } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  expect(await ask('PUT', '/sandboxes/default/quotas', { key: 'own-1', remaining: 0 })).toMatchObject({ status: 200 })
  expect((await store.answer(get('/v1/pets', 'own-key-of-a-shop'))).status).toBe(429)
})

test.each([
  ['default', { remaining: 1 }, 400, 'the member key is missing'],
  ['default', { key: 'test_free' }, 400, 'it needs'],
  ['default', { key: 'test_free', remaining: 1, dayUsed: 1 }, 400, 'remaining goes without'],
  ['default', { key: 'test_free', remaining: 61 }, 400, 'from 0 to 60'],
  ['default', { key: 'test_free', remaining: -1 }, 400, 'remaining must be a whole number'],
  ['default', { key: 'test_fre', remaining: 1 }, 404, 'There is no key'],
  ['default', { key: '__proto__', remaining: 1 }, 404, 'There is no key'],
  ['default', { key: 'constructor.x', remaining: 1 }, 404, 'There is no key'],
  ['other', { key: 'test_free', remaining: 1 }, 400, 'The key of this one is test_free.other'],
  ['default', { key: 'test_free.other', remaining: 1 }, 400, 'The key of this one is test_free.'],
])('in sandbox %s, quota %j is refused with %d: %s', async (sandbox, body, status, message) => {
  const { ask } = testControl()
  expect(await ask('PUT', `/sandboxes/${sandbox}/quotas`, body)).toMatchObject({
    status,
    message: expect.stringContaining(message),
  })
})

// Animals

test('animals are listed from an offset on, by status and by a search', async () => {
  const { ask } = testControl({ dataset: 'demo' })
  const list = async (query: string) =>
    (await ask('GET', `/sandboxes/default/animals${query}`)).value as {
      total: number
      animals: { id: number; name: string; status?: string }[]
    }
  const all = await list('?limit=1000')
  expect(all).toMatchObject({ total: 60, offset: 0, limit: 1000 })
  expect((await list('')).animals).toEqual(all.animals.slice(0, 20))
  expect(await list('?offset=55&limit=10')).toMatchObject({ total: 60, animals: all.animals.slice(55) })
  expect(await list('?offset=60')).toMatchObject({ total: 60, animals: [] })
  expect((await list('?limit=3&order=newest-first')).animals.map(({ id }) => id)).toEqual([60, 59, 58])
  const sold = all.animals.filter(({ status }) => status === 'sold')
  expect(await list('?status=sold&limit=2&offset=1')).toMatchObject({ total: sold.length, animals: sold.slice(1, 3) })
  const named = all.animals.filter(({ name }) => name.toLowerCase().includes('the b'))
  expect(named.length).toBeGreaterThan(2)
  expect(await list('?search=THE%20B&limit=2')).toMatchObject({ total: named.length, animals: named.slice(0, 2) })
  expect((await list('?search=17')).animals.map(({ id }) => id)).toEqual([17])
})

test('a search walks over more animals than one page of the store has', async () => {
  const { ask } = testControl({ dataset: 'large', count: 2500 })
  expect((await ask('GET', '/sandboxes/default/animals?search=2500')).value).toMatchObject({
    total: 1,
    animals: [{ id: 2500 }],
  })
  expect((await ask('GET', '/sandboxes/default/animals?offset=2490&limit=20')).value).toMatchObject({
    total: 2500,
    animals: { length: 10 },
  })
})

test('an animal is added, put under its own id, changed and removed, with exact int64', async () => {
  const { ask, store } = testControl()
  const animals = '/sandboxes/default/animals'
  expect(await ask('POST', animals, { name: 'New', categoryId: 1 })).toMatchObject({
    status: 201,
    value: { id: 4, name: 'New' },
  })
  const big = '{"id":9223372036854775807,"name":"Omega","categoryId":-9223372036854775808,"status":"sold"}'
  const put = await ask('POST', animals, big)
  expect([put.status, put.reply.body]).toEqual([201, big])
  expect((await ask('POST', animals, big)).status).toBe(200)
  expect((await store.answer(get('/v1/pets/9223372036854775807'))).body).toBe(big)
  expect((await ask('PATCH', `${animals}/9223372036854775807`, { status: null, name: 'O' })).reply.body).toBe(
    '{"id":9223372036854775807,"name":"O","categoryId":-9223372036854775808}',
  )
  expect((await ask('PATCH', `${animals}/1`, { status: 'sold', categoryId: 7 })).value).toEqual({
    id: 1,
    name: 'Rex',
    categoryId: 7,
    status: 'sold',
  })
  expect([(await ask('DELETE', `${animals}/1`)).status, (await ask('DELETE', `${animals}/1`)).status]).toEqual([
    204, 404,
  ])
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([2, 3, 4, 9223372036854775807n])
})

test('changes to one animal at the same time are all kept', async () => {
  const { ask, store } = testControl()
  const change = (body: object) => ask('PATCH', '/sandboxes/default/animals/1', body)
  await Promise.all([change({ name: 'Max' }), change({ categoryId: 9 }), change({ status: 'pending' })])
  expect(bodyOf(await store.answer(get('/v1/pets/1')))).toEqual({
    id: 1,
    name: 'Max',
    categoryId: 9,
    status: 'pending',
  })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('all animals are replaced by those given or by a dataset, until a reset', async () => {
  const { ask, store } = testControl()
  const ids = async () => idsOf(await store.answer(get('/v1/pets?limit=100')))
  const given = [
    { id: 9, name: 'Nine', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Two', categoryId: 1 },
  ]
  expect((await ask('PUT', '/sandboxes/default/animals', given)).value).toEqual({ total: 2 })
  expect(bodyOf(await store.answer(get('/v1/pets')))).toEqual(given)
  expect((await ask('PUT', '/sandboxes/default/animals', { dataset: 'demo', count: 5, seed: 3 })).value).toEqual({
    total: 5,
  })
  expect(await ids()).toEqual([1, 2, 3, 4, 5])
  expect((await ask('PUT', '/sandboxes/default/animals', [])).value).toEqual({ total: 0 })
  expect(await ids()).toEqual([])
  await ask('POST', '/sandboxes/default/reset')
  expect(await ids()).toEqual([1, 2, 3])
})

test.each([
  ['POST', '', { name: 'x' }, 400, 'categoryId is missing'],
  ['POST', '', { name: 1, categoryId: 1 }, 400, 'name must be a text'],
  ['POST', '', { name: 'x', categoryId: 1.5 }, 400, 'categoryId must be an int64'],
  ['POST', '', '{"name":"x","categoryId":9223372036854775808}', 400, 'found 9223372036854775808'],
  ['POST', '', { name: 'x', categoryId: 1, status: 'availabel' }, 400, 'did you mean "available"'],
  ['POST', '', { name: 'x', categoryId: 1, colour: 'red' }, 400, 'there is no member "colour"'],
  ['POST', '', '{"name":"x","categoryId":1,"__proto__":{"id":1}}', 400, 'there is no member "__proto__"'],
  ['PATCH', '/1', { id: 5 }, 400, 'there is no member "id"'],
  ['PATCH', '/99', { name: 'x' }, 404, 'There is no animal 99'],
  ['PATCH', '/01', { name: 'x' }, 404, 'an id is an int64'],
  ['DELETE', '/9223372036854775808', undefined, 404, 'an id is an int64'],
  ['DELETE', '/constructor', undefined, 404, 'an id is an int64'],
  [
    'PUT',
    '',
    [
      { id: 1, name: 'x', categoryId: 1 },
      { id: 1, name: 'y', categoryId: 1 },
    ],
    400,
    'item 2 of the body has the id 1',
  ],
  [
    'PUT',
    '',
    [
      { id: 1, name: 'x', categoryId: 1 },
      { name: 'y', categoryId: 1 },
    ],
    400,
    'in item 2, the member id is missing: an int64',
  ],
  ['PUT', '', [null], 400, 'found null'],
  ['PUT', '', { dataset: 'dmo' }, 404, 'Did you mean "demo"'],
  ['PUT', '', { dataset: 'empty', count: 3 }, 400, 'Cannot load "empty"'],
  ['PUT', '', { dataset: 'demo', count: 10_000_000 }, 400, 'from 0 to 100000'],
  ['GET', '?limit=0', undefined, 400, 'limit must be a whole number from 1 to 1000'],
  ['GET', '?limit=5&limit=6', undefined, 400, '"limit" is there twice'],
  ['GET', '?limit=1e1', undefined, 400, 'limit must be'],
  ['GET', '?ofset=1', undefined, 400, 'did you mean "offset"'],
  ['GET', '?__proto__=1', undefined, 400, 'there is no parameter "__proto__"'],
  ['GET', '?status=', undefined, 400, 'status must be one of'],
])('%s animals%s with %j is refused with %d: %s', async (method, path, body, status, message) => {
  const { ask, store } = testControl()
  const asked = await ask(method, `/sandboxes/default/animals${path}`, body)
  expect(asked).toMatchObject({ status, message: expect.stringContaining(message) })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

// Any call

test('an unknown path names the routes, and a wrong method those that the path knows', async () => {
  const { ask } = testControl()
  const unknown = await ask('GET', '/sandboxs')
  expect(unknown).toMatchObject({ status: 404, message: expect.stringContaining('Did you mean /_mock/sandboxes?') })
  for (const { path } of controlRoutes) expect(unknown.message).toContain(path)
  const near = await ask('GET', '/sandbox/a-long-name-of-one/quota')
  expect(near.message).toContain('Did you mean /_mock/sandboxes/a-long-name-of-one/quotas?')
  for (const path of [
    '/sandboxes/',
    '/sandboxes//clock',
    '/sandboxes/%/clock',
    '/sandboxes/default/clock/',
    '/../v1/pets',
  ]) {
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
  }
  const { status, reply } = await ask('HEAD', '/sandboxes')
  expect([status, reply.headers['Allow']]).toEqual([405, 'GET, POST'])
})

test.each([
  ['{', 400, 'malformed_json'],
  ['{"mode":"real",}', 400, 'malformed_json'],
  [new Uint8Array([0x22, 0xff, 0x22]), 400, 'invalid_utf8'],
  ['['.repeat(100_000), 400, 'json_too_deep'],
  [`"${'x'.repeat(16_777_215)}"`, 413, 'body_too_large'],
  [new Uint8Array(16_777_217), 413, 'body_too_large'],
  ['null', 400, 'invalid_body'],
  ['[]', 400, 'invalid_body'],
  ['1e400', 400, 'invalid_body'],
])('each problem of a body has its own code (%#)', async (body, status, code) => {
  const { ask } = testControl()
  expect((await ask('PUT', '/sandboxes/default/clock', body)).value).toMatchObject({ status, code })
})

test('a route that takes no body takes an empty object, and nothing more', async () => {
  const { ask } = testControl()
  expect((await ask('POST', '/sandboxes/default/reset', {})).status).toBe(200)
  expect(await ask('POST', '/sandboxes/default/reset', { animals: true })).toMatchObject({
    status: 400,
    message: 'Cannot use the body: there is no member "animals", none are allowed.',
  })
  expect((await ask('GET', '/sandboxes?x=1')).status).toBe(400)
})

const hostileNames = [
  '__proto__',
  'toString',
  'hasOwnProperty',
  '..',
  '.',
  '%00',
  '%0a',
  '%e2%80%ae',
  'UPPER',
  'a b',
  'ü',
  '%ff',
  '%',
  'x'.repeat(65),
  'y'.repeat(100_000),
  '%2e%2e%2f',
  "'",
  '"',
  '<script>',
  '${x}',
]

test.each(hostileNames)('name %j in a path is refused in a short and safe way', async (name) => {
  const { ask, store } = testControl()
  for (const [method, path] of [
    ['GET', `/sandboxes/${name}`],
    ['DELETE', `/sandboxes/${name}`],
    ['POST', `/sandboxes/${name}/reset`],
    ['PUT', `/sandboxes/default/snapshots/${name}`],
    ['DELETE', `/sandboxes/default/snapshots/${name}`],
    ['DELETE', `/sandboxes/default/scenarios/${name}`],
    ['DELETE', `/keys/${name}`],
  ] as const) {
    const { status, value, reply } = await ask(method, path)
    expect([path.length < 200 && path, [400, 404].includes(status), validateError(value)]).toEqual([
      path.length < 200 && path,
      true,
      true,
    ])
    expect(reply.body.length).toBeLessThan(4000)
  }
  expect(store.sandboxes.map((sandbox) => sandbox.name)).toEqual(['default'])
  expect(store.sandbox().snapshots).toEqual([])
})

test('a name that every object inherits is a name like any other', async () => {
  const { ask, store } = testControl()
  expect((await ask('GET', '/sandboxes/constructor')).status).toBe(404)
  expect((await ask('PUT', '/sandboxes/constructor/snapshots/constructor')).value).toEqual(['constructor'])
  expect((await ask('POST', '/sandboxes/constructor/snapshots/valueof/restore')).status).toBe(404)
  expect((await store.answer(get('/v1/pets', 'test_free.constructor'))).status).toBe(200)
  expect((await ask('GET', '/sandboxes/constructor')).value).toMatchObject({ name: 'constructor', calls: 1 })
})

test('a body with tens of thousands of unknown members is refused at once and in short', async () => {
  const { ask } = testControl()
  const body = `{${Array.from({ length: 60_000 }, (_, index) => `"member${index}":1`).join(',')}}`
  for (const [method, path] of [
    ['PUT', '/sandboxes/default/profile'],
    ['POST', '/keys'],
    ['POST', '/sandboxes'],
  ] as const) {
    const { status, message } = await ask(method, path, body)
    expect([status, message.length < 4000]).toEqual([400, true])
  }
})

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
        const target = path.replace('{sandbox}', 'default') + (query === undefined ? '' : `?${query}`)
        const reply = await control.answer(
          controlCall(route.method, target.endsWith('/wait') ? `${target}?timeoutMilliseconds=0` : target, body),
        )
        expect(failures).toEqual([])
        expect([200, 201, 204, 400, 404, 405, 409, 504]).toContain(reply.status)
        const isOfJson = reply.status !== 204 && reply.events === undefined
        if (isOfJson && reply.status >= 400)
          expect(bodyOf(reply)).toMatchObject({
            status: reply.status,
            code: expect.any(String),
            message: expect.any(String),
          })
      },
    ),
    { numRuns: 400 },
  )
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
