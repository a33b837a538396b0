import { expect, test } from 'vitest'
import type { Reply } from '../entry.ts'
import { get, idsOf, post, testStore } from '../testing/test-calls.ts'

const minute = 60_000

test('a reply comes again with its status, headers and body, and the current quota', async () => {
  const store = testStore({ profile: { paging: 'link' } })
  const sandbox = store.sandbox()
  const first = await store.answer(get('/v1/pets?limit=1', 'test_pro'))
  sandbox.playReply(first)
  await store.answer(post({ name: 'Bo', categoryId: 1 }, 'test_free'))
  sandbox.clock.advance(minute)
  const again = await store.answer(get('/v1/pets', 'test_pro'))
  expect([again.status, again.body, again.headers['Link']]).toEqual([200, first.body, first.headers['Link']])
  expect(again.headers).toMatchObject({
    'X-RateLimit-Remaining': '299',
    'X-RateLimit-Reset': String(Number(first.headers['X-RateLimit-Reset']) + 60),
    Date: 'Fri, 01 Jan 2027 00:01:10 GMT',
  })
  expect(Object.keys(again.headers).toSorted()).toEqual(Object.keys(first.headers).toSorted())
  expect((await store.answer(get('/v1/pets', 'test_pro'))).headers['X-RateLimit-Remaining']).toBe('298')
  sandbox.stop('recorded')
  expect(idsOf(await store.answer(get('/v1/pets?status=sold', 'test_pro')))).toEqual([3])
})

test('a recorded 429 says that no request is left in the current minute', async () => {
  const store = testStore()
  const limited = await store.answer(get('/v1/pets', 'test_pro', { prefer: 'code=429' }))
  store.sandbox().clock.advance(minute + 20_000)
  store.sandbox().playReply(limited, { calls: 1 })
  const again = await store.answer(get('/v1/pets', 'test_pro'))
  expect([again.status, again.body]).toEqual([429, limited.body])
  expect(again.headers).toMatchObject({
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Date.UTC(2027, 0, 1, 0, 2) / 1000),
    'Retry-After': '30',
  })
  expect((await store.answer(get('/v1/pets', 'test_pro'))).headers['X-RateLimit-Remaining']).toBe('298')
})

test('headers of the connection and of CORS are left out, and so is the body of a status that has none', async () => {
  const store = testStore()
  const reply: Reply = {
    status: 204,
    headers: { 'Content-Length': '3', 'transfer-encoding': 'chunked', 'Access-Control-Allow-Origin': '*', 'x-a': 'b' },
    body: 'abc',
  }
  store.sandbox().playReply(reply)
  const again = await store.answer(get('/v1/pets'))
  const { 'x-a': own, ...others } = again.headers
  expect([again.status, again.body, own]).toEqual([204, '', 'b'])
  const names = 'Date X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset'
  expect(Object.keys(others).toSorted().join(' ')).toBe(names)
})

test('a store can start with a recorded reply, a reset brings it back, and a snapshot keeps it', async () => {
  const reply = { status: 500, headers: { 'Content-Length': '5' }, body: '' }
  const play = { scenario: 'recorded', reply, calls: 1 } as const
  const store = testStore({ scenario: play })
  const sandbox = store.sandbox()
  await sandbox.snapshot('start')
  const statusOf = async () => {
    const { status, headers } = await store.answer(get('/v1/pets'))
    expect(headers).not.toHaveProperty('Content-Length')
    return status
  }
  expect([await statusOf(), await statusOf()]).toEqual([500, 200])
  await sandbox.reset()
  expect([await statusOf(), await statusOf()]).toEqual([500, 200])
  await sandbox.restore('start')
  expect([await statusOf(), await statusOf()]).toEqual([500, 200])
})

test.each([
  [undefined, 'expected an object with status, headers'],
  [{ status: 200, delay: 5 }, 'unknown option "delay"'],
  [{ status: 200, body: { a: 1 } }, 'expected a text or bytes, found an object'],
  [{ status: 200, headers: null }, 'expected an object, found null'],
  [{ status: 200, headers: {}, body: '', delayMilliseconds: -1 }, 'expected milliseconds from 0 to'],
  [{ status: 200, headers: {}, body: '', effect: 'explode' }, 'expected "reset" or "hang" or "hold", found "explode"'],
])('%j cannot be played again: %s', (reply, message) => {
  const sandbox = testStore().sandbox()
  expect(() => sandbox.playReply(reply as Reply)).toThrow(message)
  expect(() => sandbox.playReply({ status: 200, headers: {}, body: '' }, { calls: 0 })).toThrow('from 1 on')
  expect(sandbox.settings.scenario).toEqual([])
})
