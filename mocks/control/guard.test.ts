import { expect, test } from 'vitest'
import type { Call } from '../call/call.ts'
import { bodyOf } from '../testing/test-calls.ts'
import { GuardError, createControl } from './index.ts'
import { callOf, controlRoutes, ownHeaders, testControl } from './test-control.ts'

const token = 's3cret-token'
const bearer = { authorization: `Bearer ${token}` }

const refusals: readonly (readonly [name: string, status: number, headers: Call['headers']])[] = [
  ['a Host of another name', 403, { host: 'evil.example' }],
  ['a Host that begins like this machine', 403, { host: 'localhost.evil.example:4010' }],
  ['a Host of another name and no token', 403, { host: 'evil.example', authorization: undefined }],
  ['a Host with a user', 403, { host: 'localhost@evil.example' }],
  ['two Hosts', 403, { host: 'localhost:4010, evil.example' }],
  ['no Host', 403, { host: undefined }],
  ['an Origin of another site', 403, { origin: 'https://evil.example' }],
  ['an Origin of another port of this machine', 403, { origin: 'http://localhost:5173' }],
  ['an opaque Origin', 403, { origin: 'null' }],
  ['an empty Origin', 403, { origin: '' }],
  ['a fetch from another site', 403, { 'sec-fetch-site': 'cross-site' }],
  ['a fetch from another port of this machine', 403, { 'sec-fetch-site': 'same-site' }],
  ['no token', 401, { authorization: undefined }],
  ['a token cut short', 401, { authorization: `Bearer ${token.slice(0, -1)}` }],
  ['a token with more behind it', 401, { authorization: `Bearer ${token}x` }],
  ['a token twice', 401, { authorization: `Bearer ${token}${token}` }],
  ['another token of the same length', 401, { authorization: 'Bearer s3cret-tokem' }],
  ['an API key', 401, { authorization: 'Bearer test_enterprise' }],
  ['another scheme', 401, { authorization: `Basic ${token}` }],
]

test.each(controlRoutes)('$method $path is behind the guard', async (route) => {
  const { store, control } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } }, { token })
  store.sandbox('other')
  await store.sandbox().snapshot('before')
  const whole = async () =>
    (await control.answer({ method: 'GET', target: '/_mock', headers: { ...ownHeaders, ...bearer } })).body
  const before = await whole()
  for (const [name, status, headers] of refusals) {
    const reply = await control.answer(callOf(route, { ...bearer, ...headers }))
    expect([name, reply.status, bodyOf(reply)]).toEqual([name, status, expect.objectContaining({ status })])
    expect(reply.events).toBeUndefined()
  }
  expect(await whole()).toBe(before)
  const passed = await control.answer(callOf(route, bearer))
  expect([401, 403]).not.toContain(passed.status)
})

test.each(controlRoutes)(
  '$method $path sends what hardens a reply, and nothing of CORS, refused or not',
  async (route) => {
    const { control } = testControl()
    for (const headers of [{}, { host: 'evil.example' }, { origin: 'https://evil.example' }]) {
      const reply = await control.answer(callOf(route, headers))
      expect(reply.headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      expect(Object.keys(reply.headers).filter((name) => /access-control/i.test(name))).toEqual([])
    }
  },
)

test.each(controlRoutes)('$method $path refuses a preflight', async (route) => {
  const { control } = testControl()
  const preflight = { ...callOf(route), method: 'OPTIONS' }
  const reply = await control.answer(preflight)
  expect([reply.status, reply.headers['Allow']]).toEqual([405, expect.stringContaining(route.method)])
  const foreign = await control.answer({ ...preflight, headers: { ...ownHeaders, origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
})

test.each(controlRoutes)('$method $path takes no body that a form could send', async (route) => {
  const { control } = testControl()
  const ofForms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  for (const label of [undefined, ...ofForms, 'application/jsonp']) {
    const reply = await control.answer({ ...callOf(route, { 'content-type': label }), body: '{}' })
    expect(reply.status).toBe(415)
  }
})

test.each([
  'localhost',
  'localhost:4010',
  'LOCALHOST:1',
  '127.0.0.1',
  '127.0.0.1:65535',
  '[::1]',
  '[::1]:4010',
  'mock.test',
  'mock.test:9',
  'only.test:4010',
  '[fe80::1]:4010',
])('Host %s is allowed', async (host) => {
  const { control } = testControl({}, { hosts: ['Mock.test', 'only.test:4010', 'fe80::1'] })
  for (const origin of [undefined, `http://${host.toLowerCase()}`, `https://${host}`]) {
    const headers = { host, origin, 'sec-fetch-site': 'same-origin' }
    expect((await control.answer({ method: 'GET', target: '/_mock', headers })).status).toBe(200)
  }
})

test.each([
  'only.test',
  'only.test:4011',
  'mock.test.',
  'xmock.test',
  '[::2]',
  '127.0.0.1:',
  '127.0.0.1:a',
  '127.0.0.2',
  '0.0.0.0',
  'localhost:4010/x',
  ' localhost',
  '',
  '2130706433',
  '[::ffff:127.0.0.1]',
])('Host "%s" is refused', async (host) => {
  const { control } = testControl({}, { hosts: ['mock.test', 'only.test:4010'] })
  expect((await control.answer({ method: 'GET', target: '/_mock', headers: { host } })).status).toBe(403)
})

test('a target with a foreign host of its own is refused, whatever the Host', async () => {
  const { control } = testControl()
  const statusOf = async (target: string) =>
    (await control.answer({ method: 'GET', target, headers: ownHeaders })).status
  expect(await statusOf('http://evil.example/_mock')).toBe(403)
  expect(await statusOf('http://localhost@evil.example/_mock')).toBe(403)
  expect(await statusOf('http://localhost:4010/_mock')).toBe(200)
})

test('the scheme of the token is read in any case, and its spaces do not count', async () => {
  const { control } = testControl({}, { token })
  const statusOf = async (authorization: string) =>
    (await control.answer({ method: 'GET', target: '/_mock', headers: { ...ownHeaders, authorization } })).status
  expect(await statusOf(`bearer   ${token} `)).toBe(200)
})

test.each(['', ' ', 'with space', 'ümlaut', 'line\nbreak', 'x'.repeat(1025)])(
  'token %j is refused at the start',
  (bad) => {
    const { store } = testControl()
    expect(() => createControl(store, { token: bad })).toThrow(GuardError)
  },
)

test.each(['', '*', 'http://mock.test', 'mock.test/x', 'a b', 'user@host'])(
  'host %j is refused at the start',
  (bad) => {
    const { store } = testControl()
    expect(() => createControl(store, { hosts: [bad] })).toThrow(GuardError)
  },
)
