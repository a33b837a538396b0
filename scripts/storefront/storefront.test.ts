import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContextOptions, Page, Request } from 'playwright'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { demoPets } from '../../fixtures/datasets/datasets.ts'
import { textPets } from '../../fixtures/datasets/text-pets.ts'
import type { Mock } from '../../mocks/parts/browser/index.ts'
import { serve, serveMock } from '../testing/serve.ts'
import { testBrowser, withPage } from '../testing/test-page.ts'
import { serveStorefront } from './serve-storefront.ts'

// Enough for a machine that is busy with other tests. A page takes much less.
const patience = 15_000
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [browser, shop] = await Promise.all([testBrowser(), serveStorefront()])
afterAll(() => shop.close())

/** What the pages of a test said that none should say. */
const complaints: string[] = []

afterEach(() => {
  const said = complaints.splice(0)
  if (said.length > 0) throw new Error(`The page complained:\n${said.join('\n')}`)
})

/** The statuses that a test expects. The browser complains about each such reply. */
let statuses: readonly number[] = []

interface Visit extends BrowserContextOptions {
  /** Default: the shop as it was built. */
  readonly url?: string
  readonly statuses?: readonly number[]
  readonly before?: (page: Page) => unknown
  /** Whether the panel is open. */
  readonly isOpen?: 'yes' | 'no'
}

const viewport = { width: 1280, height: 900 }

/** Opens the shop as a new visitor, and waits for what it shows first. */
async function visit(search = '', options: Visit = {}): Promise<Page> {
  const { url = shop.url, before, isOpen = 'no', ...contextOptions } = options
  statuses = options.statuses ?? []
  const page = await withPage(browser, url + search, {
    viewport,
    ...contextOptions,
    async before(early) {
      listenTo(early)
      // Somebody has closed the panel, which says the same words as the shop.
      await early.addInitScript((was) => sessionStorage.setItem('animal-store-panel.open', was), isOpen)
      return before?.(early)
    },
  })
  await page.locator('.card').first().waitFor()
  return page
}

/** Notes what a page complains of. */
function listenTo(page: Page): void {
  page.setDefaultTimeout(patience)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`))
  page.on('console', (message) => {
    const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1]
    if (message.type() === 'error' && !statuses.includes(Number(status)))
      complaints.push(`${message.text()} ${status === undefined ? '' : message.location().url}`.trim())
  })
  page.on('request', (request) => {
    if (!['127.0.0.1', ''].includes(new URL(request.url()).hostname)) complaints.push(`a request to ${request.url()}`)
  })
}

/** Whether a worker gave each reply that the shared page got. */
const replies: boolean[] = []

/** The shop as a new visitor sees it, in a page that most tests share. */
const shared = await visit('', {
  before(early) {
    early.on('response', (response) => {
      if (response.url().includes('/v1')) replies.push(response.fromServiceWorker())
    })
  },
})

/** The shared page as it was first. Its journal is empty. */
async function home(...awaited: number[]): Promise<Page> {
  statuses = awaited
  await shared.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().stop())
  await shared.reload()
  await until(() => shared.locator('.cards[aria-busy="false"] .card').count()).toBe(20)
  await shared.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().reset())
  return shared
}

interface MockHandle {
  readonly mock: Mock
}

type PlayArguments = Parameters<ReturnType<Mock['store']['sandbox']>['play']>

/** Lets the mock of the page play a scenario. */
async function play(page: Page, ...[scenario, limits = {}]: PlayArguments): Promise<void> {
  await page.evaluate(([id, how]) => (globalThis as unknown as MockHandle).mock.store.sandbox().play(id, how), [
    scenario,
    limits,
  ] as const)
}

/** The statuses of all calls that the mock of the page was sent, in the order of its clock. */
async function statusesOf(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    (globalThis as unknown as MockHandle).mock.store
      .sandbox()
      .journal.records()
      .toSorted((one, other) => one.atMilliseconds - other.atMilliseconds)
      .map(({ reply }) => reply.status),
  )
}

const cards = (page: Page) => page.locator('.card')

async function isShown(page: Page, text: string | RegExp): Promise<void> {
  await until(() => page.getByText(text).first().isVisible()).toBe(true)
}

/** Expects that it will be so. */
function until<T>(now: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(now, { timeout: patience })
}

/** The name has the keyboard, and Enter adds. */
async function addAnimal(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await page.locator('[name=name]:focus').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

test('the first visit shows animals with no server', async () => {
  const page = shared
  expect(await page.locator('.card h2').allTextContents()).toEqual(demoPets.slice(0, 20).map(({ name }) => name))
  expect(replies).toEqual([true])
  await until(() => page.locator('animal-store-panel').count()).toBe(1)
  // Named for those who hear the page.
  expect(await page.getByRole('group', { name: 'Status' }).getByRole('radio').count()).toBe(4)
})

test('a status chooses what is listed', async () => {
  const page = await home()
  await page.getByLabel('Sold').check()
  const sold = demoPets.filter(({ status }) => status === 'sold').length
  await until(() => cards(page).count()).toBe(sold)
  expect(new Set(await page.locator('.badge').allTextContents())).toEqual(new Set(['Sold']))
  await isShown(page, `That is everyone: ${sold}.`)
  await page.getByLabel('All').check()
  await isShown(page, 'These are the first 20.')
  await page.getByRole('button', { name: 'Show up to 100' }).click()
  await isShown(page, `That is everyone: ${demoPets.length}.`)
})

test('a dataset that there is not is named, with a way to the shop', async () => {
  const page = await shared.context().newPage()
  await page.goto(`${shop.url}?dataset=zzz`)
  await isShown(page, /^The shop cannot open\. .*"zzz"/)
  await page.getByRole('link', { name: 'Open it with its own animals' }).click()
  await cards(page).first().waitFor()
  await page.close()
})

test('the shop plays a 429, a cut connection, a slow and a held call by its buttons, and never calls too early', async () => {
  const page = await visit('', { statuses: [429], before: (early) => early.clock.install() })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const passTheWait = () => passUntil(page, async () => (await page.getByText('Next try in').count()) === 0)
  await press('429')
  await isShown(page, /Next try in \d+ s$/)
  await press('offline')
  await isShown(page, /Next try in \d+ s, with: offline/)
  await passTheWait()
  await isShown(
    page,
    `The service at ${new URL('/v1', shop.url).href} cannot be reached. These animals are from before.`,
  )
  expect(await cards(page).count()).toBe(20)
  expect(complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
  await press('Try again')
  await isShown(page, 'These are the first 20.')
  await press('429')
  await isShown(page, /Next try in \d+ s/)
  await press('slow')
  await passTheWait()
  await isShown(page, 'These are the first 20.')
  await press('slow')
  await isShown(page, 'Looking for animals …')
  await press('hold')
  await isShown(page, 'The mock holds the answer back: release it in its panel.')
  await until(() => statusesOf(page)).toEqual([200, 429, 200, 200, 429, 200, 200, 200])
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().release())
  await page.locator('.cards[aria-busy="false"]').waitFor()
  await page.getByRole('button', { name: 'Open the panel of the mock' }).click()
  await page.getByRole('button', { name: 'all 8' }).waitFor()
  await page.getByRole('button', { name: 'findings 0' }).waitFor()
})

test('a refused key is not tried again, but by a new visit', async () => {
  const page = await home(401)
  await play(page, 'unauthorised', { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, '401: Missing or invalid API key.')
  await page.getByLabel('All').check()
  expect(await statusesOf(page)).toEqual([401])
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(() => cards(page).count()).toBe(20)
})

test('hostile names are text', async () => {
  const page = await visit('?dataset=text')
  await page.getByLabel('Available').check()
  const available = textPets.filter(({ status }) => status === 'available')
  await until(() => page.locator('.cards[aria-busy="false"] .card').count()).toBe(available.length)
  const names = await page
    .locator('.card h2')
    .evaluateAll((headings) => headings.map((heading) => heading.querySelector('bdi')?.textContent))
  const blank = ['', ' ', '\u00A0']
  // A page changes line breaks and NUL, but keeps the length.
  expect(names.map((name) => name?.length)).toEqual(
    available.map(({ name }) => (blank.includes(name) ? undefined : name.length)),
  )
  expect(names).toContain('<script>alert("Rex")</script>')
  expect(await page.locator('.card script, .card img, .card b').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('the same shop runs against a server of another origin', async () => {
  const { url, store } = await serveMock()
  const search = `?${new URLSearchParams({ api: url })}`
  const page = await visit(search, { statuses: [429], before: (early) => early.clock.install() })
  expect(await cards(page).count()).toBe(20)
  await addAnimal(page, 'Rex')
  await isShown(page, 'Rex was added, with the id 61.')
  store.sandbox().clock.freeze(new Date('2030-12-05T00:00:10Z'))
  // If Retry-After could not be read across origins, the shop would wait until 2030.
  store.sandbox().play('rate-limited', { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, /Next try in \d+ s/)
  await passUntil(page, async () => (await page.getByText('Next try in').count()) === 0)
  await until(() => cards(page).count()).toBe(demoPets.filter(({ status }) => status === 'sold').length)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('an animal needs a name; one that the service refuses stays in the form, with the words of the service', async () => {
  const page = await home(400)
  await page.getByLabel('Sold').check()
  await isShown(page, /^That is everyone/)
  await addAnimal(page, ' ')
  expect(await page.locator('form :user-invalid').count()).toBe(1)
  expect(await statusesOf(page)).toHaveLength(1)
  await play(page, 'bad-request', { calls: 1 })
  await page.getByLabel('Name').fill('Rex')
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await add.click()
  await until(() => page.getByRole('alert').textContent()).toContain('The body has an invalid value.')
  expect(await page.getByLabel('Name').inputValue()).toBe('Rex')
  await add.click()
  await isShown(page, 'Rex was added, with the id 61.')
  // It appears first, though it is not sold.
  await until(() => cards(page).count()).toBe(21)
  expect(await cards(page).first().textContent()).toContain('RexDogs')
  await until(() => page.getByLabel('Name').count()).toBe(0)
})

test('the built shop works below any path of any file server', async () => {
  const { port } = await serve((request, response) => {
    const name = /^\/some\/where\/([^?]*)/.exec(request.url ?? '')?.[1]
    const file = join(shop.outDir, name || 'index.html')
    if (name === undefined || !existsSync(file)) return void response.writeHead(404).end()
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
    response.setHeader('Content-Type', type[extname(file) as keyof typeof type]).end(readFileSync(file))
  })
  const page = await visit('', { url: `http://127.0.0.1:${port}/some/where/`, isOpen: 'yes' })
  expect(await cards(page).count()).toBe(20)
  // The panel is open from the start, and shows the call.
  await page
    .getByText(/^\/v1\/pets/)
    .first()
    .waitFor()
  await page.reload()
  await until(() => cards(page).count()).toBe(20)
})

/** Lets time pass in the page until it is so. It stops while a reply is on its way, which has a time limit of its own. */
async function passUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  for (let second = 0; second < 200 && !(await isSo()); second += 5) {
    await page.clock.runFor(5000)
    await until(() => pending.size).toBe(0)
  }
  expect(await isSo()).toBe(true)
}
