import type { http, HttpResponse } from 'msw'
import type { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../../../scripts/testing/serve.ts'
import { operations } from '../../../spec/index.ts'
import { testStore } from '../../testing/test-calls.ts'
import type { handlers } from './index.ts'
import { loadMsw, mswVersions } from './test-versions.ts'

// Its requests never leave the process: MSW answers them, or refuses to let them through.
const baseUrl = 'https://api.example.test/shop/v1'
const headers = { authorization: 'Bearer test_pro' }

describe.each(mswVersions)('%s', (version) => {
  let msw: { http: typeof http; HttpResponse: typeof HttpResponse; setupServer: typeof setupServer }
  let handlersOf: typeof handlers
  let server: ReturnType<typeof setupServer>

  beforeEach(async () => {
    msw = await loadMsw(version)
    handlersOf = (await import('./index.ts')).handlers
  })

  afterEach(() => server.close())

  function start(onUnhandled: 'error' | 'bypass', ...given: ReturnType<typeof handlers>) {
    server = msw.setupServer(...given)
    const options = { onUnhandledFrame: onUnhandled, onUnhandledRequest: onUnhandled }
    server.listen(options)
  }

  function listen(...options: Parameters<typeof handlers>) {
    start('error', ...handlersOf(...options))
  }

  test('there is a handler of this version for each operation, and one for the question before it', async () => {
    start('error', ...handlersOf(testStore(), { baseUrl }))
    const { HttpHandler } = await vi.importActual<typeof import('msw')>(version)
    const made = server.listHandlers()
    expect(made.map((handler) => handler instanceof HttpHandler && handler.info.method)).toEqual(
      Object.values(operations).flatMap(({ method }) => [method, 'OPTIONS']),
    )
  })

  test('one operation can be overridden, and the others stay', async () => {
    listen(testStore(), { baseUrl })
    server.use(msw.http.get(`${baseUrl}/pets`, () => msw.HttpResponse.json({ overridden: true }, { status: 418 })))
    expect((await fetch(`${baseUrl}/pets`, { headers })).status).toBe(418)
    expect((await fetch(`${baseUrl}/pets/1`, { headers })).status).toBe(200)
  })

  test('with undocumented, nothing below the base address reaches the network, and the rest is left alone', async () => {
    const seen: string[] = []
    const { port } = await serve((request, response) => {
      seen.push(request.url ?? '')
      response.end('real')
    })
    const origin = `http://127.0.0.1:${port}`
    start('bypass', ...handlersOf(testStore(), { baseUrl: `${origin}/v1`, undocumented: 'answer' }))
    for (const path of ['/v1', '/v1/', '/v1?a', '/v1/orders', '/v1/pets/', '/v1/pets/1/2'])
      expect((await fetch(origin + path, { headers })).status, path).toBe(404)
    expect((await fetch(`${origin}/v1/pets`, { method: 'DELETE', headers })).status).toBe(405)
    expect(seen).toEqual([])
    expect(await (await fetch(`${origin}/v1x`)).text()).toBe('real')
  })

  test.each(['before', 'after', 'used'])(
    'ten handlers of an app meet their calls, with the mock %s them',
    async (where) => {
      const mine = handlersOf(testStore(), { baseUrl })
      const { http: verbs, HttpResponse: Answer } = msw
      const paths = ['users', 'orders', 'cart', 'news', 'petshops']
      const own = [
        ...paths.map((path) => verbs.get(`${baseUrl}/${path}`, () => Answer.text(path))),
        verbs.delete(`${baseUrl}/pets/:id`, () => Answer.text('deleted')),
        verbs.put(`${baseUrl}/pets`, () => Answer.text('put')),
        verbs.get(`${baseUrl}/pets/:id/photos`, () => Answer.text('photos')),
        verbs.get('https://cdn.example.test/logo', () => Answer.text('logo')),
        verbs.all('https://auth.example.test/*', () => Answer.text('auth')),
      ]
      start('error', ...(where === 'before' ? [...mine, ...own] : where === 'after' ? [...own, ...mine] : own))
      if (where === 'used') server.use(...mine)
      const ask = async (method: string, url: string) => (await fetch(url, { method, headers })).text()
      const calls = paths.map((path) => ['GET', `${baseUrl}/${path}`, path] as const)
      for (const [method, url, text] of [
        ...calls,
        ['DELETE', `${baseUrl}/pets/1`, 'deleted'],
        ['PUT', `${baseUrl}/pets`, 'put'],
        ['GET', `${baseUrl}/pets/1/photos`, 'photos'],
        ['GET', 'https://cdn.example.test/logo', 'logo'],
        ['POST', 'https://auth.example.test/token', 'auth'],
      ] as const)
        expect(await ask(method, url), `${method} ${url}`).toBe(text)
      expect(await ask('GET', `${baseUrl}/pets?limit=1`)).toMatch(/^\[\{"id":1,/)
      expect(await ask('GET', `${baseUrl}/pets/1`)).toMatch(/^\{"id":1,/)
    },
  )

  test('a cut connection is a network error, and a wait ends when the client gives up', async () => {
    const store = testStore()
    listen(store, { baseUrl })
    const call = (prefer: string, signal?: AbortSignal) =>
      fetch(`${baseUrl}/pets`, { headers: { ...headers, prefer }, signal: signal ?? null })
    await expect(call('scenario=reset')).rejects.toThrow(TypeError)
    await expect(call('scenario=hang', AbortSignal.timeout(30))).rejects.toThrow('timeout')
    await expect(call('delay=60000', AbortSignal.timeout(30))).rejects.toThrow('timeout')
    expect((await call('delay=5')).status).toBe(200)
  })
})
