import { expect, test, vi } from 'vitest'
import { journalHar } from '../journal-text/journal-har.ts'
import type { AnimalStore } from '../store/store.ts'
import { post, testStore } from '../testing/test-calls.ts'
import { fakeTimeouts, testServer } from '../testing/test-server.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { reasonLine } from '../journal-text/short-reason.ts'
import { type Release, mostHeld } from './holds.ts'

const headers = { authorization: 'Bearer test_pro' }

/** A store that holds the replies to calls of getPet, and one call that it holds. */
async function holding(init: RequestInit = {}) {
  const store = testStore()
  const sandbox = store.sandbox()
  sandbox.play('hold', { operation: 'getPet' })
  const asked = store.fetch('/v1/pets/1', { headers, ...init })
  const settled = vi.fn<() => void>()
  asked.then(settled, settled)
  await sandbox.journal.waitFor({ scenario: 'hold' })
  return { store, sandbox, asked, settled }
}

test('holds the reply to the next call of an operation until it is released, and lets others pass', async () => {
  const { store, sandbox, asked, settled } = await holding()
  expect((await store.fetch('/v1/pets', { headers })).status).toBe(200)
  expect(settled).not.toHaveBeenCalled()
  const [held] = sandbox.held
  expect(held).toMatchObject({ sandbox: 'default', record: { number: 1, call: { target: '/v1/pets/1' } } })
  expect(Date.now() - (held?.heldAtMilliseconds ?? 0)).toBeLessThan(5000)
  expect(await sandbox.release({ id: held?.id })).toBe(1)
  const response = await asked
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ id: 1 })])
  expect(sandbox.held).toEqual([])
  expect(await sandbox.release()).toBe(0)
})

test('sends a changed reply in place of the one that was made', async () => {
  const { sandbox, asked } = await holding({ headers: { ...headers, origin: 'http://app.test' } })
  await sandbox.release({ reply: { status: 503, headers: { 'Retry-After': '9', 'X-RateLimit-Limit': '1' } } })
  const response = await asked
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ id: 1 })
  const shown = Object.fromEntries(response.headers)
  expect(shown).toMatchObject({ 'retry-after': '9', 'x-ratelimit-limit': '300' })
  expect(shown['access-control-allow-origin']).toBe('http://app.test')
  expect(shown).not.toHaveProperty('content-type')
})

test('a changed body keeps status and headers, and an impossible reply releases none', async () => {
  const { sandbox, asked } = await holding()
  await expect(sandbox.release({ reply: { status: 99 } })).rejects.toThrow('status')
  // It is sent at once, and is not held again.
  for (const impossible of [{ delayMilliseconds: 1000 }, { effect: 'hold' }] as const)
    await expect(sandbox.release({ reply: impossible as object })).rejects.toThrow('a released reply')
  expect(sandbox.held).toHaveLength(1)
  await sandbox.release({ reply: { body: '{"id":9}' } })
  const response = await asked
  expect([response.status, await response.text()]).toEqual([200, '{"id":9}'])
  expect(response.headers.get('content-type')).toBe('application/json')
})

test.each<readonly [Release | 'leave', [status: number, effect: string | null], said: RegExp, harStatus: number]>([
  [{}, [200, null], /^Released after .* ms\.$/, 200],
  [{ reply: { status: 503, body: 'late' } }, [503, null], /^Changed, and released after .* ms/, 503],
  [{ reply: { effect: 'reset' } }, [200, 'reset'], /^Cut after .* ms/, 0],
  ['leave', [200, 'hang'], /^The client gave up after .* ms/, 0],
])(
  'the journal says how a call that was held went on, and tells of it again: %j',
  async (end, reply, said, harStatus) => {
    const leaving = new AbortController()
    const { store, sandbox, asked } = await holding({ signal: leaving.signal })
    const told = vi.fn<(record: JournalRecord) => void>()
    store.subscribe(told)
    const [before] = sandbox.journal.entries()
    expect([before?.response.effect, reasonLine(before!)]).toEqual(['hold', 'scenario hold; the answer was held back'])
    if (end === 'leave') leaving.abort()
    else await sandbox.release(end)
    await asked.catch(() => undefined)
    expect(sandbox.held).toEqual([])
    const [entry] = sandbox.journal.entries()
    expect([entry?.status, entry?.response.effect]).toEqual(reply)
    expect(entry?.reason.at(-1)).toMatch(said)
    expect(journalHar([entry!]).log.entries[0]).toMatchObject({ response: { status: harStatus } })
    expect(told.mock.lastCall?.[0].number).toBe(1)
  },
)

test.each([
  ['in process', 'slow'],
  ['over HTTP', 'slow'],
  ['in process', 'hang'],
  ['over HTTP', 'hang'],
] as const)('says that a client did not wait, %s: %s', async (way, scenario) => {
  const { store, url } = await testServer({ scenario })
  const leaving = new AbortController()
  const init = { headers, signal: leaving.signal }
  const asked = way === 'over HTTP' ? fetch(`${url}/v1/pets/1`, init) : store.fetch('/v1/pets/1', init)
  const left = asked.then(() => 'answered', String)
  const { journal } = store.sandbox()
  await journal.waitFor({ scenario })
  leaving.abort()
  expect(await left).toMatch(/abort/)
  await expect.poll(() => journal.entries()[0]?.reason.at(-1)).toMatch(/^The client gave up after \d/)
  expect(journal.entries()[0]?.response).toMatchObject({ effect: 'hang', delayMilliseconds: 0 })
})

test('cuts the connection on demand, by a reset of the sandbox or the mock, and when the sandbox is forgotten', async () => {
  for (const end of ['cut', 'reset', 'forget'] as const) {
    const { store, sandbox, asked } = await holding()
    const told = vi.fn<() => void>()
    if (end !== 'cut') store.subscribe(told)
    if (end === 'cut') await sandbox.release({ reply: { effect: 'reset' } })
    else if (end === 'reset') await sandbox.reset()
    else store.forget('default')
    await expect(asked, end).rejects.toThrow('Failed to fetch')
    expect([end, sandbox.held]).toEqual([end, []])
    // The journal has begun anew, without it.
    expect(told).not.toHaveBeenCalled()
  }
  const store = testStore()
  const other = { authorization: 'Bearer test_pro.other', prefer: 'scenario=hold' }
  const asked = store.fetch('/v1/pets', { headers: other })
  await expect.poll(() => store.sandbox('other').held.length).toBe(1)
  const here = store.fetch('/v1/pets', { headers: { ...headers, prefer: 'scenario=hold' } })
  await expect.poll(() => store.sandbox().held.length).toBe(1)
  await store.sandbox().reset()
  await expect(here).rejects.toThrow('Failed to fetch')
  expect(store.sandbox('other').held).toHaveLength(1)
  await store.reset()
  await expect(asked).rejects.toThrow('Failed to fetch')
})

test('cuts the connection after ten minutes', async () => {
  fakeTimeouts()
  const { sandbox, asked, settled } = await holding()
  await vi.advanceTimersByTimeAsync(599_999)
  expect([settled.mock.calls.length, sandbox.held.length]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  await expect(asked).rejects.toThrow('Failed to fetch')
})

/** Asks until a sandbox holds so many. */
async function fill(store: AnimalStore, name: string, count: number) {
  const authorization = `Bearer test_enterprise.${name}`
  const waiting = Array.from({ length: count }, () => store.fetch('/v1/pets', { headers: { authorization } }))
  await expect.poll(() => store.sandbox(name).held.length).toBe(count)
  return { waiting, another: () => store.fetch('/v1/pets', { headers: { authorization } }) }
}

test('sends the reply at once when its sandbox holds as many as it may', async () => {
  const store = testStore({ scenario: 'hold' })
  const { waiting, another } = await fill(store, 'one', mostHeld)
  expect((await another()).status).toBe(200)
  const { waiting: ofOther } = await fill(store, 'other', 1)
  await store.sandbox('one').release()
  await store.sandbox('other').release()
  expect((await Promise.all([...waiting, ...ofOther])).every(({ status }) => status === 200)).toBe(true)
  const held = another()
  await expect.poll(() => store.sandbox('one').held.length).toBe(1)
  await store.sandbox('one').release()
  await held
})

test('the call has changed the animals, and is in the journal, before its reply is sent', async () => {
  const store = testStore()
  store.sandbox().play('hold', { operation: 'createPet', calls: 1 })
  const reply = await store.answer(post({ name: 'Bo', categoryId: 1 }))
  expect(reply).toMatchObject({ status: 201, effect: 'hold' })
  expect(await (await store.sandbox().animals).count()).toBe(4)
  const [entry] = store.sandbox().journal.entries()
  expect(entry).toMatchObject({ scenario: 'hold', response: { effect: 'hold' } })
  expect(journalHar([entry!]).log.entries[0]).toMatchObject({ response: { status: 0 } })
  // Only one call was to be held.
  expect(await store.answer(post({ name: 'Bo', categoryId: 1 }))).not.toHaveProperty('effect')
})
