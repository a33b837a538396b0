import { expect, test } from 'vitest'
import { startMock } from './index.ts'

const headers = { authorization: 'Bearer test_pro' }

test('one line puts the mock at an address, another takes it away', async () => {
  const mock = startMock({ baseUrl: 'https://api.example.test/v1', dataset: 'empty' })
  expect(await (await fetch('https://api.example.test/v1/pets', { headers })).json()).toEqual([])
  mock.store.sandbox().play('rate-limited', { calls: 1 })
  expect((await fetch('https://api.example.test/v1/pets', { headers })).status).toBe(429)
  mock.stop()
  const gone = mock.store.sandbox().journal.total
  await expect(
    fetch('https://api.example.test/v1/pets', { headers, signal: AbortSignal.timeout(2000) }),
  ).rejects.toThrow(/fetch failed|timeout/)
  expect(mock.store.sandbox().journal.total).toBe(gone)
})

test('answers where the server of this package would, unless told otherwise, and is disposed of with its block', async () => {
  {
    using mock = startMock()
    expect((await fetch('http://127.0.0.1:4010/v1/pets', { headers })).status).toBe(200)
    expect(mock.store.sandbox().journal.total).toBe(1)
  }
  using second = startMock({ onUnhandled: 'error' })
  await expect(fetch('http://127.0.0.1:9/other')).rejects.toThrow('fetch failed')
  expect(second.store.sandbox().journal.total).toBe(0)
})
