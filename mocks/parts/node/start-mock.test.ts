import { afterEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../../../scripts/testing/serve.ts'
import { unhandledBy } from '../msw/running-mock.ts'
import { loadMsw, mswVersions } from '../msw/test-versions.ts'

const headers = { authorization: 'Bearer test_pro' }

// What a request meets that the mock leaves alone. It keeps no connection, because MSW 3 would not see what is sent on
// one that was opened while no mock was there.
const { port } = await serve((_request, response) => response.setHeader('Connection', 'close').end('real'))
const origin = `http://127.0.0.1:${port}`

afterEach(() => void vi.restoreAllMocks())

describe.each(mswVersions)('%s', (version) => {
  async function load() {
    await loadMsw(version)
    return (await import('./index.ts')).startMock
  }

  test('one line starts the mock at an address, another one stops it', async () => {
    const startMock = await load()
    const mock = await startMock({ baseUrl: `${origin}/v1`, dataset: 'empty', quiet: true })
    expect(mock.baseUrl).toBe(`${origin}/v1`)
    expect(await (await fetch(`${mock.baseUrl}/pets`, { headers })).json()).toEqual([])
    mock.store.sandbox().play('rate-limited', { calls: 1 })
    expect((await fetch(`${origin}/v1/pets`, { headers })).status).toBe(429)
    expect(await (await fetch(`${origin}/other`)).text()).toBe('real')
    mock.stop()
    mock.stop()
    expect(await (await fetch(`${origin}/v1/pets`, { headers })).text()).toBe('real')
    expect(mock.store.sandbox().journal.total).toBe(2)
  })

  test('answers where the server of this package would, by default, until its block ends', async () => {
    const startMock = await load()
    {
      using mock = await startMock()
      expect(mock.baseUrl).toBe('http://127.0.0.1:4010/v1')
      expect((await fetch('http://127.0.0.1:4010/v1/pets', { headers })).status).toBe(200)
      expect(mock.store.sandbox().journal.total).toBe(1)
    }
    const again = await startMock({ baseUrl: `${origin}/v1` })
    again.stop()
    expect(await (await fetch(`${origin}/v1/pets`)).text()).toBe('real')
  })

  test('requests to other addresses pass with a warning, or fail, if asked', async () => {
    const startMock = await load()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const warning = await startMock({ onUnhandled: 'warn' })
    expect(await (await fetch(`${origin}/other`)).text()).toBe('real')
    await expect.poll(() => warn.mock.calls.flat().join(' ')).toContain(`GET ${origin}/other`)
    warning.stop()
    const failing = await startMock({ onUnhandled: 'error' })
    await expect(fetch(`${origin}/other`)).rejects.toThrow(/fetch failed|Cannot bypass/)
    await expect.poll(() => error.mock.calls.flat().join(' ')).toContain(`GET ${origin}/other`)
    failing.stop()
  })

  test('a call that misses the base address is answered with what to do', async () => {
    const startMock = await load()
    using mock = await startMock({ baseUrl: `${origin}/v1` })
    for (const path of ['/pets', '/v2/pets', '/shop/v1/pets/7/', '/pets?limit=1']) {
      const response = await fetch(origin + path, { headers: { ...headers, origin: 'http://localhost:3000' } })
      const allowed = response.headers.get('access-control-allow-origin')
      expect([response.status, allowed]).toEqual([404, 'http://localhost:3000'])
      expect(await response.json()).toEqual({
        code: 'not_found',
        message: `GET ${origin}${path.split('?', 1)[0]} missed the mock, which answers below ${origin}/v1 only. Call it there, or start the mock with another baseUrl.`,
        status: 404,
      })
    }
    // Its path may be that of an operation.
    expect(mock.store.sandbox().journal.entries()).toHaveLength(4)
    expect(mock.store.sandbox().journal.count({ operation: 'listPets' })).toBe(0)
  })

  test('another request to the same host gives one warning, unless quiet is set', async () => {
    const startMock = await load()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const text = `GET ${origin}/cats went to the network: the mock answers below ${origin}/v1`
    const mock = await startMock({ baseUrl: `${origin}/v1` })
    expect(await (await fetch(`${origin}/cats?api_key=sk_live_1`)).text()).toBe('real')
    expect(await (await fetch(`${origin}/v2/cats`)).text()).toBe('real')
    await expect.poll(() => warn.mock.calls.flat()).toEqual([expect.stringContaining(text)])
    mock.stop()
    const quiet = await startMock({ baseUrl: `${origin}/v1`, quiet: true })
    expect(await (await fetch(`${origin}/cats`)).text()).toBe('real')
    quiet.stop()
    const elsewhere = await startMock({ baseUrl: 'https://api.example.test/v1' })
    expect(await (await fetch(`${origin}/other`)).text()).toBe('real')
    elsewhere.stop()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('a runtime whose requests MSW does not see is refused, with what to use', async () => {
    const startMock = await load()
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('getaddrinfo ENOTFOUND')))
    // MSW 2 answers in place of fetch. MSW 3 takes over the sockets of Node.
    const start = startMock()
    if (version === 'msw') await expect(start).rejects.toThrow(/^Cannot start the mock: .* Use msw 2\.15, or/)
    else await expect(start.then((mock) => mock.stop())).resolves.toBeUndefined()
    vi.unstubAllGlobals()
    const again = await startMock()
    again.stop()
  })

  test('a second mock is refused until the first one stops', async () => {
    const startMock = await load()
    const mock = await startMock()
    await expect(startMock()).rejects.toThrow(/^Cannot start a second mock in this process: .*Stop the first one/)
    mock.stop()
    const again = await startMock()
    again.stop()
  })

  // The last one: MSW does not recover from it. With MSW 2 it takes the requests of the first server.
  test.runIf(version === 'msw')('beside a server of MSW that listens already, it says the line to write', async () => {
    const startMock = await load()
    const { setupServer } = await import('msw/node')
    const own = setupServer()
    const options = unhandledBy('bypass')
    own.listen(options)
    const start = startMock()
    // nock 15 replaces fetch by the same package as MSW 3, which does not tell them apart.
    await expect(start).rejects.toThrow(/replaced fetch in this process: nock 15, .* With nock: nock\.restore\(\)/)
    await expect(start).rejects.toThrow('server.use(...handlers(store))')
    own.close()
  })
})
