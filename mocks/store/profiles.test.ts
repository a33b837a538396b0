import { expect, test } from 'vitest'
import { type Profile, ProfileError, silences } from '../../spec/index.ts'
import type { Call, Reply } from '../entry.ts'
import { bodyOf, get, idsOf, post, testStore } from '../testing/test-calls.ts'

const newPet = { name: 'x', categoryId: 1 }
const manyPets = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: 'x', categoryId: 1 }))

/** What one call meets under a profile. */
async function under(profile: Partial<Profile>, call: Call, options = {}): Promise<Reply> {
  return testStore({ profile, ...options }).answer(call)
}

interface Seen {
  /** What is asked: calls, or queries of a list of 30 animals. */
  readonly calls?: readonly Call[]
  readonly queries?: readonly string[]
  readonly options?: object
  /** The statuses under each choice; for queries, the number of animals in place of 200. `usual` is without a choice. */
  readonly under: Readonly<Record<string, readonly number[]>>
  /** Other choices beside it. */
  readonly beside?: Partial<Profile>
}

const gets = (targets: readonly string[], key = 'test_enterprise') =>
  targets.map((target) => get(`/v1/pets${target}`, key))
const head = (target: string): Call => ({ ...get(target), method: 'HEAD' })
const put: Call = { ...get('/v1/pets'), method: 'PUT' }
const atTheEnd = { clock: { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0, 1) } }

/** What each choice makes of the same calls, one after the other, where statuses and lengths tell. */
const table: Partial<Record<keyof Profile, Seen>> = {
  'media-type': {
    calls: [undefined, 'text/plain', 'application/jsonp', 'Application/JSON; charset=utf-8'].map((type) =>
      post(newPet, 'test_pro', { 'content-type': type }),
    ),
    under: { usual: [201, 201, 201, 201], reject: [400, 400, 400, 201], 'reject-415': [415, 415, 415, 201] },
  },
  'path-form': {
    calls: gets(['/', '/1/', '']).concat(get('/v1/Pets'), get('/v1/')),
    under: {
      usual: [404, 404, 200, 404, 404],
      'trailing-slash': [200, 200, 200, 404, 404],
      lenient: [200, 200, 200, 200, 404],
      'redirect-301': [301, 301, 200, 404, 404],
    },
  },
  'small-limit': {
    queries: ['limit=0', 'limit=-1', 'limit=101', 'limit=x'],
    under: {
      usual: [400, 400, 400, 400],
      clamp: [1, 1, 400, 400],
      'ignore-zero': [20, 1, 400, 400],
      ignore: [20, 20, 400, 400],
      empty: [0, 0, 400, 400],
      'reject-422': [422, 422, 400, 400],
    },
  },
  'large-limit': {
    queries: ['limit=101', 'limit=0'],
    under: {
      'invalid-query': [400, 400],
      clamp: [30, 400],
      ignore: [20, 400],
      empty: [0, 400],
      'reject-422': [422, 400],
    },
  },
  'limit-form': {
    queries: ['05', '5x', '5.5', '-05', 'x5', '007x', '5&limit=5'].map((text) => `limit=${text}`),
    under: {
      usual: [400, 400, 400, 400, 400, 400, 400],
      zeros: [5, 400, 400, 400, 400, 400, 400],
      'leading-digits': [5, 5, 5, 400, 400, 7, 400],
    },
  },
  'category-check': {
    calls: [post({ ...newPet, categoryId: 77 }), post(newPet)],
    under: { usual: [201, 201], known: [400, 201], 'known-422': [422, 201] },
  },
  'name-check': {
    calls: ['', ' \u2003\t', '🐈'.repeat(100), 'é'.repeat(101), 'é'.repeat(255), 'é'.repeat(256)].map((name) =>
      post({ ...newPet, name }),
    ),
    under: {
      none: [201, 201, 201, 201, 201, 201],
      strict: [400, 400, 201, 400, 400, 400],
      'no-empty': [400, 201, 201, 201, 201, 201],
      'no-blank': [400, 400, 201, 201, 201, 201],
      255: [201, 201, 201, 201, 201, 400],
      'no-blank-255': [400, 400, 201, 201, 201, 400],
    },
  },
  'duplicate-names': {
    calls: [post(newPet), post(newPet)],
    under: { usual: [201, 201], 'reject-409': [201, 409], reject: [201, 400] },
  },
  undocumented: {
    calls: [put, get('/v1/owners'), get('/v1/pets', null)],
    under: {
      usual: [405, 404, 401],
      'not-found': [404, 404, 401],
      '405-501': [501, 405, 401],
      '200-405': [405, 200, 401],
    },
  },
  head: {
    calls: [head('/v1/pets'), head('/v1/pets/99'), put],
    under: { usual: [405, 405, 405], 'as-get': [200, 404, 405] },
  },
  'page-cap': { queries: ['limit=30', 'limit=3'], under: { usual: [30, 3], 7: [7, 3] } },
  'invalid-query': {
    queries: ['limit=0', 'limit=-99999999999999999999', 'limit=1000', 'limit=x', 'status=x'],
    under: {
      reject: [400, 400, 400, 400, 400],
      'reject-422': [422, 422, 422, 422, 422],
      clamp: [1, 1, 30, 20, 20],
      ignore: [20, 20, 20, 20, 20],
      empty: [0, 0, 0, 0, 0],
    },
  },
  'invalid-status': {
    queries: ['limit=0', 'status=x'],
    beside: { 'invalid-query': 'reject-422' },
    under: {
      'invalid-query': [422, 422],
      'reject-400': [422, 400],
      'reject-500': [422, 500],
      ignore: [422, 20],
      empty: [422, 0],
    },
  },
  'unknown-query': { queries: ['page=2', 'limit=2'], under: { usual: [20, 2], reject: [400, 2] } },
  'large-body': { calls: [post(' '.repeat(1_048_577))], under: { usual: [413], reject: [400] } },
  'full-store': { calls: [post(newPet)], options: { sandboxBytes: 0 }, under: { usual: [507], 'reject-503': [503] } },
  'malformed-id': { calls: gets(['/abc', '/99', '/1/2']), under: { usual: [404, 404, 404], reject: [400, 404, 404] } },
  'large-id': {
    calls: gets(['/abc', '/9223372036854775808', '/-9223372036854775809']),
    beside: { 'malformed-id': 'reject' },
    under: { usual: [400, 400, 400], 'reject-404': [400, 404, 404], 'reject-500': [400, 500, 500] },
  },
  'banned-key': {
    calls: ['test_banned', 'test_enterprise', 'test_free_exhausted'].map((key) => get('/v1/pets', key)),
    under: { usual: [429, 200, 429], unauthorized: [401, 200, 429] },
  },
  removal: { calls: gets(['/1']), options: atTheEnd, under: { usual: [404], gone: [410] } },
}

test.each(
  Object.entries(table).flatMap(([silence, each]) =>
    Object.entries(each.under).map(([choice, expected]) => ({ silence, choice, expected, ...each })),
  ),
)('$silence=$choice', async ({ silence, choice, expected, calls, queries = [], options, beside }) => {
  const profile = { ...beside, ...(choice === 'usual' ? {} : { [silence]: choice }) }
  const dataset = calls === undefined ? { dataset: manyPets } : {}
  const store = testStore({ profile, ...dataset, ...options })
  const found: number[] = []
  for (const call of calls ?? queries.map((query) => get(`/v1/pets?${query}`))) {
    const reply = await store.answer(call)
    found.push(calls === undefined && reply.status === 200 ? idsOf(reply).length : reply.status)
  }
  expect(found).toEqual(expected)
})

/** What statuses and lengths do not tell. */
const witnesses: Partial<Record<keyof Profile, () => Promise<void>>> = {
  'new-ids': async () => {
    const addedUnder = async (profile: Partial<Profile>) => {
      const store = testStore({ profile })
      const added = []
      for (const name of ['Rex', 'Mia', 'Tom']) {
        const { id } = bodyOf(await store.answer(post({ name, categoryId: 1 }))) as { id: bigint }
        expect(bodyOf(await store.answer(get(`/v1/pets/${id}`)))).toMatchObject({ id, name })
        added.push(id)
      }
      return added
    }
    expect(await addedUnder({})).toEqual([4, 5, 6])
    expect(await addedUnder({ 'new-ids': 'large' })).toEqual([9007199254740993n, 9007199254740994n, 9007199254740995n])
    expect(await addedUnder({ 'new-ids': 'negative' })).toEqual([-4, -5, -6])
    // Calls at the same time get ids of their own.
    const busy = testStore({ profile: { 'new-ids': 'negative' } })
    const replies = await Promise.all(['Rex', 'Mia'].map((name) => busy.answer(post({ name, categoryId: 1 }))))
    expect(replies.map((reply) => bodyOf(reply))).toMatchObject([{ id: -4 }, { id: -5 }])
    // Those that were removed leave no gap in which two animals would meet.
    const store = testStore({ profile: { 'new-ids': 'negative' } })
    for (let at = 0; at < 3; at++) await store.answer(post(newPet))
    await (await store.sandbox().animals).remove(-4)
    expect(bodyOf(await store.answer(post(newPet)))).toMatchObject({ id: -7 })
  },
  'duplicate-names': async () => {
    // As a second click sends it.
    const store = testStore({ profile: { 'duplicate-names': 'reject-409' } })
    const replies = await Promise.all([newPet, newPet].map((pet) => store.answer(post(pet))))
    expect(replies.map(({ status }) => status)).toEqual([201, 409])
  },
  'status-default': async () => {
    expect(bodyOf(await under({}, post(newPet)))).not.toHaveProperty('status')
    for (const status of ['available', 'pending', 'sold'] as const)
      expect(bodyOf(await under({ 'status-default': status }, post(newPet)))).toHaveProperty('status', status)
  },
  'unknown-fields': async () => {
    expect(bodyOf(await under({}, post({ ...newPet, notOfPets: 3 })))).toEqual({ id: 4, ...newPet })
    const refused = bodyOf(await under({ 'unknown-fields': 'reject' }, post({ ...newPet, notOfPets: 3 })))
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('there is no member "notOfPets"') })
  },
  'further-members': async () => {
    const further = { 'further-members': '{"createdAt":"2026-01-01", "_links":{"self":"/v1/pets/{id}"}}' }
    const expected = { createdAt: '2026-01-01', _links: { self: '/v1/pets/1' } }
    const store = testStore({ profile: further })
    expect(bodyOf(await store.answer(get('/v1/pets/1')))).toMatchObject({ id: 1, ...expected })
    expect(bodyOf(await store.answer(get('/v1/pets?limit=1')))).toEqual([expect.objectContaining(expected)])
    expect(bodyOf(await store.answer(post(newPet)))).toMatchObject({ id: 4, _links: { self: '/v1/pets/4' } })
    expect(bodyOf(await under({}, get('/v1/pets/1')))).not.toHaveProperty('createdAt')
    for (const wrong of ['{"id":1}', '{nonsense}', '{ }'])
      await expect(under({ 'further-members': wrong }, get('/v1/pets'))).rejects.toThrow('needs a JSON object')
  },
  'error-codes': async () => {
    const codes = async (mapping: string, ...calls: Call[]) => {
      const profile = mapping === '' ? {} : { 'error-codes': mapping }
      const bodies = await Promise.all(calls.map(async (call) => bodyOf(await under(profile, call))))
      return bodies.map((body) => (body as { code: string }).code)
    }
    const missing = get('/v1/pets/9')
    expect(await codes('', missing)).toEqual(['not_found'])
    expect(await codes('not_found:,gone:x', missing)).toEqual([''])
    expect(await codes('not_found:E404', missing, get('/v1/pets', null))).toEqual(['E404', 'unauthorized'])
    expect(await codes('not_found:E404,unauthorized:urn:e', missing, get('/v1/pets', null))).toEqual(['E404', 'urn:e'])
    for (const wrong of ['notfound', 'not_found/anything'])
      await expect(codes(`${wrong}:E404`, missing)).rejects.toThrow(`maps "${wrong}", which this mock never sends`)
    const detailed = 'unauthorized/missing:NO_KEY,invalid_body:BAD,invalid_body/name:NAME'
    const keys = [get('/v1/pets', null), get('/v1/pets', 'wrong')]
    expect(await codes(detailed, ...keys)).toEqual(['NO_KEY', 'unauthorized'])
    const bodies = [[], { categoryId: 1 }, { name: 'x' }]
    expect(await codes(detailed, ...bodies.map((body) => post(body)))).toEqual(['BAD', 'NAME', 'BAD'])
  },
  'list-order': async () => {
    expect(idsOf(await under({}, get('/v1/pets')))).toEqual([1, 2, 3])
    expect(idsOf(await under({ 'list-order': 'newest-first' }, get('/v1/pets?limit=2')))).toEqual([3, 2])
  },
  paging: async () => {
    expect((await under({}, get('/v1/pets?limit=2'))).headers).not.toHaveProperty('Link')
    const store = testStore({
      profile: { paging: 'link' },
      dataset: manyPets.map((pet) => (pet.id % 2 === 0 ? { ...pet, status: 'sold' as const } : pet)),
    })
    const seen = []
    for (let query: string | undefined = '?limit=6&status=sold'; query !== undefined;) {
      const reply = await store.answer(get(`/v1/pets${query}`))
      seen.push(...idsOf(reply))
      query = /^<(.*)>; rel="next"$/.exec(reply.headers['Link'] ?? '')?.[1]
    }
    expect(seen).toEqual(manyPets.map(({ id }) => id).filter((id) => id % 2 === 0))
    expect((await store.answer(get('/v1/pets?cursor=nonsense'))).status).toBe(400)
    expect((await store.answer(get('/v1/pets?cursor=p1'))).status).toBe(200)
    expect((await store.answer(get('/v1/pets?cursor=p1&cursor=p1'))).status).toBe(400)
  },
  'rate-body': async () => {
    expect(bodyOf(await under({}, get('/v1/pets', 'test_free_exhausted')))).toMatchObject({ status: 429 })
    const empty = await under({ 'rate-body': 'empty' }, get('/v1/pets', 'test_free_exhausted'))
    expect([empty.status, empty.body, empty.headers['Content-Type']]).toEqual([429, '', undefined])
    expect(empty.headers['Retry-After']).toBe('50')
  },
  'retry-after': async () => {
    const told = async (profile: Partial<Profile>) =>
      (await under(profile, get('/v1/pets', 'test_free_exhausted'))).headers['Retry-After']
    expect(await told({})).toBe('50')
    expect(await told({ 'retry-after': 'http-date' })).toBe('Fri, 01 Jan 2027 00:01:00 GMT')
  },
  'rate-window': async () => {
    const limit = async (choice: Profile['rate-window']) =>
      (await under({ 'rate-window': choice }, get('/v1/pets', 'test_free'))).headers['X-RateLimit-Limit']
    expect([await limit('tightest'), await limit('minute'), await limit('day')]).toEqual(['60', '60', '1000'])
  },
  'window-start': async () => {
    const midnight = Date.UTC(2027, 0, 1) / 1000
    const story = async (choice: Profile['window-start']) => {
      const store = testStore({ profile: { 'window-start': choice } })
      const seen = []
      for (const waitMilliseconds of [0, 20_000, 39_000, 1000, 90_000]) {
        store.sandbox().clock.advance(waitMilliseconds)
        const { headers } = await store.answer(get('/v1/pets', 'test_free'))
        seen.push(`${headers['X-RateLimit-Remaining']} until ${Number(headers['X-RateLimit-Reset']) - midnight}`)
      }
      return seen.join(', ')
    }
    // The calls come 10, 30, 69, 70 and 160 seconds after midnight.
    expect(await story('clock')).toBe('59 until 60, 58 until 60, 59 until 120, 58 until 120, 59 until 180')
    expect(await story('first-call')).toBe('59 until 70, 58 until 70, 57 until 70, 59 until 130, 59 until 220')
    const day = async (choice: Profile['window-start']) =>
      (await under({ 'window-start': choice, 'rate-window': 'day' }, get('/v1/pets'))).headers['X-RateLimit-Reset']
    const days = [Number(await day('clock')) - midnight, Number(await day('first-call')) - midnight]
    expect(days).toEqual([86_400, 86_410])
  },
  'rate-anonymous': async () => {
    const afterOne = async (choice: Profile['rate-anonymous']) => {
      const store = testStore({ profile: { 'rate-anonymous': choice } })
      await store.answer(get('/v1/pets', null))
      return store.answer(get('/v1/pets', 'wrong'))
    }
    expect((await afterOne('no')).headers['X-RateLimit-Remaining']).toBe('60')
    expect((await afterOne('yes')).headers['X-RateLimit-Remaining']).toBe('58')
  },
  enterprise: async () => {
    expect((await under({}, get('/v1/pets'))).headers['X-RateLimit-Limit']).toBe('5000')
    expect((await under({ enterprise: '7/9' }, get('/v1/pets'))).headers['X-RateLimit-Limit']).toBe('7')
  },
  ban: async () => {
    const codesAfter = async (choice: string) => {
      const store = testStore({ profile: { ban: choice } })
      const codes = []
      for (let call = 0; call < 13; call++)
        codes.push((bodyOf(await store.answer(get('/v1/pets', 'test_free_exhausted'))) as { code: string }).code)
      return codes.indexOf('key_banned')
    }
    expect([await codesAfter('10/300'), await codesAfter('2/60'), await codesAfter('never')]).toEqual([10, 2, -1])
  },
  'deprecation-headers': async () => {
    expect((await under({}, get('/v1/pets/1'))).headers).not.toHaveProperty('Sunset')
    const both = { 'deprecation-headers': 'both' } as const
    const dates = { Deprecation: 'true', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }
    expect((await under(both, get('/v1/pets/1'))).headers).toMatchObject(dates)
    expect((await under(both, get('/v1/pets'))).headers).not.toHaveProperty('Sunset')
    const shown = async (choice: string, id: number) => {
      const { headers } = await under({ 'deprecation-headers': choice }, get(`/v1/pets/${id}`))
      return ['Deprecation', 'Sunset'].filter((name) => name in headers)
    }
    for (const [choice, on200, on404] of [
      ['both', ['Deprecation', 'Sunset'], ['Deprecation', 'Sunset']],
      ['both-on-200', ['Deprecation', 'Sunset'], []],
      ['deprecation', ['Deprecation'], ['Deprecation']],
      ['sunset-on-200', ['Sunset'], []],
    ] as const)
      expect([await shown(choice, 1), await shown(choice, 99)], choice).toEqual([on200, on404])
  },
  'path-form': async () => {
    const redirected = await under({ 'path-form': 'redirect-308' }, get('/v1/pets/?limit=2'))
    expect(redirected).toMatchObject({ status: 308, headers: { Location: '../pets?limit=2' }, body: '' })
    const store = testStore({ profile: { 'path-form': 'lenient', head: 'as-get' } })
    expect(await store.answer(head('/v1/pets/'))).toMatchObject({ status: 200 })
    // The journal shows the call as it was sent.
    expect(store.sandbox().journal.records()).toMatchObject([{ route: { kind: 'unknown-path', path: '/v1/pets/' } }])
  },
  undocumented: async () => {
    expect(await under({ undocumented: '405-501' }, get('/v1/owners'))).toMatchObject({ headers: { Allow: '' } })
    expect((await under({ undocumented: '200-405' }, get('/v1/owners'))).body).toBe('{}')
    expect((await under({ undocumented: '404-405-no-allow' }, put)).headers).not.toHaveProperty('Allow')
  },
}

test.each(Object.entries(witnesses))('%s is switched by a profile', async (_id, witness) => {
  await witness()
})

test('every silence is here', () => {
  expect(new Set([...Object.keys(table), ...Object.keys(witnesses)])).toEqual(new Set(silences.map(({ id }) => id)))
})

test('a sandbox takes another profile, and reset returns to the first', async () => {
  const store = testStore({ profile: { 'list-order': 'newest-first' } })
  const sandbox = store.sandbox()
  sandbox.set({ profile: { 'page-cap': '1' } })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([3])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.other')))).toEqual([3, 2, 1])
  await sandbox.reset()
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([3, 2, 1])
  expect(() => sandbox.set({ profile: { 'page-cap': '1000' } })).toThrow(ProfileError)
})
