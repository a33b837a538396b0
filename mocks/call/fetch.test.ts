import { expect, test, vi } from 'vitest'
import { maxBodyBytes } from '../../spec/index.ts'
import { testStore } from '../testing/test-calls.ts'

const headers = { authorization: 'Bearer test_pro' }

test('answers an address, a URL and a Request, whatever the host', async () => {
  const store = testStore()
  for (const input of [
    '/v1/pets/1',
    'https://any.test/v1/pets/1',
    new URL('https://any.test/v1/pets/1'),
    new Request('http://any.test/v1/pets/1', { headers }),
  ]) {
    const response = await store.fetch(input, input instanceof Request ? undefined : { headers })
    expect(await response.json()).toMatchObject({ id: 1 })
  }
})

test('reads no more of a body than it must', async () => {
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const response = await testStore().fetch('/v1/pets', {
    method: 'POST',
    headers,
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect(pulled).toBeLessThan(2 * maxBodyBytes)
})

test('waits, and stops waiting when the signal is aborted', async () => {
  const store = testStore()
  const call = (prefer: string, signal: AbortSignal | null = null) =>
    store.fetch('/v1/pets', { headers: { ...headers, prefer }, signal })
  const startedAt = performance.now()
  expect((await call('delay=40')).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(35)
  const stop = new AbortController()
  const hanging = call('scenario=hang', stop.signal)
  stop.abort(new Error('enough'))
  await expect(hanging).rejects.toThrow('enough')
  await expect(call('delay=60000', AbortSignal.timeout(10))).rejects.toThrow('timeout')
  await expect(call('code=200', AbortSignal.abort(new Error('never')))).rejects.toThrow('never')
})

test('answers a request behind a proxy, as Next.js gives route handlers', async () => {
  const request = new Request('http://any.test/v1/pets', { method: 'POST', headers, body: '{"name":"Rex"}' })
  const proxy = new Proxy(request, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  expect((await testStore().fetch(proxy)).status).toBe(400)
})

test('lets pages of a DOM in Node read the reply, though its requests hide where they come from', async () => {
  class HidingRequest extends Request {
    constructor(input: string | URL, init: RequestInit = {}) {
      const { origin: _origin, ...others } = init.headers as Record<string, string>
      super(input, { ...init, headers: others })
    }
  }
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('Request', HidingRequest)
  try {
    const preflight = await testStore().fetch('/v1/pets', { method: 'OPTIONS', headers: {} })
    const response = await testStore().fetch('/v1/pets', { headers })
    expect(
      [preflight, response].map(({ status, headers: got }) => [status, got.get('access-control-allow-origin')]),
    ).toEqual([
      [204, 'http://localhost:3000'],
      [200, 'http://localhost:3000'],
    ])
  } finally {
    vi.unstubAllGlobals()
  }
})
