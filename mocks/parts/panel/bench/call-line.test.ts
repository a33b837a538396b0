import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createAnimalStore } from '../../../entry.ts'
import { callLine, callOf } from './call-again.ts'

const origin = 'http://127.0.0.1:4010'
const keys = ['test_pro', 'test_revoked']

function lineWith(authorization: string, body?: string): string {
  return callLine(origin, { method: 'POST', target: '/v1/pets', headers: { authorization }, body }, keys)
}

test('names a test key, and leaves any other to a variable that a shell fills in', () => {
  expect(lineWith('Bearer test_pro.shop')).toContain(`-H "authorization: Bearer test_pro.shop"`)
  const line = lineWith(`Bearer it's $(secret)`)
  expect(line).not.toContain('secret')
  const { stdout } = spawnSync('bash', ['-c', `curl() { printf '%s|' "$@"; }; API_KEY=own; ${line}`], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('-i|-X|POST|-H|authorization: Bearer own|http://127.0.0.1:4010/v1/pets|')
})

test('keeps curl from naming a media type that was not sent', () => {
  expect(lineWith('Bearer test_pro', '{}')).toContain(`-H "content-type: "`)
  expect(lineWith('Bearer test_pro')).not.toContain('content-type')
})

/** The call once more that the journal of a sandbox shows last. */
async function again(headers: Record<string, string>) {
  const store = createAnimalStore({
    dataset: 'one',
    keys: { 'shop-secret-key': { plan: 'business', sandbox: 'shop' } },
  })
  await store.answer({ method: 'GET', target: '/v1/pets', headers })
  const sandbox = store.sandboxes.find(({ journal }) => journal.total > 0)
  const entry = sandbox?.journal.entries().at(-1)
  if (sandbox === undefined || entry === undefined) throw new Error('No call was recorded.')
  const call = callOf(entry, sandbox.name)
  const reply = await store.answer({ method: call.method, target: call.target, headers: { ...call.headers } })
  return { authorization: call.headers['authorization'], was: entry.status, is: reply.status, headers: call.headers }
}

test.each([
  ['Bearer test_pro', 'Bearer test_pro'],
  ['Bearer test_free.shop', 'Bearer test_free.shop'],
  ['Bearer test_free_exhausted', 'Bearer test_free_exhausted'],
  ['Bearer test_banned.shop', 'Bearer test_banned.shop'],
  ['Bearer shop-secret-key', 'Bearer test_business.shop'],
  ['Bearer test_revoked', 'Bearer test_revoked'],
  ['Bearer test_expired', 'Bearer test_expired'],
  ['Bearer nobody-knows-it', 'Bearer no-such-key'],
])('a call with %s is repeated with %s, and answered alike', async (authorization, expected) => {
  expect(await again({ authorization })).toMatchObject({ authorization: expected, was: expect.any(Number) })
  const { was, is } = await again({ authorization })
  expect(is).toBe(was)
})

test('a call without a key, or with another scheme, stays one', async () => {
  expect(await again({})).toMatchObject({ authorization: undefined, was: 401, is: 401 })
  const { authorization, is } = await again({ authorization: 'Basic c2VjcmV0OnNlY3JldA==' })
  expect(authorization).toMatch(/^Basic/)
  expect(is).toBe(401)
})

test('leaves out what the software of a client adds, and keeps what asks for something', async () => {
  const { headers } = await again({
    host: 'x',
    'user-agent': 'curl/8',
    'accept-encoding': 'gzip',
    'sec-fetch-mode': 'cors',
    prefer: 'scenario=empty',
    'x-trace': '7',
  })
  expect(headers).toEqual({ prefer: 'scenario=empty', 'x-trace': '7' })
})
