import { createServer } from 'node:http'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadMsw } from '../msw/test-versions.ts'
import { listen } from '../../http/listen.ts'

/** What of undici is tried; all versions have it. */
type Undici = Pick<typeof import('undici'), 'fetch' | 'request' | 'stream' | 'Agent' | 'Client' | 'Pool' | 'RetryAgent'>

const headers = { authorization: 'Bearer test_pro' }
const path = '/v1/pets?limit=1'

/** Each way to send a request with undici. */
const forms: Readonly<Record<string, (undici: Undici, origin: string) => Promise<string>>> = {
  fetch: async ({ fetch }, origin) => (await fetch(origin + path, { headers })).text(),
  'fetch with an Agent': async ({ fetch, Agent }, origin) =>
    (await fetch(origin + path, { headers, dispatcher: new Agent() })).text(),
  request: async ({ request }, origin) => (await request(origin + path, { headers })).body.text(),
  stream: async ({ stream }, origin) => {
    const chunks: Buffer[] = []
    const write = (chunk: Buffer, _encoding: unknown, done: () => void) => {
      chunks.push(chunk)
      done()
    }
    await stream(origin + path, { method: 'GET', headers }, () => new Writable({ write }))
    return Buffer.concat(chunks).toString()
  },
  Agent: async ({ Agent }, origin) => text((await new Agent().request({ origin, path, method: 'GET', headers })).body),
  Client: async ({ Client }, origin) => text((await new Client(origin).request({ path, method: 'GET', headers })).body),
  Pool: async ({ Pool }, origin) => text((await new Pool(origin).request({ path, method: 'GET', headers })).body),
  RetryAgent: async ({ Agent, RetryAgent }, origin) =>
    text((await new RetryAgent(new Agent()).request({ origin, path, method: 'GET', headers })).body),
}

const real = createServer((_request, response) => response.setHeader('Connection', 'close').end('real'))
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(real, '127.0.0.1', 0)}`
})

afterAll(() => real.close())

const versions = {
  'undici 8': () => import('undici'),
  'undici 7': () => import('undici-7'),
  'undici 6': () => import('undici-6'),
}

describe.each(Object.entries(versions))('%s', (_name, load) => {
  let undici: Undici

  beforeEach(async () => {
    // Their types differ in what is not tried here.
    undici = (await load()) as unknown as Undici
  })

  test.each(Object.keys(forms))('with MSW 3, %s meets the mock and nothing else', async (form) => {
    await loadMsw('msw')
    const { startMock } = await import('./index.ts')
    using mock = await startMock({ baseUrl: `${origin}/v1`, dataset: 'one' })
    expect(await forms[form]?.(undici, origin)).toMatch(/^\[\{"id":1,/)
    expect(mock.store.sandbox().journal.total).toBe(1)
  })
})

test('what MSW 3 does for fetch stays: a cut connection has its answer as the cause', async () => {
  await loadMsw('msw')
  const { startMock } = await import('./index.ts')
  using mock = await startMock({ baseUrl: `${origin}/v1` })
  mock.store.sandbox().play('reset')
  const failure: unknown = await fetch(`${origin}/v1/pets`, { headers }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TypeError)
  expect((failure as TypeError).cause).toBeInstanceOf(Response)
})
