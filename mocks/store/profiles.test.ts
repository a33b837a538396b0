import { expect, test } from 'vitest'
import { type Profile, ProfileError, silences } from '../../spec/index.ts'
import type { Call, Reply } from '../index.ts'
import { bodyOf, get, idsOf, post, testInstant, testStore } from '../testing/test-calls.ts'

const newPet = { name: 'x', categoryId: 1 }
const manyPets = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: 'x', categoryId: 1 }))

/** What one call meets under a profile. */
async function under(profile: Partial<Profile>, call: Call, options = {}): Promise<Reply> {
  return testStore({ profile, ...options }).answer(call)
}

const withType = (type: string | undefined) => post('{"name":"x","categoryId":1}', 'test_pro', { 'content-type': type })

/** How many animals a list with each of these limits has, of 30; or the status that refuses it. */
async function lengthsOf(profile: Partial<Profile>, limits: readonly string[]): Promise<readonly number[]> {
  const replies = limits.map(async (limit) => {
    const reply = await under(profile, get(`/v1/pets?limit=${limit}`), { dataset: manyPets })
    return reply.status === 200 ? idsOf(reply).length : reply.status
  })
  return Promise.all(replies)
}

// Each silence: what the default does, and what each alternative does, seen by one call.
const witnesses: Record<keyof Profile, () => Promise<void>> = {
  'media-type': async () => {
    for (const type of [undefined, 'text/plain', 'application/jsonp']) {
      expect((await under({}, withType(type))).status).toBe(201)
      expect((await under({ 'media-type': 'reject' }, withType(type))).status).toBe(400)
      expect((await under({ 'media-type': 'reject-415' }, withType(type))).status).toBe(415)
    }
    expect((await under({ 'media-type': 'reject' }, withType('Application/JSON; charset=utf-8'))).status).toBe(201)
  },
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
  'path-form': async () => {
    const statuses = async (profile: Partial<Profile>) =>
      Promise.all(
        ['/v1/pets/', '/v1/pets/1/', '/v1/Pets', '/v1/'].map(async (path) => (await under(profile, get(path))).status),
      )
    expect(await statuses({})).toEqual([404, 404, 404, 404])
    expect(await statuses({ 'path-form': 'trailing-slash' })).toEqual([200, 200, 404, 404])
    expect(await statuses({ 'path-form': 'lenient' })).toEqual([200, 200, 200, 404])
    expect(await statuses({ 'path-form': 'redirect-301' })).toEqual([301, 301, 404, 404])
    const redirected = await under({ 'path-form': 'redirect-308' }, get('/v1/pets/?limit=2'))
    expect(redirected).toMatchObject({ status: 308, headers: { Location: '../pets?limit=2' }, body: '' })
    const store = testStore({ profile: { 'path-form': 'lenient', head: 'as-get' } })
    expect((await store.answer({ ...get('/v1/pets/'), method: 'HEAD' })).status).toBe(200)
    // The journal shows the call as it was sent.
    expect(store.sandbox().journal.records()).toMatchObject([{ route: { kind: 'unknown-path', path: '/v1/pets/' } }])
  },
  'small-limit': async () => {
    const lengths = async (choice: Partial<Profile>) => lengthsOf(choice, ['0', '-1'])
    expect(await lengths({ 'invalid-query': 'ignore' })).toEqual([20, 20])
    for (const [choice, expected] of [
      ['clamp', [1, 1]],
      ['ignore-zero', [20, 1]],
      ['ignore', [20, 20]],
      ['empty', [0, 0]],
      ['reject-422', [422, 422]],
    ] as const)
      expect(await lengths({ 'invalid-query': 'reject', 'small-limit': choice })).toEqual(expected)
    expect(await lengthsOf({ 'small-limit': 'clamp' }, ['101', 'x'])).toEqual([400, 400])
  },
  'large-limit': async () => {
    for (const [choice, expected] of [
      ['invalid-query', 400],
      ['clamp', 30],
      ['ignore', 20],
      ['empty', 0],
      ['reject-422', 422],
    ] as const)
      expect(await lengthsOf({ 'large-limit': choice }, ['101', '0'])).toEqual([expected, 400])
  },
  'limit-form': async () => {
    const texts = ['05', '5x', '5.5', '-05', 'x5', '007x']
    expect(await lengthsOf({}, texts)).toEqual([400, 400, 400, 400, 400, 400])
    expect(await lengthsOf({ 'limit-form': 'zeros' }, texts)).toEqual([5, 400, 400, 400, 400, 400])
    expect(await lengthsOf({ 'limit-form': 'leading-digits' }, texts)).toEqual([5, 5, 5, 400, 400, 7])
    expect((await under({ 'limit-form': 'leading-digits' }, get('/v1/pets?limit=5&limit=5'))).status).toBe(400)
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
  'category-check': async () => {
    expect((await under({}, post({ name: 'x', categoryId: 77 }))).status).toBe(201)
    expect((await under({ 'category-check': 'known' }, post({ name: 'x', categoryId: 77 }))).status).toBe(400)
    expect((await under({ 'category-check': 'known-422' }, post({ name: 'x', categoryId: 77 }))).status).toBe(422)
    expect((await under({ 'category-check': 'known' }, post(newPet))).status).toBe(201)
  },
  'name-check': async () => {
    for (const name of ['', ' \u2003\t', 'é'.repeat(101)]) {
      expect((await under({}, post({ name, categoryId: 1 }))).status).toBe(201)
      expect((await under({ 'name-check': 'strict' }, post({ name, categoryId: 1 }))).status).toBe(400)
    }
    expect((await under({ 'name-check': 'strict' }, post({ name: '🐈'.repeat(100), categoryId: 1 }))).status).toBe(201)
    const seen = async (choice: string) => {
      const names = [' ', 'é'.repeat(255), 'é'.repeat(256)]
      return Promise.all(
        names.map(async (name) => (await under({ 'name-check': choice }, post({ ...newPet, name }))).status),
      )
    }
    expect(await seen('no-blank')).toEqual([400, 201, 201])
    expect(await seen('255')).toEqual([201, 201, 400])
    expect(await seen('no-blank-255')).toEqual([400, 201, 400])
    expect(await seen('no-empty')).toEqual([201, 201, 201])
    for (const [choice, status] of Object.entries({ 'no-empty': 400, 'no-empty-255': 400, 255: 201 }))
      expect((await under({ 'name-check': choice }, post({ ...newPet, name: '' }))).status).toBe(status)
  },
  'duplicate-names': async () => {
    const twice = async (profile: Partial<Profile>) => {
      const store = testStore({ profile })
      return [(await store.answer(post(newPet))).status, (await store.answer(post(newPet))).status]
    }
    expect(await twice({})).toEqual([201, 201])
    expect(await twice({ 'duplicate-names': 'reject-409' })).toEqual([201, 409])
    expect(await twice({ 'duplicate-names': 'reject' })).toEqual([201, 400])
  },
  'error-codes': async () => {
    expect(bodyOf(await under({ 'error-codes': 'not_found:,gone:x' }, get('/v1/pets/9')))).toHaveProperty('code', '')
    const profile = { 'error-codes': 'not_found:E404,unauthorized:urn:e' }
    expect(bodyOf(await under({}, get('/v1/pets/9')))).toHaveProperty('code', 'not_found')
    expect(bodyOf(await under(profile, get('/v1/pets/9')))).toHaveProperty('code', 'E404')
    expect(bodyOf(await under({ 'error-codes': 'not_found:E404' }, get('/v1/pets', null)))).toHaveProperty(
      'code',
      'unauthorized',
    )
    for (const wrong of ['notfound', 'not_found/anything'])
      await expect(under({ 'error-codes': `${wrong}:E404` }, get('/v1/pets'))).rejects.toThrow(
        `maps "${wrong}", which this mock never sends`,
      )
    const detailed = { 'error-codes': 'unauthorized/missing:NO_KEY,invalid_body:BAD,invalid_body/name:NAME' }
    const calls = [
      get('/v1/pets', null),
      get('/v1/pets', 'wrong'),
      post([]),
      post({ categoryId: 1 }),
      post({ name: 'x' }),
    ]
    const codes = await Promise.all(calls.map(async (call) => bodyOf(await under(detailed, call))))
    expect(codes.map((body) => (body as { code: string }).code)).toEqual([
      'NO_KEY',
      'unauthorized',
      'BAD',
      'NAME',
      'BAD',
    ])
  },
  undocumented: async () => {
    const call = { ...get('/v1/pets'), method: 'PUT' }
    expect((await under({}, call)).status).toBe(405)
    expect((await under({ undocumented: 'not-found' }, call)).status).toBe(404)
    expect((await under({ undocumented: '405-501' }, call)).status).toBe(501)
    expect(await under({ undocumented: '405-501' }, get('/v1/owners'))).toMatchObject({
      status: 405,
      headers: { Allow: '' },
    })
    expect((await under({ undocumented: '404-405-no-allow' }, call)).headers).not.toHaveProperty('Allow')
    expect(await under({ undocumented: '200-405' }, get('/v1/owners'))).toMatchObject({ status: 200, body: '{}' })
    expect((await under({ undocumented: '200-405' }, get('/v1/pets', null))).status).toBe(401)
  },
  head: async () => {
    const head = (path: string) => ({ ...get(path), method: 'HEAD' })
    expect((await under({}, head('/v1/pets'))).status).toBe(405)
    expect(await under({ head: 'as-get' }, head('/v1/pets'))).toMatchObject({ status: 200, body: '' })
    expect(await under({ head: 'as-get' }, head('/v1/pets/99'))).toMatchObject({ status: 404, body: '' })
    expect((await under({ head: 'as-get' }, { ...get('/v1/pets'), method: 'PUT' })).status).toBe(405)
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
  'page-cap': async () => {
    expect(idsOf(await under({}, get('/v1/pets?limit=30'), { dataset: manyPets }))).toHaveLength(30)
    expect(idsOf(await under({ 'page-cap': '7' }, get('/v1/pets?limit=30'), { dataset: manyPets }))).toHaveLength(7)
    expect(idsOf(await under({ 'page-cap': '7' }, get('/v1/pets?limit=3'), { dataset: manyPets }))).toHaveLength(3)
  },
  'invalid-query': async () => {
    const seen = async (choice: Profile['invalid-query'], query: string) => {
      const reply = await under({ 'invalid-query': choice }, get(`/v1/pets?${query}`), { dataset: manyPets })
      return reply.status === 200 ? idsOf(reply).length : reply.status
    }
    expect(await Promise.all(['limit=0', 'limit=x', 'status=x'].map((query) => seen('reject', query)))).toEqual([
      400, 400, 400,
    ])
    expect(await Promise.all(['limit=0', 'limit=x', 'status=x'].map((query) => seen('reject-422', query)))).toEqual([
      422, 422, 422,
    ])
    const queries = ['limit=0', 'limit=-99999999999999999999', 'limit=1000', 'limit=x', 'status=x']
    expect(await Promise.all(queries.map((query) => seen('clamp', query)))).toEqual([1, 1, 30, 20, 20])
    expect(await Promise.all(queries.map((query) => seen('ignore', query)))).toEqual([20, 20, 20, 20, 20])
    expect(await Promise.all(queries.map((query) => seen('empty', query)))).toEqual([0, 0, 0, 0, 0])
  },
  'invalid-status': async () => {
    const answers = async (choice: string) => {
      const profile = { 'invalid-query': 'reject-422', 'invalid-status': choice } as const
      const replies = [get('/v1/pets?limit=0'), get('/v1/pets?status=x')].map((call) => under(profile, call))
      return (await Promise.all(replies)).map((reply) => (reply.status === 200 ? idsOf(reply).length : reply.status))
    }
    expect(await answers('invalid-query')).toEqual([422, 422])
    expect(await answers('reject-400')).toEqual([422, 400])
    expect(await answers('reject-500')).toEqual([422, 500])
    expect(await answers('ignore')).toEqual([422, 3])
    expect(await answers('empty')).toEqual([422, 0])
  },
  'unknown-query': async () => {
    expect((await under({}, get('/v1/pets?page=2'))).status).toBe(200)
    expect(bodyOf(await under({ 'unknown-query': 'reject' }, get('/v1/pets?page=2')))).toMatchObject({ status: 400 })
    expect((await under({ 'unknown-query': 'reject' }, get('/v1/pets?limit=2&status=sold'))).status).toBe(200)
  },
  'large-body': async () => {
    expect((await under({}, post(' '.repeat(1_048_577)))).status).toBe(413)
    expect(bodyOf(await under({ 'large-body': 'reject' }, post(' '.repeat(1_048_577))))).toMatchObject({ status: 400 })
  },
  'full-store': async () => {
    const options = { sandboxBytes: 0 }
    expect((await under({}, post(newPet), options)).status).toBe(507)
    expect((await under({ 'full-store': 'reject-503' }, post(newPet), options)).status).toBe(503)
  },
  'malformed-id': async () => {
    expect((await under({}, get('/v1/pets/abc'))).status).toBe(404)
    expect(bodyOf(await under({ 'malformed-id': 'reject' }, get('/v1/pets/abc')))).toMatchObject({
      code: 'invalid_id',
      message: 'petId must be an int64: decimal digits, with a minus sign if negative.',
      status: 400,
    })
    expect((await under({ 'malformed-id': 'reject' }, get('/v1/pets/99'))).status).toBe(404)
    expect((await under({ 'malformed-id': 'reject' }, get('/v1/pets/1/2'))).status).toBe(404)
  },
  'large-id': async () => {
    const answers = async (profile: Partial<Profile>) => {
      const ids = ['abc', '9223372036854775808', '-9223372036854775809']
      return Promise.all(ids.map(async (id) => (await under(profile, get(`/v1/pets/${id}`))).status))
    }
    expect(await answers({ 'malformed-id': 'reject' })).toEqual([400, 400, 400])
    expect(await answers({ 'malformed-id': 'reject', 'large-id': 'reject-404' })).toEqual([400, 404, 404])
    expect(await answers({ 'large-id': 'reject-500' })).toEqual([404, 500, 500])
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
    const story = async (choice: Profile['window-start']) => {
      const store = testStore({ profile: { 'window-start': choice } })
      const { clock } = store.sandbox()
      const resets = []
      for (const waitMilliseconds of [0, 20_000, 39_000, 1000, 90_000]) {
        clock.advance(waitMilliseconds)
        const { headers } = await store.answer(get('/v1/pets', 'test_free'))
        resets.push(`${headers['X-RateLimit-Remaining']} until ${Number(headers['X-RateLimit-Reset']) - midnight}`)
      }
      return resets
    }
    const midnight = Date.UTC(2027, 0, 1) / 1000
    // The calls come 10, 30, 69, 70 and 160 seconds after midnight.
    expect(await story('clock')).toEqual(['59 until 60', '58 until 60', '59 until 120', '58 until 120', '59 until 180'])
    expect(await story('first-call')).toEqual([
      '59 until 70',
      '58 until 70',
      '57 until 70',
      '59 until 130',
      '59 until 220',
    ])
    const day = async (choice: Profile['window-start']) =>
      (await under({ 'window-start': choice, 'rate-window': 'day' }, get('/v1/pets'))).headers['X-RateLimit-Reset']
    expect([await day('clock'), await day('first-call')].map((reset) => Number(reset) - midnight)).toEqual([
      86_400, 86_410,
    ])
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
  'banned-key': async () => {
    expect((await under({}, get('/v1/pets', 'test_banned'))).status).toBe(429)
    expect(bodyOf(await under({ 'banned-key': 'unauthorized' }, get('/v1/pets', 'test_banned')))).toMatchObject({
      status: 401,
    })
    expect((await under({ 'banned-key': 'unauthorized' }, get('/v1/pets'))).status).toBe(200)
    expect((await under({ 'banned-key': 'unauthorized' }, get('/v1/pets', 'test_free_exhausted'))).status).toBe(429)
  },
  removal: async () => {
    const clock = { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0, 1) }
    expect((await under({}, get('/v1/pets/1'), { clock })).status).toBe(404)
    expect(bodyOf(await under({ removal: 'gone' }, get('/v1/pets/1'), { clock }))).toMatchObject({
      code: 'gone',
      status: 410,
    })
  },
  'deprecation-headers': async () => {
    expect((await under({}, get('/v1/pets/1'))).headers).not.toHaveProperty('Sunset')
    const both = { 'deprecation-headers': 'both' } as const
    expect((await under(both, get('/v1/pets/1'))).headers).toMatchObject({
      Deprecation: 'true',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    })
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
}

test.each(silences.map(({ id }) => id))('%s is switched by a profile', async (id) => {
  await witnesses[id]()
})

test('a sandbox takes another profile, and reset returns to the first', async () => {
  const store = testStore({ profile: { 'list-order': 'newest-first' } })
  const sandbox = store.sandbox()
  sandbox.choose({ 'page-cap': '1' })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([3])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.other')))).toEqual([3, 2, 1])
  await sandbox.reset()
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([3, 2, 1])
  expect(() => sandbox.choose({ 'page-cap': '1000' })).toThrow(ProfileError)
})

test('Retry-After and X-RateLimit-Reset agree in both forms, for a minute, a day and a ban', async () => {
  for (const key of ['test_free_exhausted', 'test_banned']) {
    for (const choice of ['seconds', 'http-date'] as const) {
      const { headers } = await under({ 'retry-after': choice }, get('/v1/pets', key))
      const told = headers['Retry-After'] ?? ''
      const at = choice === 'seconds' ? testInstant / 1000 + Number(told) : Date.parse(told) / 1000
      expect(String(at)).toBe(headers['X-RateLimit-Reset'])
    }
  }
})
