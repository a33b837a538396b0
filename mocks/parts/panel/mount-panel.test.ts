import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundlePage } from '../../../scripts/testing/bundle.ts'
import { launchBrowser, servePage } from '../../../scripts/testing/test-page.ts'

// As an app has it: a mock, the panel over the app, and nothing else.
const sourceWith = (mock: string) => `
import { startMock } from '/mocks/parts/browser/index.ts'
import { createAnimalStore } from '/mocks/entry.ts'
import { mountPanel } from '/mocks/parts/panel/mount-panel.ts'

const told = []
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => told.push(violatedDirective + ' ' + blockedURI))
const headers = { authorization: 'Bearer test_pro' }
const { store, ask } = await (${mock})()
const call = async (target) => (await ask(target, { headers })).json()
Object.assign(window, { told, call, panel: mountPanel({ store }) })
`

const policy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'none'; img-src data:"

const mocks = [
  {
    name: 'a service worker that answers',
    source: sourceWith(`async () => {
      const { store } = await startMock({ baseUrl: location.origin + '/v1', dataset: 'text', quiet: true })
      return { store, ask: (...request) => fetch(...request) }
    }`),
    policy,
  },
  {
    // MSW gives the browser the address of its worker script as a text, which trusted types forbid.
    name: 'trusted types, and no worker',
    source: sourceWith(`async () => {
      const store = createAnimalStore({ dataset: 'text' })
      return { store, ask: (...request) => store.fetch(...request) }
    }`),
    policy: `${policy}; require-trusted-types-for 'script'; trusted-types 'none'`,
  },
]

interface App {
  readonly told: readonly string[]
  readonly call: (target: string) => Promise<unknown>
}

const body =
  '<!doctype html><html lang="en"><title>app</title><link rel="icon" href="data:,">' +
  '<body><h1>An app</h1><script type="module" src="/page.js"></script></body></html>'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

test.each(mocks)(
  'under a strict policy it shows the calls, changes the mock, and is there after a reload: $name',
  async ({ source, policy: strict }) => {
    const headers = { 'content-security-policy': strict }
    await using server = await servePage(await bundlePage(source), { headers, page: body })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(server.origin)
    await page.getByRole('button', { name: 'Open the panel of the mock' }).click()
    const call = (target: string) => page.evaluate((it) => (window as unknown as App).call(it), target)
    await call('/v1/pets?status=sold')
    await page.getByText('/v1/pets?status=sold').first().waitFor()

    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Rex, 1' }).click()
    await page.getByRole('form').getByLabel('Status').selectOption('sold')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Rex was changed.').waitFor()
    expect(await call('/v1/pets/1')).toMatchObject({ name: 'Rex', status: 'sold' })

    // Every tab, for each has its own styles and elements.
    for (const name of ['Situation', 'Keys', 'Calls', 'Interface']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.locator('.tabs [aria-current]', { hasText: name }).waitFor()
    }
    await page.reload()
    await page.getByRole('heading', { name: 'Interface', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Close the panel' }).click()
    await page.getByRole('button', { name: 'Open the panel of the mock' }).waitFor()
    expect(await page.evaluate(() => (window as unknown as App).told)).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  },
  120_000,
)
