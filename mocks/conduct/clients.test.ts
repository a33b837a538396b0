import { setTimeout as sleep } from 'node:timers/promises'
import { QueryClient } from '@tanstack/query-core'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import fetchRetry from 'fetch-retry'
import got from 'got'
import ky from 'ky'
import { ofetch } from 'ofetch'
import pRetry from 'p-retry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Agent, RetryAgent, request } from 'undici'
import { testServer } from '../testing/test-server.ts'
import { conductOf } from './index.ts'

type Headers = Readonly<Record<string, string>>

async function fetched(url: string, headers: Headers): Promise<Response> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(String(response.status))
  return response
}

const impatient = axios.create()
axiosRetry(impatient)
const retryAgent = new RetryAgent(new Agent())

/** How popular clients retry as they come, and what they break when a 429 asks them to wait for three seconds. */
const clients: Readonly<
  Record<string, { get: (url: string, headers: Headers) => Promise<unknown>; breaks: string[] }>
> = {
  ofetch: { get: (url, headers) => ofetch(url, { headers }), breaks: ['repeat-at-once or early-retry'] },
  'tanstack-query': {
    // In a page it retries three times; elsewhere it must be asked to.
    get: (url, headers) =>
      new QueryClient().fetchQuery({ queryKey: [url], queryFn: () => fetched(url, headers), retry: 3 }),
    breaks: ['early-retry'],
  },
  'p-retry': { get: (url, headers) => pRetry(() => fetched(url, headers)), breaks: ['early-retry'] },
  'fetch-retry': {
    get: (url, headers) => fetchRetry(fetch)(url, { headers, retryOn: [429] }),
    breaks: ['early-retry'],
  },
  ky: { get: (url, headers) => ky.get(url, { headers }).text(), breaks: [] },
  got: { get: (url, headers) => got(url, { headers }).text(), breaks: [] },
  'axios-retry': { get: (url, headers) => impatient.get(url, { headers }), breaks: [] },
  'undici-retry-agent': {
    get: (url, headers) => request(url, { headers, dispatcher: retryAgent }).then(({ body }) => body.text()),
    breaks: [],
  },
}

const { store, url: origin } = await testServer()

beforeAll(async () => {
  // All at once, because each has to wait in real time.
  await Promise.all(
    Object.entries(clients).map(([name, { get }]) => {
      // The minute of a key without requests ends three seconds after its first call, however long that takes.
      const { clock, journal } = store.sandbox(name)
      clock.freeze(new Date('2027-01-01T00:00:57Z'))
      journal.subscribe(() => clock.resume())
      const headers = { authorization: `Bearer test_free_exhausted.${name}` }
      return get(`${origin}/v1/pets`, headers).catch(() => undefined)
    }),
  )
}, 60_000)

afterAll(() => retryAgent.close())

test.each(Object.entries(clients))('%s is judged as it behaves', async (name, { breaks }) => {
  const sandbox = store.sandbox(name)
  const [refused, ...retries] = sandbox.journal.entries()
  expect(refused).toMatchObject({ status: 429, response: { headers: { 'Retry-After': '3' } } })
  expect(retries.length).toBeGreaterThan(0)
  const { findings } = conductOf(sandbox)
  // ofetch retries so soon that it may as well have sent both at once, unless the machine is busy.
  const found = findings.map(({ rule }) => (name === 'ofetch' ? breaks.find((each) => each.includes(rule)) : rule))
  expect(found).toEqual(breaks)
})

test('a request that a page sends twice at once is no retry, and one that it sends again a little later is', async () => {
  const sandbox = store.sandbox('strict-mode')
  const send = () => fetched(`${origin}/v1/pets`, { authorization: 'Bearer test_free_exhausted.strict-mode' })
  // As React's StrictMode does with an effect.
  await Promise.allSettled([send(), send()])
  const rules = async () => conductOf(sandbox).findings.map(({ rule }) => rule)
  expect(sandbox.journal.count({ status: 429 })).toBe(2)
  expect(await rules()).toEqual(['repeat-at-once'])
  await sleep(100)
  await Promise.allSettled([send()])
  expect(await rules()).toEqual(['early-retry', 'repeat-at-once'])
})
