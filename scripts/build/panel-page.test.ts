import { writeFileSync } from 'node:fs'
import { type RequestListener, request as ask } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { reportTarget } from '../../mocks/control/client/sandbox-path.ts'
import { tabTransport } from '../../mocks/control/client/tab-transport.ts'
import { createControl } from '../../mocks/control/index.ts'
import { type RunningServer, readPanelFiles, startServer } from '../../mocks/http/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../mocks/entry.ts'
import { proxied } from '../commands/proxy/test-proxy.ts'
import { atEnd } from '../testing/at-end.ts'
import { serve } from '../testing/serve.ts'
import { testBrowser, withPage } from '../testing/test-page.ts'
import { builtOnce } from './built-once.ts'
import { buildPanelPage } from './panel-builds.ts'

const folder = await builtOnce('panel', buildPanelPage)
const browser = await testBrowser()

interface Served {
  readonly store: AnimalStore
  readonly server: RunningServer
}

async function servePanel(options: AnimalStoreOptions = {}, token?: string, port = 0): Promise<Served> {
  const store = createAnimalStore(options)
  const panel = readPanelFiles(folder)
  const control = createControl(store, { panel, command: 'npm run animal-store -- mock' })
  const server = await startServer({ store, control, port, panel, token })
  atEnd(server.close)
  return { store, server }
}

/** A page in which every complaint of the browser fails the test, except those that `allowed` matches. */
async function openPage(address: string, allowed = /^$/): Promise<Page> {
  const complaints: string[] = []
  return withPage(browser, address, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    before(page) {
      page.on('console', (message) => {
        const isComplaint = ['error', 'warning'].includes(message.type()) && !allowed.test(message.text())
        if (isComplaint) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      atEnd(() => expect(complaints).toEqual([]))
    },
  })
}

const call = (store: AnimalStore, target: string, key = 'test_pro') =>
  store.answer({ method: 'GET', target, headers: { authorization: `Bearer ${key}` } })

/** What axe finds in a page. */
async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await checker.run(document, { resultTypes: ['violations'], preload: false })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

test('a finger meets no small buttons and no hints of keys', async () => {
  const { store, server } = await servePanel()
  await call(store, '/v1/pets')
  const page = await withPage(browser, `${server.url}/#/calls`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.locator('.calls').waitFor()
  await page.getByRole('button', { name: 'More of the panel' }).click()
  const heights = await page
    .locator(':is(.menu:popover-open, .chips, .tabs) > *, .head > .button')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(12)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(36)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('dialog', { name: 'Actions' }).waitFor()
  expect(await page.locator('kbd:visible').count()).toBe(0)
})

test('works behind a path of a proxy', async () => {
  const { store, server } = await servePanel()
  const { port } = await serve((request, response) => {
    const { method, headers, url = '' } = request
    const passed = ask(`${server.url}${url.replace('/zoo/', '/')}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    request.pipe(passed)
  })
  const address = `http://127.0.0.1:${port}/zoo/`
  const page = await openPage(`${address}#/situation`)
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('The clock stands still.').waitFor()
  expect(store.sandbox().clock.state.mode).toBe('frozen')
  expect(await page.getByRole('button', { name: 'Copy as curl' }).getAttribute('title')).toContain(
    `${address}_mock/sandboxes/default/settings`,
  )
})

test('asks for the token that the mock was started with, and keeps it for this tab', async () => {
  const { server } = await servePanel({}, 'let-me-in')
  const page = await openPage(`${server.url}/#/situation`, /status of 401/)
  await page.getByLabel('Token').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('The mock does not know this token.').waitFor()
  await page.getByLabel('Token').fill('let-me-in')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('The clock stands still.').waitFor()
  expect(await page.getByRole('button', { name: 'Copy as curl' }).getAttribute('title')).toContain(
    '-H "Authorization: Bearer ${ANIMAL_STORE_TOKEN}"',
  )
  expect(await page.content()).not.toContain('let-me-in')
  await page.reload()
  await page.getByRole('heading', { name: 'Situation', level: 1 }).waitFor()
})

test('says that the mock is gone, and goes on when it is back', async () => {
  const { server } = await servePanel()
  const page = await openPage(
    `${server.url}/#/situation`,
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|Failed to load/,
  )
  await page.getByText('live', { exact: true }).waitFor()
  // What it showed last is what it had got.
  await page.getByRole('button', { name: '+ 1 min' }).waitFor()
  await server.close()
  await page.getByText('no answer', { exact: true }).waitFor()
  await page.getByText('The mock does not answer.').waitFor()
  await page.getByText(`such as by npm run animal-store -- mock --port ${server.port}`).waitFor()
  for (const name of ['+ 1 min', 'once']) expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Go to Calls' }).waitFor()
  await page.keyboard.press('Escape')
  const { store } = await servePanel({}, undefined, server.port)
  await page.getByText('live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await expect.poll(() => store.sandbox().clock.state.mode).toBe('frozen')
})

test('no page of another origin frames it, reads it or changes anything', async () => {
  const { store, server } = await servePanel()
  const { port } = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><iframe src="${server.url}/"></iframe>`)
  })
  const page = await openPage(`http://127.0.0.1:${port}/`, /frame|CORS|Failed to load resource/i)
  const frame = page.frames()[1]
  expect(frame?.url()).toMatch(/^chrome-error:/)
  const outcomes = await page.evaluate(async (url) => {
    const attempts: [string, RequestInit][] = [
      ['/_mock', {}],
      ['/_mock/sandboxes/default/clock/advance', { method: 'POST', body: '{"seconds":60}', mode: 'no-cors' }],
      [
        '/_mock/sandboxes/default/settings',
        { method: 'PATCH', body: '{"clock":{"mode":"frozen"}}', headers: { 'content-type': 'application/json' } },
      ],
      ['/_mock/reset', { method: 'POST', mode: 'no-cors' }],
    ]
    const send = async ([target, init]: [string, RequestInit]) => {
      try {
        return (await fetch(url + target, init)).type
      } catch {
        return 'failed'
      }
    }
    return Promise.all(attempts.map(send))
  }, server.url)
  expect(outcomes.filter((outcome) => outcome !== 'failed' && outcome !== 'opaque')).toEqual([])
  expect(store.sandbox().clock.state.mode).toBe('running')
})

/** As a runner tells of it. */
const failed = {
  test: 'shop.spec.ts › a customer waits',
  errors: [
    {
      stack:
        'Error: \u001b[2mexpect(\u001b[22mreceived).toBe(expected)\n\nExpected: 200\nReceived: 404\n    at shop.spec.ts:7:9',
      cause: { message: 'The shop is closed' },
    },
  ],
}

/** A page of a store that was called a little, as a file. */
async function saveReport(store: AnimalStore, sandbox = 'default'): Promise<string> {
  const file = join(folder, 'report.html')
  const transport = tabTransport(store, { panel: readPanelFiles(folder) })
  writeFileSync(file, await transport.read(reportTarget(sandbox, failed)))
  return pathToFileURL(file).href
}

/** Presses every button of a page. @returns what the page said of it, and what could still be filled in */
const pressAll = (page: Page) =>
  page.evaluate(async () => {
    const said = new Set<string>()
    for (const button of document.querySelectorAll('button')) {
      button.click()
      await new Promise((resolve) => void setTimeout(resolve))
      // What is copied changes nothing; a file has no clipboard.
      said.add(
        document.querySelector('.notice')?.textContent?.replace(/^The browser did not let this page copy.*/s, '') ?? '',
      )
    }
    return [...said, ...Array.from(document.querySelectorAll('form, select'), ({ outerHTML }) => outerHTML)]
  })

test('a report shows from a file what was, asks nobody, and has nothing that would change something', async () => {
  const store = createAnimalStore({ dataset: 'text', keys: { 'own-key-of-a-shop': 'pro' } })
  await call(store, '/v1/pets?limit=100', 'own-key-of-a-shop')
  await call(store, '/v1/pets/999')
  const sandbox = store.sandbox()
  sandbox.play('slow', { operation: 'listPets', calls: 2 })
  sandbox.set({ fault: 'list-limit-ignored' })
  sandbox.set({ profile: { 'list-order': 'newest-first' } })
  const address = await saveReport(store)
  const page = await openPage('about:blank')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const part of ['calls', 'calls?call=2', 'data', 'keys']) {
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(`${address}#/${part}`)
    await page.locator('.tabs [aria-current=page]').waitFor()
    if (part === 'calls') {
      await page.getByText('Look at').waitFor()
      expect(await page.locator('.failure').innerText()).toMatch(
        /shop\.spec\.ts › a customer waits\nError: expect\(received\).*\n\nExpected: 200\nReceived: 404\n +at shop\.spec\.ts:7:9\nCaused by: The shop is closed\n[^]*Add the animal first[^]*Forced\n.*list-limit-ignored.*\n[^]*Animals\n\d+ before, \d+ after/,
      )
      expect(await page.locator('.call[aria-selected=true] .cell-target').innerText()).toBe('/v1/pets/999')
      expect(await page.locator('body').innerText()).not.toContain('nothing to mend')
    }
    if (part === 'keys') await page.getByText('9,999 of 10,000').first().waitFor()
    // A button that would change something says that it cannot.
    const said = (await pressAll(page)).filter((text) => !text.startsWith('Copied '))
    expect(said, part).toEqual([''])
    expect(asked.map((url) => url.split('#')[0])).toEqual([address])
  }
})

test('a report prints all of its calls', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  for (let id = 1; id <= 100; id++) await call(store, `/v1/pets/${id}`)
  const page = await openPage(await saveReport(store))
  await page.emulateMedia({ media: 'print' })
  const line = page.getByText('no animal 2', { exact: true })
  expect((await line.boundingBox())?.y).toBeGreaterThan(2000)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(2000)
})

test('a mock saves its bench as a page, which finds what was called', async () => {
  const { store, server } = await servePanel({ dataset: 'one' })
  await call(store, '/v1/pets/999')
  const live = await openPage(server.url)
  await live.getByRole('button', { name: 'More of the panel' }).click()
  const saving = live.waitForEvent('download')
  await live.getByRole('button', { name: 'Save all that is here as a page' }).click()
  const file = join(folder, (await saving).suggestedFilename())
  await (await saving).saveAs(file)
  const page = await openPage(pathToFileURL(file).href, /Content Security Policy/)
  const asking = page.evaluate((url) => fetch(url, { mode: 'no-cors' }), `${server.url}/v1/pets`)
  await expect(asking).rejects.toThrow('Failed to fetch')
  expect(store.sandbox().journal.total).toBe(1)
  await page.getByText('no animal 999').click()
  await page.getByRole('group', { name: 'Call 1' }).getByText('404').first().waitFor()
  expect(await page.locator('.failure').count()).toBe(0)
  await page.getByText(/^Recorded \d{4}-\d\d-\d\d \d\d:\d\d UTC, read only\.$/).waitFor()
})

test('of a proxy it shows what the deployment broke as it comes, and the calls that show it', async () => {
  const deployment: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id": "1"}')
  }
  const { code } = await proxied(deployment, { panel: 0 }, async (url, panel) => {
    const page = await openPage('about:blank')
    // Its panel is the built one, which may be older than these sources.
    await page.route(/\/(?:panel\/.*)?$/, async (route) => {
      const file = await readPanelFiles(folder)(new URL(route.request().url()).pathname)
      await route.fulfill({ contentType: file?.type ?? '', body: Buffer.from(file?.body ?? '') })
    })
    await page.goto(`${panel}#/calls`)
    await page.getByText('Nothing went through yet.').waitFor()
    await fetch(`${url}/v1/pets/7?a=1`)
    await page.getByRole('row', { name: /8\/headers-on-every-response/ }).click()
    const finding = page.getByRole('group', { name: /^Finding 8.headers-on-every-response/ })
    expect(await finding.innerText()).toMatch(/Expected.*received.*no X-RateLimit-Limit.*curl/s)
    expect(await page.getByRole('group', { name: 'Parts of the panel' }).innerText()).toBe('Calls\nInterface')
    expect(await violationsIn(page)).toEqual([])
    await page.getByRole('heading', { name: '/v1/pets/7?a=1' }).waitFor()
    expect(await page.getByRole('button', { name: 'Copy, send…' }).count()).toBe(0)
    await page.goto('about:blank')
  })
  expect(code).toBe(1)
  // It starts a proxy, its thread and a page, which takes long where the machine is busy.
}, 60_000)
