import { expect, test } from 'vitest'
import { callOf, controlRoutes } from '../control/test-control.ts'
import type { Call } from '../entry.ts'
import { sendRaw } from '../testing/wire.ts'
import { testServer } from '../testing/test-server.ts'
import { createControl } from '../control/index.ts'
import { testStore } from '../testing/test-calls.ts'
import { GuardError, createGuard } from './guard.ts'

const token = 's3cret-token'
const ownHeaders = { host: 'localhost:4010', authorization: `Bearer ${token}` }

/** What a call with these headers is refused with; `undefined` if it is not. */
function refusalOf(headers: Call['headers'], target = '/_mock', options = { token }) {
  return createGuard(options).control({ method: 'GET', target, headers: { ...ownHeaders, ...headers } })?.status
}

test.each<readonly [name: string, status: number, headers: Call['headers']]>([
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
])('refuses %s with %i', (_name, status, headers) => {
  expect(refusalOf(headers)).toBe(status)
})

test('the scheme of the token is read in any case, and its spaces do not count', () => {
  expect(refusalOf({ authorization: `bearer   ${token} ` })).toBeUndefined()
})

test('every route is behind the guard, also an unknown one, and no reply is for other pages or caches', async () => {
  const store = testStore()
  const { port } = await testServer({}, { control: createControl(store), token })
  const ask = async ({ method, target }: Call, headers: Readonly<Record<string, string>>) => {
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
    const [reply] = await sendRaw(port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return reply
  }
  for (const call of [
    ...controlRoutes.map((route) => callOf(route)),
    { method: 'GET', target: '/_mock/x', headers: {} },
  ]) {
    const foreign = { ...ownHeaders, origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    const replies = [
      await ask({ ...call, method: 'OPTIONS' }, foreign),
      await ask(call, foreign),
      await ask(call, { host: 'localhost' }),
    ]
    expect([call.target, ...replies.map((reply) => reply?.status)]).toEqual([call.target, 403, 403, 401])
    for (const reply of replies) {
      expect(reply?.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(Object.keys(reply?.headers ?? {}).filter((name) => name.includes('access-control'))).toEqual([])
    }
  }
  const passed = await ask({ method: 'GET', target: '/_mock', headers: {} }, ownHeaders)
  expect(passed).toMatchObject({ status: 200, headers: { 'cross-origin-resource-policy': 'same-origin' } })
})

const hosts = ['Mock.test', 'only.test:4010', 'fe80::1']

test.each(
  'localhost localhost:4010 LOCALHOST:1 127.0.0.1 127.0.0.1:65535 [::1] [::1]:4010 mock.test mock.test:9 only.test:4010 [fe80::1]:4010'.split(
    ' ',
  ),
)('Host %s is allowed', (host) => {
  const guard = createGuard({ hosts })
  for (const origin of [undefined, `http://${host.toLowerCase()}`, `https://${host}`]) {
    const headers = { host, origin, 'sec-fetch-site': 'same-origin' }
    expect(guard.control({ method: 'GET', target: '/_mock', headers })).toBeUndefined()
  }
})

test.each([
  ...'only.test only.test:4011 mock.test. xmock.test [::2] 127.0.0.1: 127.0.0.1:a 127.0.0.2 0.0.0.0'.split(' '),
  'localhost:4010/x',
  ' localhost',
  '',
  '2130706433',
  '[::ffff:127.0.0.1]',
])('Host "%s" is refused', (host) => {
  const { control, panel } = createGuard({ hosts })
  const call = { method: 'GET', target: '/_mock', headers: { host } }
  expect([control(call)?.status, panel(call)?.status]).toEqual([403, 403])
})

test('a target with a foreign host of its own is refused, whatever the Host', () => {
  const targets = ['http://evil.example/_mock', 'http://localhost@evil.example/_mock', 'http://localhost:4010/_mock']
  expect(targets.map((target) => refusalOf({}, target))).toEqual([403, 403, undefined])
})

test.each([
  ...['', ' ', 'with space', 'ümlaut', 'line\nbreak', 'x'.repeat(1025)].map((bad) => ({ token: bad })),
  ...['', '*', 'http://mock.test', 'mock.test/x', 'a b', 'user@host'].map((bad) => ({ hosts: [bad] })),
])('%j is refused at the start', (options) => {
  expect(() => createGuard(options)).toThrow(GuardError)
})
