import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { type MswName, bundlePage } from '../../../scripts/testing/bundle.ts'
import { everyCase } from '../../../scripts/testing/cases.ts'
import { type Kit, kitSource, openKit } from './test-kit.ts'
import {
  type TestServer,
  launchBrowser,
  servePage,
  stopWorkers,
  workerScript,
} from '../../../scripts/testing/test-page.ts'

// Much of their time is waiting for the browser.
vi.setConfig({ maxConcurrency: 3, testTimeout: 30_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

const headers = { authorization: 'Bearer test_pro' }
const first = { status: 200, body: '[{"id":1,"name":"Bella the Dachshund","categoryId":1,"status":"pending"}]' }
const leaked = { status: 404, body: 'no such file' }

/** Starts a mock and sends a request in the same tick. */
const startAndCall = (page: Page, baseUrl: string, options: object = {}) =>
  page.evaluate(
    async ({ baseUrl: base, options: more, headers: sent }) => {
      const { kit } = window as unknown as Kit
      Object.assign(window, { mock: await kit.startMock({ baseUrl: base, ...more }) })
      const response = await fetch(`${base}/pets?limit=1`, { headers: sent })
      return { status: response.status, body: await response.text() }
    },
    { baseUrl, options, headers },
  )

const call = (page: Page, url: string) =>
  page.evaluate(
    async ({ address, headers: sent }) => {
      const response = await fetch(address, { headers: sent })
      return { status: response.status, body: await response.text() }
    },
    { address: url, headers },
  )

/**
 * The same after a hard reload. Such a page is loaded once more if the worker of the page before is still there: MSW 2
 * removes its worker with its last page, and on a busy machine the next page is faster.
 */
async function startAfterHardReload(page: Page, baseUrl: string): Promise<unknown> {
  try {
    return await startAndCall(page, baseUrl)
  } catch (error) {
    if (!/navigation|destroyed/.test(String(error))) throw error
    await page.waitForFunction(() => 'kit' in window)
    return startAndCall(page, baseUrl)
  }
}

/** Reloads as with the shift key held: no worker controls the page then. */
async function reloadHard(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })])
  await page.waitForFunction(() => 'kit' in window)
}

describe.concurrent.each<MswName>(everyCase ? ['msw', 'msw-2.15', 'msw-2.7'] : ['msw'])('%s', (msw) => {
  let scripts: ReadonlyMap<string, string>
  let app: TestServer
  beforeAll(async () => {
    scripts = await bundlePage(kitSource, msw)
    app = await servePage(scripts, { worker: workerScript(msw) })
  }, 60_000)
  afterAll(() => app[Symbol.asyncDispose]())

  /** A page, and an API of another origin: what reaches it has leaked. */
  async function open(server = app) {
    const api = await servePage(new Map(), { worker: null, page: null })
    const page = await openKit(await browser.newContext(), server)
    return {
      api,
      base: `${api.origin}/v1`,
      page,
      async [Symbol.asyncDispose]() {
        await page.context().close()
        await api[Symbol.asyncDispose]()
      },
    }
  }

  test('the first request is answered on the first visit, after a reload and after a hard reload', async ({
    expect,
  }) => {
    await using opened = await open()
    const { page, base, api } = opened
    expect(await startAndCall(page, base)).toEqual(first)
    await page.reload()
    await page.waitForFunction(() => 'kit' in window)
    expect(await startAndCall(page, base)).toEqual(first)
    await reloadHard(page)
    expect(await startAfterHardReload(page, base)).toEqual(first)
    expect(api.requests).toEqual([])
  })

  test('a hard reload beside another tab loads the page once more, and then it is answered', async ({ expect }) => {
    await using opened = await open()
    const { page, base, api } = opened
    expect(await startAndCall(page, base)).toEqual(first)
    const other = await openKit(page.context(), app)
    expect(await startAndCall(other, base)).toEqual(first)
    await reloadHard(page)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    const loaded = page.waitForEvent('load')
    // The page goes away under the call.
    await expect(startAndCall(page, base)).rejects.toThrow(/navigation|destroyed/)
    await loaded
    await page.waitForFunction(() => 'kit' in window)
    expect(await startAndCall(page, base)).toEqual(first)
    expect(await call(other, `${base}/pets?limit=1`)).toEqual(first)
    expect(api.requests).toEqual([])
  })

  // The worker of MSW 2 keeps only in memory which pages it works for.
  test.runIf(msw === 'msw')('a worker that the browser stopped answers the next request', async ({ expect }) => {
    await using opened = await open()
    const { page, base, api } = opened
    expect(await startAndCall(page, base)).toEqual(first)
    await stopWorkers(page)
    expect(await call(page, `${base}/pets?limit=1`)).toEqual(first)
    expect(api.requests).toEqual([])
  })

  test('requests reach the network after stop, and another mock after its start', async ({ expect }) => {
    await using opened = await open()
    const { page, base, api } = opened
    expect(await startAndCall(page, base)).toEqual(first)
    await page.evaluate(async () => {
      await (window as unknown as Kit).mock.stop()
      await (window as unknown as Kit).mock.stop()
    })
    expect(await call(page, `${base}/pets?limit=1`)).toEqual(leaked)
    expect(await startAndCall(page, base, { dataset: 'empty' })).toEqual({ status: 200, body: '[]' })
    expect(api.requests).toEqual(['OPTIONS /v1/pets?limit=1', 'GET /v1/pets?limit=1'])
  })

  test('a second mock is refused while the first one is there, and the first one goes on', async ({ expect }) => {
    await using opened = await open()
    const { page, base, api } = opened
    const outcomes = await page.evaluate(async (baseUrl) => {
      const { kit } = window as unknown as Kit
      const starts = await Promise.allSettled([kit.startMock({ baseUrl }), kit.startMock({ baseUrl })])
      const third = await Promise.allSettled([kit.startMock({ baseUrl })])
      return [...starts, ...third].map((start) => (start.status === 'fulfilled' ? 'started' : String(start.reason)))
    }, base)
    const refused = expect.stringMatching(/^MockRunningError: .*Stop the first one/)
    expect(outcomes).toEqual(['started', refused, refused])
    expect(await call(page, `${base}/pets?limit=1`)).toEqual(first)
    expect(api.requests).toEqual([])
  })

  test('a script of another version of MSW is reported with the command that fixes it, and then fixed', async ({
    expect,
  }) => {
    await using own = await servePage(scripts, { worker: workerScript(msw === 'msw' ? 'msw-2.15' : 'msw') })
    await using opened = await open(own)
    const { page, base, api } = opened
    const message = await page.evaluate(
      (baseUrl) => (window as unknown as Kit).kit.startMock({ baseUrl }).then(() => 'started', String),
      base,
    )
    expect(message).toMatch(/^WorkerError: .*that of msw \d\.\d+\.\d+, .*Run "npx animal-store init public"/)
    own.files.set('/mockServiceWorker.js', { text: workerScript(msw) })
    expect(await startAndCall(page, base)).toEqual(first)
    expect(api.requests).toEqual([])
  })
})

test('beside a worker of MSW 3 that the app started, it is refused with the line to write', async ({ expect }) => {
  // MSW 2 lets two listen, and the one that was started last answers.
  const source = `${kitSource}
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
Object.assign(window, { worker: setupWorker(http.get('/own', () => new HttpResponse('own'))) })`
  await using app = await servePage(await bundlePage(source))
  await using context = await browser.newContext()
  const page = await openKit(context, app)
  const outcome = await page.evaluate(async (baseUrl) => {
    const { kit, worker } = window as unknown as Kit & { readonly worker: import('msw/browser').SetupWorker }
    await worker.start({ quiet: true })
    const own = await (await fetch('/own')).text()
    return [own, await kit.startMock({ baseUrl }).catch(String)]
  }, `${app.origin}/v1`)
  expect(outcome).toEqual(['own', expect.stringContaining('worker.use(...handlers(store))')])
})

describe.concurrent('what cannot be', () => {
  let scripts: ReadonlyMap<string, string>
  beforeAll(async () => {
    scripts = await bundlePage(kitSource)
  }, 60_000)

  /** What comes of starting a mock in a page. */
  const messageOf = (page: Page, options: object = {}) =>
    page.evaluate((given) => (window as unknown as Kit).kit.startMock(given).then(() => 'started', String), options)

  test.for([
    ['is missing', { status: 404, type: 'text/plain', text: 'no' }, 'the server answered 404'],
    ['is a page of the app', { type: 'text/html', text: '<!doctype html>' }, 'the server sent text/html'],
    ['is another one', { text: 'addEventListener("install", () => skipWaiting())' }, "is not MSW's worker script"],
    ['cannot run', { text: 'this is no script' }, 'the browser refused it'],
  ] as const)(
    'a worker script that %s is reported, with the command that fixes it',
    async ([, file, expected], { expect }) => {
      await using app = await servePage(scripts, { worker: null })
      app.files.set('/mockServiceWorker.js', file)
      const page = await openKit(await browser.newContext(), app)
      const message = await messageOf(page)
      expect(message).toContain(`WorkerError: Cannot start the mock`)
      expect(message).toContain(expected)
      expect(message).toContain('npx animal-store init public')
    },
  )

  test('a script that went away is reported though its worker is still there', async ({ expect }) => {
    await using app = await servePage(scripts)
    const context = await browser.newContext()
    const page = await openKit(context, app)
    expect(await messageOf(page)).toBe('started')
    // Another tab keeps the worker alive.
    const other = await openKit(context, app)
    expect(await messageOf(other)).toBe('started')
    app.files.delete('/mockServiceWorker.js')
    await page.reload()
    await page.waitForFunction(() => 'kit' in window)
    expect(await messageOf(page)).toContain('the server sent text/html')
  })

  test('a script that does not reach the page is reported', async ({ expect }) => {
    await using app = await servePage(scripts, { worker: null })
    app.files.set('/deep/mockServiceWorker.js', { text: workerScript() })
    const options = { workerUrl: '/deep/mockServiceWorker.js' }
    const page = await openKit(await browser.newContext(), app)
    expect(await messageOf(page, options)).toMatch(/WorkerError: .*reaches pages below .*\/deep\/ only/)
    app.files.set('/deep/mockServiceWorker.js', { text: workerScript(), headers: { 'service-worker-allowed': '/' } })
    const next = await openKit(await browser.newContext(), app)
    expect(await messageOf(next, options)).toMatch(/WorkerError: .*reaches pages below .*\/deep\/ only/)
  })

  test('a page whose requests pass the worker by is reported after one more load', async ({ expect }) => {
    await using app = await servePage(scripts)
    const page = await openKit(await browser.newContext(), app)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBypassServiceWorker', { bypass: true })
    const loaded = page.waitForEvent('load')
    await expect(messageOf(page)).rejects.toThrow(/navigation|destroyed/)
    await loaded
    await page.waitForFunction(() => 'kit' in window)
    expect(await messageOf(page)).toMatch(/^WorkerError: .*"Bypass for network"/)
    await session.send('Network.setBypassServiceWorker', { bypass: false })
    await page.reload()
    await page.waitForFunction(() => 'kit' in window)
    expect(await messageOf(page)).toBe('started')
  })

  test('an address where browsers have no service workers is reported', async ({ expect }) => {
    const insecure = await launchBrowser(['--host-resolver-rules=MAP shop.test 127.0.0.1'])
    await using app = await servePage(scripts)
    try {
      const page = await openKit(await insecure.newContext(), app, `http://shop.test:${app.port}`)
      expect(await messageOf(page)).toMatch(/^WorkerError: .*localhost and 127\.0\.0\.1/)
    } finally {
      await insecure.close()
    }
  })

  test('a page is loaded again when another tab brings another script, and answered then', async ({ expect }) => {
    await using app = await servePage(scripts)
    const context = await browser.newContext()
    const page = await openKit(context, app)
    expect(await startAndCall(page, `${app.origin}/v1`)).toEqual(first)
    const other = await openKit(context, app)
    app.files.set('/mockServiceWorker.js', { text: `${workerScript()}\n// another one` })
    const loaded = page.waitForEvent('load')
    expect(await startAndCall(other, `${app.origin}/v1`)).toEqual(first)
    await loaded
    await page.waitForFunction(() => 'kit' in window)
    expect(await startAndCall(page, `${app.origin}/v1`)).toEqual(first)
    expect(await call(other, `${app.origin}/v1/pets?limit=1`)).toEqual(first)
  })

  test('a call that misses the base address is answered, another request to its host gives one warning, and no file of the app does', async ({
    expect,
  }) => {
    await using app = await servePage(scripts)
    await using api = await servePage(new Map(), { worker: null, page: null })
    app.files.set('/shop/pets', { text: '[]' })
    const page = await openKit(await browser.newContext(), app)
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    const start = (options: object) =>
      page.evaluate(
        async (given) =>
          Object.assign(window, { mock: await (window as unknown as Kit).kit.startMock(given) }) && undefined,
        options,
      )
    const stop = () => page.evaluate(() => (window as unknown as Kit).mock.stop())
    await start({ baseUrl: `${api.origin}/v1` })
    for (const path of ['/pets', '/v2/pets/1'])
      expect(await call(page, api.origin + path)).toEqual({
        status: 404,
        body: expect.stringContaining(`GET ${api.origin}${path} missed the mock, which answers below ${api.origin}/v1`),
      })
    expect(await call(page, `${api.origin}/cats`)).toEqual(leaked)
    expect(await call(page, `${api.origin}/v2/cats`)).toEqual(leaked)
    await stop()
    const expected = expect.stringContaining(
      `GET ${api.origin}/cats went to the network: the mock answers below ${api.origin}/v1`,
    )
    await expect.poll(() => warnings).toEqual([expected])
    await start({ baseUrl: `${api.origin}/v1`, quiet: true })
    await call(page, `${api.origin}/cats`)
    await stop()
    await start({ baseUrl: '/shop/v1' })
    await call(page, `${app.origin}/page.js`)
    await call(page, `${app.origin}/shop/pets`)
    await expect
      .poll(() => warnings)
      .toEqual([expected, expect.stringContaining(`GET ${app.origin}/shop/pets went to the network`)])
  })
})
