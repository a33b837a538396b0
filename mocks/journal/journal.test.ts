import { expect, test, vi } from 'vitest'
import { type Call, Journal, type JournalRecord } from '../entry.ts'
import { get, post, testStore } from '../testing/test-calls.ts'
import { journalHar } from '../journal-text/journal-har.ts'

test.each(['sk/live+abc==', '$&REALSECRETKEY', "$`$'$1secret", 'sk-"quoted"-key'])(
  'shows nothing of the own key %s, in whatever form a client sends it',
  async (key) => {
    const store = testStore({ keys: { [key]: 'pro', 'sk-live': 'pro', 'sk-live-longer-one': 'pro' } })
    const percent = encodeURIComponent(key)
    const headers = {
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      cookie: `key=${key}`,
      'x-other': percent.toLowerCase(),
    }
    const body = JSON.stringify({ name: key, categoryId: 1 }).replaceAll('/', String.raw`\/`)
    await store.answer({ method: 'POST', target: `/v1/pets?key=${percent}&again=${key}`, headers, body })
    await store.answer(get(`/v1/pets?key=${percent}&other=sk-live-longer-one`, 'test_pro', { 'x-api-key': key }))
    const text = JSON.stringify(store.sandbox().journal.entries())
    for (const form of [key, percent, JSON.stringify(key).slice(1, -1), 'longer-one']) expect(text).not.toContain(form)
  },
)

test('shows nothing that its name calls secret, and no key of another call', async () => {
  const secrets = Array.from({ length: 7 }, (_, at) => `sk_live_${at}_4eC39HqLyjWDarjtT1zdp7dc`)
  const [query, referer, baggage, member, scheme, bare, quoted] = secrets
  const store = testStore()
  const echoed = [scheme, bare, quoted].join(' and ')
  for (const authorization of [`ApiKey ${scheme}`, bare, `Bearer "${quoted}"`])
    await store.answer(get('/v1/pets', null, { authorization }))
  const headers = { referer: `https://app.test/?token=${referer}`, baggage: `apikey=${baggage}`, 'x-note': echoed }
  await store.answer(get(`/v1/pets?api_key=${query}&auth=test_pro`, 'test_pro', headers))
  await store.answer(post({ name: echoed, categoryId: 1, apiKey: member }))
  const text = JSON.stringify([store.sandbox().journal.entries(), journalHar(store.sandbox().journal.entries())])
  for (const secret of secrets) expect(text).not.toContain(secret.slice(-12))
  expect(text).toContain('auth=test_pro')
})

test.each(['name', 'available', 'application', 'null', '127.0.0.1', 'test_enterprise2'])(
  'the wrong key %s changes nothing that is shown of other calls',
  async (key) => {
    const shown = async (wrong: string) => {
      const store = testStore()
      await store.answer(get('/v1/pets', wrong))
      await store.answer(post({ name: 'A', categoryId: 1, status: 'available', photo: null }, 'test_enterprise'))
      await store.answer(get('/v1/pets?limit=5&status=available', 'test_enterprise', { host: '127.0.0.1:4010' }))
      return store
        .sandbox()
        .journal.entries({ after: 1 })
        .map((entry) => ({ ...entry, tookMilliseconds: 0 }))
    }
    expect(await shown(key)).toEqual(await shown('test_revoked'))
  },
)

test('a header of thousands of words hides all that its client wrote, and costs no time', async () => {
  const store = testStore()
  const words = Array.from({ length: 3100 }, (_, index) => `k${index.toString(36).padStart(3, '0')}`)
  await store.answer(post('k000'.repeat(262_000), null, { authorization: words.join(' ') }))
  const before = process.threadCpuUsage()
  const text = JSON.stringify(store.sandbox().journal.entries())
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  expect(text).not.toContain('k000k')
  expect(text).not.toContain('k001')
})

test('ten thousand own keys cost one pass over a body', async () => {
  const keys = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`sk-live-${index + 10_000}`, 'pro'] as const),
  )
  const store = testStore({ keys })
  await store.answer(post(`${'sk-live-'.repeat(131_000)}sk-live-12345`, 'test_pro'))
  const before = process.threadCpuUsage()
  const [entry] = store.sandbox().journal.entries()
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000)
  expect(entry?.request.body.endsWith('sk-live-sk-l…')).toBe(true)
})

test('a mask is no pattern, so that no key can make an entry grow', async () => {
  const store = testStore()
  const key = '$`$`$`$`zz'
  await store.answer(post(key.repeat(4000), key))
  expect(JSON.stringify(store.sandbox().journal.entries()).length).toBeLessThan(100_000)
})

/** The records of calls, without their numbers. */
async function recordsOf(...calls: readonly Call[]): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = []
  const store = testStore({ onRecord: (record) => records.push(record) })
  for (const call of calls) await store.answer(call)
  return records
}

test('the journals of many sandboxes share a budget, and forgotten ones give theirs back', async () => {
  const budget = { usedBytes: 0, mostBytes: 100_000 }
  const [record] = (await recordsOf(get('/v1/pets'))) as [JournalRecord]
  const journals = Array.from({ length: 10 }, () => new Journal({ bytes: 50_000, budget }))
  for (const journal of journals) for (let count = 0; count < 200; count++) journal.add({ ...record })
  expect(journals[0]?.size).toBeGreaterThan(10)
  expect(budget.usedBytes).toBeGreaterThan(90_000)
  expect(budget.usedBytes).toBeLessThanOrEqual(100_000)
  for (const journal of journals) journal.clear()
  expect(budget.usedBytes).toBe(0)
})

test('keeps no more than its bytes, whatever the size of a call', async () => {
  const journal = new Journal({ entries: 10, bytes: 12_000 })
  const store = testStore({ onRecord: (record) => journal.add(record) })
  for (const length of [4000, 4000, 7000, 100, 50_000, 100]) await store.answer(get(`/v1/x?${'x'.repeat(length)}`))
  expect(journal.records().map(({ number }) => number)).toEqual([3, 4, 6])
  expect(journal.total).toBe(6)
  journal.clear()
  await store.answer(get('/v1/pets'))
  expect(journal.records().map(({ number }) => number)).toEqual([1])
})

/** A store that keeps the latest three calls, after five: of getPet, of createPet, and three of listPets. */
async function forgetful() {
  const store = testStore({ journal: { entries: 3 } })
  for (const call of [get('/v1/pets/1'), post({}), ...Array.from({ length: 3 }, () => get('/v1/pets'))]) {
    await store.answer(call)
  }
  return { store, journal: store.sandbox().journal }
}

test('counts calls that it has dropped', async () => {
  const { store, journal } = await forgetful()
  expect(journal.entries().map(({ number }) => number)).toEqual([3, 4, 5])
  const counts = [{}, { operation: 'getPet' }, { status: 400 }] as const
  expect(counts.map((filter) => journal.count(filter))).toEqual([5, 1, 1])
  expect(journal.count({ operation: 'createPet', status: 201 })).toBe(0)
  expect(journal.count({ scenario: 'empty' })).toBe(0)
  await store.reset()
  expect(journal.count({ operation: 'getPet' })).toBe(0)
})

test('refuses to count after a number when it has dropped calls after it', async () => {
  const { journal } = await forgetful()
  expect(journal.count({ after: 2, operation: 'listPets' })).toBe(3)
  expect(journal.count({ after: 0, operation: 'getPet' })).toBe(1)
  expect(() => journal.count({ after: 1, operation: 'createPet' })).toThrow(
    'Cannot count the calls that match {"after":1,"operation":"createPet"}: the journal has dropped 1 of the calls. Keep more',
  )
  for (const filter of [{ after: 1 }, { method: 'POST' }, { path: '/v1/pets/1' }])
    expect(() => journal.count(filter)).toThrow(expect.objectContaining({ name: 'LostCallsError' }))
})

test('a wait that ends in vain says that the call may have been dropped', async () => {
  const { journal } = await forgetful()
  await expect(journal.waitFor({ operation: 'createPet' }, 1)).rejects.toThrow(
    'came within 1 ms. One may have come before: the journal has dropped 2 of the calls.',
  )
})

test('takes other bounds while it runs, and keeps what it has', async () => {
  const { store, journal } = await forgetful()
  journal.resize({ entries: 5, bytes: 1_000_000 })
  for (let call = 0; call < 3; call++) await store.answer(get('/v1/pets'))
  expect(journal.entries().map(({ number }) => number)).toEqual([4, 5, 6, 7, 8])
  journal.resize({ entries: 2, bytes: 1_000_000 })
  expect(journal.entries().map(({ number }) => number)).toEqual([7, 8])
  expect(journal.count({ operation: 'getPet' })).toBe(1)
})

test('waiting ends at once when its signal is aborted, and leaves nothing behind', async () => {
  await import('./wait-for-call.ts')
  vi.useFakeTimers()
  const { journal } = testStore().sandbox()
  const leaving = new AbortController()
  const settled = Promise.allSettled([journal.waitFor({ status: 500 }, 60_000, leaving.signal)])
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(1)
  leaving.abort(new Error('left'))
  expect(await settled).toMatchObject([{ status: 'rejected', reason: { message: 'left' } }])
  expect(vi.getTimerCount()).toBe(0)
  await expect(journal.waitFor({ status: 500 }, 60_000, leaving.signal)).rejects.toThrow('left')
})
