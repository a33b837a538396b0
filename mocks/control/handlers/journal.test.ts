import { expect, test, vi } from 'vitest'
import { get, post } from '../../testing/test-calls.ts'
import { journalHar } from '../../journal-text/journal-har.ts'
import { heartbeatMilliseconds } from '../event-stream.ts'
import { controlCall, readEvents, testControl } from '../test-control.ts'

const journal = '/sandboxes/default/journal'

async function calledControl() {
  const made = testControl()
  await made.store.answer(get('/v1/pets?limit=2'))
  await made.store.answer(post({ name: 'New', categoryId: 1 }))
  await made.store.answer(get('/v1/pets/99', 'test_free'))
  await made.store.answer(get('/v1/pets', 'test_free', { prefer: 'scenario=empty' }))
  return made
}

test.each([
  ['', [1, 2, 3, 4]],
  ['?limit=2', [3, 4]],
  ['?after=3', [4]],
  ['?operation=listPets', [1, 4]],
  ['?method=POST', [2]],
  ['?path=/v1/pets', [1, 2, 4]],
  ['?status=404', [3]],
  ['?scenario=empty', [4]],
  ['?operation=listPets&status=200&after=1', [4]],
  ['?path=__proto__', []],
])('journal%s shows calls %j', async (query, numbers) => {
  const { ask, valueOf } = await calledControl()
  const { value } = await ask('GET', `${journal}${query}`)
  expect(value).toMatchObject({ total: 4, entries: numbers.map((number) => ({ number })) })
  if (!query.includes('limit'))
    expect(await valueOf('GET', `${journal}/count${query}`)).toEqual({ total: 4, fitting: numbers.length })
})

test('a count includes calls that were dropped, and is refused when only they could tell', async () => {
  const { ask, valueOf, store } = testControl({ journal: { entries: 2 } })
  for (const target of ['/v1/pets/1', '/v1/pets/2', '/v1/pets', '/v1/pets']) await store.answer(get(target))
  expect(await valueOf('GET', journal)).toMatchObject({ total: 4, lost: 2, fitting: 2 })
  expect(await valueOf('GET', `${journal}/count?operation=getPet`)).toEqual({ total: 4, fitting: 2 })
  const dropped = { status: 409, value: { code: 'calls_lost', message: expect.stringContaining('--journal') } }
  expect(await ask('GET', `${journal}/count?operation=getPet&after=1`)).toMatchObject(dropped)
})

test('the calls that fit are exported as a HAR file, without what was not sent', async () => {
  const { ask, store } = await calledControl()
  await store.answer(get('//[x', 'own-key-nobody-knows', { prefer: 'scenario=reset' }))
  await store.answer(get('/v1/pets', 'test_free', { prefer: 'scenario=reset', host: 'mock.test:4010' }))
  const { value, reply } = await ask('GET', `${journal}/export?after=1`)
  expect(reply.headers['Content-Disposition']).toBe('attachment; filename="calls-default.har"')
  const { entries, ...log } = (value as { log: { entries: { request: object; response: object }[] } }).log
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'animal-store-kit' }, pages: [] })
  const rows = entries.map(({ request, response }) => ({ ...request, ...response }))
  expect(rows).toMatchObject([
    {
      method: 'POST',
      url: 'http://localhost/v1/pets',
      postData: { text: '{"name":"New","categoryId":1}' },
      status: 201,
    },
    { url: 'http://localhost/v1/pets/99', status: 404, content: { mimeType: 'application/json' } },
    { url: 'http://localhost/v1/pets', status: 200, content: { text: '[]', size: 2 } },
    { status: 404 },
    { url: 'http://mock.test:4010/v1/pets', status: 0, content: { size: -1 } },
  ])
  expect(reply.body).not.toContain('own-key-nobody-knows')
  const only = journalHar(store.sandbox().journal.entries({ status: 404, operation: 'getPet' }))
  expect(only.log.entries).toHaveLength(1)
})

test('waiting ends with the call that fits, one that has come already included', async () => {
  const { ask, valueOf, store } = await calledControl()
  expect(await valueOf('GET', `${journal}/wait?operation=createPet`)).toMatchObject({ number: 2, status: 201 })
  const waiting = ask('GET', `${journal}/wait?operation=createPet&after=4`)
  await store.answer(get('/v1/pets'))
  await store.answer(post({ name: 'Newer', categoryId: 1 }))
  expect((await waiting).value).toMatchObject({ number: 6 })
})

test('waiting in vain ends with an Error that is no 408, after as long as was asked for', async () => {
  vi.useFakeTimers()
  const { ask, statusOf } = testControl()
  const waiting = ask('GET', `${journal}/wait?operation=createPet&timeoutMilliseconds=60000`)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toMatchObject({ status: 504, value: { code: 'nothing_came' } })
  expect(await statusOf('GET', `${journal}/wait?timeoutMilliseconds=60001`)).toBe(400)
})

async function watchWith(made: ReturnType<typeof testControl>, query = '', headers = {}) {
  const reply = await made.control.answer(controlCall('GET', `${journal}/events${query}`, undefined, headers))
  const { chunks, stop } = readEvents(reply)
  return {
    reply,
    chunks,
    stop,
    /** The numbers of the calls; 0 where the journal was cleared. */
    ids: () => chunks.flatMap((chunk) => /^id: \w+-(\d+)$/m.exec(chunk)?.[1] ?? []).map(Number),
  }
}

test('calls are streamed as they come, each as one event, until the stream is ended', async () => {
  const made = await calledControl()
  const { reply, chunks, stop, ids } = await watchWith(made)
  expect([reply.status, reply.headers['Content-Type']]).toEqual([200, 'text/event-stream'])
  await made.store.answer(get('/v1/pets/1'))
  await made.store.answer(get('/v1/pets', 'test_free.other'))
  await stop()
  await made.store.answer(get('/v1/pets/2'))
  expect(ids()).toEqual([5])
  expect(chunks.at(-1)).toMatch(/^id: \w+-5\nevent: call\ndata: \{.*\}\n\n$/)
  expect(JSON.parse(/^data: (.*)$/m.exec(chunks.at(-1) ?? '')?.[1] ?? '')).toMatchObject({
    number: 5,
    target: '/v1/pets/1',
  })
})

test.each([
  ['?after=2', undefined, [3, 4, 5]],
  ['', 3, [4, 5]],
  ['?after=0', 4, [5]],
  ['?operation=listPets&after=0', undefined, [1, 4]],
])('stream %s after call %j goes on with %j', async (query, number, numbers) => {
  const made = await calledControl()
  const { epoch } = made.store.sandbox().journal
  const headers = number === undefined ? {} : { 'last-event-id': `${epoch}-${number}` }
  const { ids, stop } = await watchWith(made, query, headers)
  await made.store.answer(get('/v1/pets/1'))
  await stop()
  expect(ids()).toEqual(numbers)
})

test('a stream says at once that the journal was cleared, also the one that goes on after it', async () => {
  const made = await calledControl()
  const { epoch } = made.store.sandbox().journal
  const { ids, stop, chunks } = await watchWith(made)
  await made.ask('DELETE', journal)
  await expect
    .poll(() => chunks.at(-1))
    .toBe(
      `id: ${made.store.sandbox().journal.epoch}-0\nevent: cleared\ndata: {"epoch":"${made.store.sandbox().journal.epoch}"}\n\n`,
    )
  for (let call = 0; call < 6; call++) await made.store.answer(get('/v1/pets/1'))
  await stop()
  expect(ids()).toEqual([0, 1, 2, 3, 4, 5, 6])
  const again = await watchWith(made, '', { 'last-event-id': `${epoch}-4` })
  await again.stop()
  expect(again.ids()).toEqual([0, 1, 2, 3, 4, 5, 6])
  const current = await watchWith(made, '', { 'last-event-id': `${made.store.sandbox().journal.epoch}-4` })
  await current.stop()
  expect(current.ids()).toEqual([5, 6])
})

test('a stream outlives a reset, and a sandbox that is forgotten and used again', async () => {
  const made = testControl()
  made.store.sandbox('shop')
  const reply = await made.control.answer(controlCall('GET', '/sandboxes/shop/journal/events'))
  const { chunks, stop } = readEvents(reply)
  await made.ask('POST', '/sandboxes/shop/reset')
  await made.store.answer(get('/v1/pets', 'test_pro.shop'))
  await made.ask('POST', '/reset')
  await made.store.answer(get('/v1/pets/1', 'test_pro.shop'))
  await made.ask('DELETE', '/sandboxes/shop/journal')
  await stop()
  const events = chunks.flatMap((chunk) => /^id: \w+-(\d+)\nevent: (\w+)$/m.exec(chunk)?.slice(1).join(' ') ?? [])
  expect(events).toEqual(['0 cleared', '1 call', '0 cleared', '0 cleared', '1 call', '0 cleared'])
})

test('a stream says that it is still there, and leaves no timer behind', async () => {
  vi.useFakeTimers()
  const made = testControl()
  const { chunks, stop } = await watchWith(made)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(heartbeatMilliseconds * 2)
  await stop()
  expect(chunks.filter((chunk) => /^:.*\n\n$/.test(chunk))).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})
