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

/** The status that each call meets under a profile. */
async function statusesUnder(profile: Partial<Profile>, calls: readonly Call[], options = {}): Promise<number[]> {
  return Promise.all(calls.map(async (call) => (await under(profile, call, options)).status))
}

/** How many animals a list with each of these queries has, of 30; or the status that refuses it. */
async function seenUnder(profile: Partial<Profile>, queries: readonly string[]): Promise<readonly number[]> {
  const replies = queries.map(async (query) => {
    const reply = await under(profile, get(`/v1/pets?${query}`), { dataset: manyPets })
    return reply.status === 200 ? idsOf(reply).length : reply.status
  })
  return Promise.all(replies)
}

const lengthsOf = (profile: Partial<Profile>, limits: readonly string[]) =>
  seenUnder(
    profile,
    limits.map((limit) => `limit=${limit}`),
  )

// Each silence: what the default does, and what each alternative does, seen by one call.
const witnesses: Record<keyof Profile, () => Promise<void>> = {
  'media-type': async () => {
    const types = [undefined, 'text/plain', 'application/jsonp', 'Application/JSON; charset=utf-8']
    const calls = types.map((type) => post(newPet, 'test_pro', { 'content-type': type }))
    expect(await statusesUnder({}, calls)).toEqual([201, 201, 201, 201])
    expect(await statusesUnder({ 'media-type': 'reject' }, calls)).toEqual([400, 400, 400, 201])
    expect(await statusesUnder({ 'media-type': 'reject-415' }, calls)).toEqual([415, 415, 415, 201])
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
    const calls = ['/v1/pets/', '/v1/pets/1/', '/v1/Pets', '/v1/'].map((path) => get(path))
    const statuses = (choice: Profile['path-form']) => statusesUnder({ 'path-form': choice }, calls)
    expect(await statusesUnder({}, calls)).toEqual([404, 404, 404, 404])
    expect(await statuses('trailing-slash')).toEqual([200, 200, 404, 404])
    expect(await statuses('lenient')).toEqual([200, 200, 200, 404])
    expect(await statuses('redirect-301')).toEqual([301, 301, 404, 404])
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
    const expected = {
      clamp: [1, 1],
      'ignore-zero': [20, 1],
      ignore: [20, 20],
      empty: [0, 0],
      'reject-422': [422, 422],
    }
    for (const [choice, each] of Object.entries(expected))
      expect(await lengths({ 'invalid-query': 'reject', 'small-limit': choice })).toEqual(each)
    expect(await lengthsOf({ 'small-limit': 'clamp' }, ['101', 'x'])).toEqual([400, 400])
  },
  'large-limit': async () => {
    const expected = { 'invalid-query': 400, clamp: 30, ignore: 20, empty: 0, 'reject-422': 422 }
    for (const [choice, length] of Object.entries(expected))
      expect(await lengthsOf({ 'large-limit': choice }, ['101', '0'])).toEqual([length, 400])
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
    const calls = [post({ ...newPet, categoryId: 77 }), post(newPet)]
    expect(await statusesUnder({}, calls)).toEqual([201, 201])
    expect(await statusesUnder({ 'category-check': 'known' }, calls)).toEqual([400, 201])
    expect(await statusesUnder({ 'category-check': 'known-422' }, calls)).toEqual([422, 201])
  },
  'name-check': async () => {
    const names = ['', ' \u2003\t', '🐈'.repeat(100), 'é'.repeat(101), 'é'.repeat(255), 'é'.repeat(256)]
    const calls = names.map((name) => post({ ...newPet, name }))
    for (const [choice, statuses] of Object.entries({
      none: [201, 201, 201, 201, 201, 201],
      strict: [400, 400, 201, 400, 400, 400],
      'no-empty': [400, 201, 201, 201, 201, 201],
      'no-blank': [400, 400, 201, 201, 201, 201],
      255: [201, 201, 201, 201, 201, 400],
      'no-empty-255': [400, 201, 201, 201, 201, 400],
      'no-blank-255': [400, 400, 201, 201, 201, 400],
    }))
      expect(await statusesUnder({ 'name-check': choice }, calls), choice).toEqual(statuses)
    expect(await statusesUnder({}, calls)).toEqual([201, 201, 201, 201, 201, 201])
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
  undocumented: async () => {
    const calls = [{ ...get('/v1/pets'), method: 'PUT' }, get('/v1/owners'), get('/v1/pets', null)]
    const statuses = (choice: string) => statusesUnder({ undocumented: choice }, calls)
    expect(await statusesUnder({}, calls)).toEqual([405, 404, 401])
    expect(await statuses('not-found')).toEqual([404, 404, 401])
    expect(await statuses('405-501')).toEqual([501, 405, 401])
    expect(await statuses('200-405')).toEqual([405, 200, 401])
    expect(await under({ undocumented: '405-501' }, get('/v1/owners'))).toMatchObject({ headers: { Allow: '' } })
    expect((await under({ undocumented: '200-405' }, get('/v1/owners'))).body).toBe('{}')
    const noAllow = await under({ undocumented: '404-405-no-allow' }, { ...get('/v1/pets'), method: 'PUT' })
    expect(noAllow.headers).not.toHaveProperty('Allow')
  },
  head: async () => {
    const [list, missing, put] = [get('/v1/pets'), get('/v1/pets/99'), get('/v1/pets')].map((call, index) => ({
      ...call,
      method: index === 2 ? 'PUT' : 'HEAD',
    })) as [Call, Call, Call]
    expect(await statusesUnder({}, [list, missing, put])).toEqual([405, 405, 405])
    expect(await statusesUnder({ head: 'as-get' }, [list, missing, put])).toEqual([200, 404, 405])
    for (const call of [list, missing]) expect((await under({ head: 'as-get' }, call)).body).toBe('')
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
    expect(await lengthsOf({}, ['30', '3'])).toEqual([30, 3])
    expect(await lengthsOf({ 'page-cap': '7' }, ['30', '3'])).toEqual([7, 3])
  },
  'invalid-query': async () => {
    const queries = ['limit=0', 'limit=-99999999999999999999', 'limit=1000', 'limit=x', 'status=x']
    for (const [choice, expected] of Object.entries({
      reject: [400, 400, 400, 400, 400],
      'reject-422': [422, 422, 422, 422, 422],
      clamp: [1, 1, 30, 20, 20],
      ignore: [20, 20, 20, 20, 20],
      empty: [0, 0, 0, 0, 0],
    }))
      expect(await seenUnder({ 'invalid-query': choice }, queries), choice).toEqual(expected)
  },
  'invalid-status': async () => {
    const expected = { 'invalid-query': 422, 'reject-400': 400, 'reject-500': 500, ignore: 20, empty: 0 }
    for (const [choice, seen] of Object.entries(expected)) {
      const profile = { 'invalid-query': 'reject-422', 'invalid-status': choice }
      expect(await seenUnder(profile, ['limit=0', 'status=x'])).toEqual([422, seen])
    }
  },
  'unknown-query': async () => {
    const calls = [get('/v1/pets?page=2'), get('/v1/pets?limit=2&status=sold')]
    expect(await statusesUnder({}, calls)).toEqual([200, 200])
    expect(await statusesUnder({ 'unknown-query': 'reject' }, calls)).toEqual([400, 200])
  },
  'large-body': async () => {
    const large = [post(' '.repeat(1_048_577))]
    expect(await statusesUnder({}, large)).toEqual([413])
    expect(await statusesUnder({ 'large-body': 'reject' }, large)).toEqual([400])
  },
  'full-store': async () => {
    const options = { sandboxBytes: 0 }
    expect((await under({}, post(newPet), options)).status).toBe(507)
    expect((await under({ 'full-store': 'reject-503' }, post(newPet), options)).status).toBe(503)
  },
  'malformed-id': async () => {
    const calls = ['abc', '99', '1/2'].map((id) => get(`/v1/pets/${id}`))
    expect(await statusesUnder({}, calls)).toEqual([404, 404, 404])
    expect(await statusesUnder({ 'malformed-id': 'reject' }, calls)).toEqual([400, 404, 404])
    expect(bodyOf(await under({ 'malformed-id': 'reject' }, get('/v1/pets/abc')))).toMatchObject({
      code: 'invalid_id',
      message: 'petId must be an int64: decimal digits, with a minus sign if negative.',
    })
  },
  'large-id': async () => {
    const calls = ['abc', '9223372036854775808', '-9223372036854775809'].map((id) => get(`/v1/pets/${id}`))
    expect(await statusesUnder({ 'malformed-id': 'reject' }, calls)).toEqual([400, 400, 400])
    const both = { 'malformed-id': 'reject', 'large-id': 'reject-404' } as const
    expect(await statusesUnder(both, calls)).toEqual([400, 404, 404])
    expect(await statusesUnder({ 'large-id': 'reject-500' }, calls)).toEqual([404, 500, 500])
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
  'banned-key': async () => {
    const calls = ['test_banned', 'test_enterprise', 'test_free_exhausted'].map((key) => get('/v1/pets', key))
    expect(await statusesUnder({}, calls)).toEqual([429, 200, 429])
    expect(await statusesUnder({ 'banned-key': 'unauthorized' }, calls)).toEqual([401, 200, 429])
  },
  removal: async () => {
    const clock = { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0, 1) }
    expect((await under({}, get('/v1/pets/1'), { clock })).status).toBe(404)
    const gone = { code: 'gone', status: 410 }
    expect(bodyOf(await under({ removal: 'gone' }, get('/v1/pets/1'), { clock }))).toMatchObject(gone)
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
}

test.each(silences.map(({ id }) => id))('%s is switched by a profile', async (id) => {
  await witnesses[id]()
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
