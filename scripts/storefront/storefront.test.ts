import axe from 'axe-core'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { demoPets } from '../../fixtures/datasets/datasets.ts'
import { textPets } from '../../fixtures/datasets/text-pets.ts'
import type { Mock } from '../../mocks/browser/index.ts'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { launchBrowser } from '../testing/test-page.ts'

// What a machine that is busy with other tests needs for a page, and not how long a page takes.
const patience = 15_000
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let browser: Browser
/** Where the demo keeps what it built, and for how long. */
let folder: string
let demo: ChildProcess
let shopUrl = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const program = fileURLToPath(new URL('./demo.ts', import.meta.url))
  const env = { ...process.env, TMPDIR: folder }
  demo = spawn(process.execPath, [program, '--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  demo.stdout?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const isServed = vi.waitUntil(() => said.includes('Ctrl-C closes it.'), { timeout: 60_000 })
  ;[browser] = await Promise.all([launchBrowser(), isServed])
  shopUrl = /http:\S+/.exec(said)?.[0] ?? ''
})

afterAll(async () => {
  await browser?.close()
  if (demo.exitCode === null && demo.kill('SIGKILL')) await once(demo, 'exit')
  await rm(folder, { recursive: true })
})

/** What the pages of a test said that none should say. */
const complaints: string[] = []

afterEach(() => {
  const said = complaints.splice(0)
  if (said.length > 0) throw new Error(`The page complained:\n${said.join('\n')}`)
})

/** The statuses that a test is about; the browser complains of each reply that has one. */
let statuses: readonly number[] = []

interface Visit extends BrowserContextOptions {
  /** Default: the shop as it was built. */
  readonly url?: string
  readonly statuses?: readonly number[]
  readonly before?: (page: Page) => Promise<unknown>
  /** Whether the page stays open for other tests. */
  readonly isShared?: boolean
}

const viewport = { width: 1280, height: 900 }

/** Opens the shop as a new visitor, and waits for what it shows first. */
async function visit(search = '', options: Visit = {}): Promise<Page> {
  const { url = shopUrl, before, isShared = false, ...contextOptions } = options
  statuses = options.statuses ?? []
  const context = await browser.newContext({ viewport, ...contextOptions })
  if (!isShared) onTestFinished(() => context.close())
  const page = await context.newPage()
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
  await before?.(page)
  await page.goto(url + search)
  await page.locator('.card, .message').first().waitFor()
  return page
}

let shared: Page | undefined

/** The shop as a visitor finds it, in the page that most tests share; its mock has heard nothing yet. */
async function home(...awaited: number[]): Promise<Page> {
  shared ??= await visit('', { isShared: true })
  statuses = awaited
  if ((await shared.locator('.card.new').count()) > 0) await shared.reload()
  await shared.getByLabel('All').check()
  await shared.getByLabel('Show').selectOption('20')
  await until(() => shared?.locator('.cards[aria-busy="false"] .card').count()).toBe(20)
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

/** The statuses and instants of all calls that the mock of the page was sent. */
async function journalOf(page: Page): Promise<{ status: number; atMilliseconds: number; retryAfter: number }[]> {
  return page.evaluate(() =>
    (globalThis as unknown as MockHandle).mock.store
      .sandbox()
      .journal.records()
      .map(({ reply, atMilliseconds }) => ({
        status: reply.status,
        atMilliseconds,
        retryAfter: Number(reply.headers['Retry-After']),
      })),
  )
}

const cards = (page: Page) => page.locator('.card')
const alert = (page: Page) => page.getByRole('alert')

async function isShown(page: Page, text: string | RegExp): Promise<void> {
  await until(() => page.getByText(text).first().isVisible()).toBe(true)
}

/** Expects that it will be so. */
function until<T>(now: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(now, { timeout: patience })
}

async function addAnimal(page: Page, name: string, categoryId: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Category').fill(categoryId)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('the first visit shows animals with no server, and what is left of the limit', async () => {
  const replies: boolean[] = []
  const page = await visit('', {
    isShared: true,
    async before(early) {
      early.on('response', (response) => {
        if (response.url().includes('/v1')) replies.push(response.fromServiceWorker())
      })
    },
  })
  expect(await page.locator('.card h2').allTextContents()).toEqual(demoPets.slice(0, 20).map(({ name }) => name))
  expect(replies).toEqual([true])
  await isShown(page, '59 of 60 requests left')
  expect(await page.getByRole('meter').getAttribute('value')).toBe('59')
  await until(() => page.locator('animal-store-panel').count()).toBe(1)
  // Named for those who hear the page.
  expect(await page.getByRole('group', { name: 'Status' }).getByRole('radio').count()).toBe(4)
  shared = page
})

test('a status and a page size choose what is listed', async () => {
  const page = await home()
  await page.getByLabel('Sold').check()
  await until(() => cards(page).count()).toBe(demoPets.filter(({ status }) => status === 'sold').length)
  expect(new Set(await page.locator('.badge').allTextContents())).toEqual(new Set(['Sold']))
  await page.getByLabel('All').check()
  await isShown(page, 'These are the first 20.')
  await page.getByLabel('Show').selectOption('100')
  await isShown(page, `That is everyone: ${demoPets.length}.`)
  expect(await cards(page).count()).toBe(demoPets.length)
})

test('where there is no animal, the shop says so', async () => {
  const page = await visit('?dataset=empty')
  await isShown(page, 'Yours can be the first animal.')
  await page.getByLabel('Reserved').check()
  await isShown(page, 'No animal is reserved now.')
  await page.getByLabel('All').check()
  await addAnimal(page, 'Rex', '1')
  await isShown(page, 'That is everyone: 1.')
  expect(await page.getByText('Nobody is here').count()).toBe(0)
})

test('the form asks for a name and for a whole number before it sends anything', async () => {
  const page = await home()
  await addAnimal(page, ' ', '1.5')
  expect(await problemsOf(page)).toEqual(['name', 'category'])
  expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Name').fill('Rex')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  expect(await problemsOf(page)).toEqual(['category'])
  expect(await journalOf(page)).toHaveLength(0)
  await page.keyboard.press('Escape')
})

test('a refused key is asked for again, and not tried again', async () => {
  const page = await visit('', { statuses: [401] })
  await play(page, 'unauthorised', { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, 'The key to the shop does not fit')
  // What is being typed stays, whatever else is asked for.
  await page.getByLabel('API key').fill('wrong-key-of-mine')
  await page.getByLabel('Reserved').check()
  await page.getByLabel('All').check()
  expect((await journalOf(page)).map(({ status }) => status)).toEqual([200, 401])
  await page.getByRole('button', { name: 'Use this key' }).click()
  await until(() => page.getByLabel('API key').inputValue()).toBe('')
  expect(await page.locator('body').textContent()).not.toContain('wrong-key')
  // No header can carry it.
  await page.getByLabel('API key').fill('two words')
  await page.getByRole('button', { name: 'Use this key' }).click()
  expect(await problemsOf(page)).toEqual(['key'])
  expect(await journalOf(page)).toHaveLength(3)
  await page.getByLabel('API key').fill('test_pro')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await cards(page).first().waitFor()
  await isShown(page, '299 of 300 requests left')
})

test('a 429 is waited for with a countdown, never cut short, and then the shop goes on by itself', async () => {
  const time = '2026-11-20T10:00:10Z'
  const page = await visit('', { statuses: [429], before: (early) => early.clock.install({ time }) })
  await play(page, 'rate-limited', { calls: 2 })
  await page.getByLabel('Sold').check()
  await isShown(page, /Next try in \d+ s/)
  await isShown(page, '0 of 60 requests left')
  // What is known of them is shown meanwhile.
  expect(new Set(await page.locator('.badge').allTextContents())).toEqual(new Set(['Sold']))
  // Whatever the visitor does meanwhile waits as well.
  await page.getByLabel('Reserved').check()
  await addAnimal(page, 'Rex', '1')
  await isShown(page, 'Adding…')
  expect(await journalOf(page)).toHaveLength(2)
  // The second refusal asks for another minute.
  await passUntil(page, () => page.getByText('Rex was added').isVisible())
  await passUntil(page, async () => (await page.getByText('Next try in').count()) === 0)
  const journal = await journalOf(page)
  const waits = journal.filter(({ status }) => status === 429)
  expect(waits).toHaveLength(2)
  for (const { atMilliseconds, retryAfter } of waits) {
    const later = journal.filter((call) => call.atMilliseconds > atMilliseconds)
    const next = Math.min(...later.map((call) => call.atMilliseconds))
    expect(next - atMilliseconds).toBeGreaterThanOrEqual(retryAfter * 1000)
  }
})

test.each([
  ['reset', 'The service cannot be reached.', 0],
  ['server-error', 'Something broke at the shop', 500],
  ['unavailable', 'Something broke at the shop', 503],
  ['malformed-json', 'The answer of the service cannot be read.', 0],
] as const)('after %s the visitor can try again', async (scenario, title, status) => {
  const page = await home(status)
  await play(page, scenario, { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, title)
  if (scenario === 'reset') expect(complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
  expect(await journalOf(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await cards(page).first().waitFor()
  expect(await page.getByText(title).count()).toBe(0)
})

test('the page of an animal says that it uses a deprecated operation', async () => {
  const page = await home()
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).click()
  const dialog = page.getByRole('dialog', { name: 'Simba the Ragdoll' })
  await dialog.getByText('getPet').waitFor()
  expect(await dialog.textContent()).toContain('removed on 5 December 2030')
  await page.keyboard.press('Escape')
  await until(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).hash).toBe('')
})

test.each(['not-found', 'gone'] as const)('once getPet was removed (%s) the list takes its place', async (removal) => {
  const page = await home(404, 410)
  await page.evaluate((choice) => {
    const sandbox = (globalThis as unknown as MockHandle).mock.store.sandbox()
    sandbox.choose({ removal: choice })
    sandbox.clock.set(new Date('2030-12-05T00:00:00Z'))
  }, removal)
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).click()
  await isShown(page, 'so this one comes from the list')
  await page.getByRole('dialog', { name: 'Simba the Ragdoll' }).getByText('Available').waitFor()
  await page.keyboard.press('Escape')
})

test('an animal that is nowhere is said to be nowhere', async () => {
  const page = await home(404)
  await page.evaluate(() => (location.hash = '#pet=4711'))
  await isShown(page, 'There is no such animal')
  await page.getByRole('button', { name: 'Close' }).click()
  await until(() => page.getByRole('dialog').count()).toBe(0)
})

test('ids are exact in the list, in addresses and on the page of an animal', async () => {
  const page = await visit('?dataset=int64#pet=9223372036854775807')
  await page.getByRole('dialog', { name: 'Id 2^63 - 1, the greatest of all' }).waitFor()
  await page.getByRole('dialog').getByText('9223372036854775807', { exact: true }).waitFor()
  // Who came by a link stays in the shop.
  await page.keyboard.press('Escape')
  await until(() => page.getByRole('dialog').count()).toBe(0)
  expect(page.url()).toBe(`${shopUrl}?dataset=int64`)
  await page.getByRole('link', { name: 'Id 2^53 + 1, which no JavaScript number can be' }).click()
  await page.getByRole('dialog').getByText('9007199254740993', { exact: true }).waitFor()
  expect(page.url()).toContain('#pet=9007199254740993')
})

test('hostile names are text', async () => {
  const page = await visit('?dataset=text')
  await page.getByLabel('Show').selectOption('100')
  await until(() => cards(page).count()).toBe(textPets.length)
  const names = await page
    .locator('.card h2')
    .evaluateAll((headings) => headings.map((heading) => heading.querySelector('bdi')?.textContent))
  const blank = ['', ' ', '\u00A0', '\u200B', '\u3164', '\u2800']
  // Of a line break and of a zero, a page keeps what a page can keep.
  expect(names.map((name) => name?.length)).toEqual(
    textPets.map(({ name }) => (blank.includes(name) ? undefined : name.length)),
  )
  expect(names).toContain('<script>alert("Rex")</script>')
  expect(await page.locator('.card script, .card img, .card b').count()).toBe(0)
  expect(await widthBeyond(page)).toBe(0)
})

test('the keyboard reaches everything, and comes back to where it was', async () => {
  const page = await home()
  await page.locator('.brand').focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let presses = 0; presses < 20 && (await focused()) !== 'Bella the Dachshund'; presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toBe('Bella the Dachshund')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Bella the Dachshund' }).waitFor()
  await page.keyboard.press('Escape')
  await until(() => page.getByRole('dialog').count()).toBe(0)
  await until(focused).toBe('Bella the Dachshund')
})

test('the same shop runs against a server of another origin', async () => {
  const store = createAnimalStore()
  const server = await startServer({ store, port: 0 })
  onTestFinished(() => server.close())
  const search = `?${new URLSearchParams({ api: `${server.url}/v1` })}`
  const page = await visit(search, { statuses: [401, 404, 429], before: (early) => early.clock.install() })
  expect(await cards(page).count()).toBe(20)
  await isShown(page, '59 of 60 requests left')
  await addAnimal(page, 'Rex', '9223372036854775806')
  await isShown(page, 'Rex was added, with the id 61.')
  store.sandbox().clock.freeze(new Date('2030-12-05T00:00:10Z'))
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).click()
  await isShown(page, 'so this one comes from the list')
  await page.keyboard.press('Escape')
  // Retry-After can be read across origins, or the shop would wait for the reset of another year.
  store.sandbox().play('rate-limited', { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, /Next try in \d+ s/)
  await passUntil(page, async () => (await page.getByText('Next try in').count()) === 0)
  await until(() => cards(page).count()).toBe(demoPets.filter(({ status }) => status === 'sold').length)
  store.sandbox().play('unauthorised', { calls: 1 })
  await page.getByLabel('Reserved').check()
  await isShown(page, 'The key to the shop does not fit')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('an address that is none is refused with what fits', async () => {
  const page = await visit('?api=4010')
  await until(() => alert(page).textContent()).toContain('expected an address that ends in /v1')
  await page.getByText('Open it with the mock in this tab').click()
  await until(() => cards(page).count()).toBe(20)
})

test('nothing is wider than a page of 360 or 2560 pixels', async () => {
  const page = await home()
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await widthBeyond(page)).toBe(0)
    await page.getByRole('button', { name: 'Add an animal' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await widthBeyond(page)).toBe(0)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize(viewport)
})

test('nothing jumps while the shop opens, and nothing moves for those who asked for that', async () => {
  const page = await visit('', {
    reducedMotion: 'reduce',
    before: (early) =>
      early.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      }),
  })
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  await play(page, 'hang')
  await page.getByLabel('Sold').check()
  await page.locator('.cards[aria-busy=true]').waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('an animal that the service refuses stays in the form, with the words of the service, and can be mended', async () => {
  const page = await home(400)
  await addAnimal(page, 'Rex', '9223372036854775808')
  await until(() => alert(page).textContent()).toContain('categoryId')
  expect(await page.getByLabel('Name').inputValue()).toBe('Rex')
  await page.getByLabel('Category').fill('9223372036854775806')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await isShown(page, 'Rex was added, with the id 61.')
  // It appears first, with every digit of its category.
  expect(await cards(page).count()).toBe(21)
  const text = await cards(page).first().textContent()
  expect(text).toContain('Rex')
  expect(text).toContain('Category 9223372036854775806')
  await until(() => page.getByRole('dialog').count()).toBe(0)
})

// The last one in the shared page, which it leaves waiting with another key.
test('axe finds nothing to better, light and narrow or dark and wide', async () => {
  const page = await home(400, 401, 429, 500)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Show').selectOption('10')
  await until(() => cards(page).count()).toBe(10)
  async function expectAccessible(part = 'html'): Promise<void> {
    for (const [colorScheme, width, rules] of [
      ['light', 360],
      // In the dark, colours alone are others.
      ['dark', 1280, ['color-contrast', 'link-in-text-block']],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      expect(await violations(page, part, rules && [...rules])).toEqual([])
    }
  }
  await expectAccessible()
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).click()
  await page.getByRole('dialog').getByText('Available').waitFor()
  await expectAccessible('dialog')
  await page.keyboard.press('Escape')
  await addAnimal(page, 'Rex', '9223372036854775808')
  await alert(page).waitFor()
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible('dialog')
  await page.keyboard.press('Escape')
  // In the middle of a minute, so that some seconds are left to wait.
  await page.evaluate(() => {
    ;(globalThis as unknown as MockHandle).mock.store.sandbox().clock.freeze(new Date('2026-11-20T10:00:10Z'))
  })
  await play(page, 'rate-limited', { calls: 1 })
  await play(page, 'unauthorised', { calls: 1 })
  await play(page, 'server-error', { calls: 1 })
  await page.getByLabel('Sold').check()
  await isShown(page, 'Something broke at the shop')
  await expectAccessible('.message')
  await page.getByLabel('Reserved').check()
  await isShown(page, 'The key to the shop does not fit')
  await expectAccessible('.message')
  await page.getByLabel('API key').fill('test_pro')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await isShown(page, /Next try in \d+ s/)
  await expectAccessible('.toast')
})

test('what the demo serves works below any path of any file server, and Ctrl-C ends the demo and leaves nothing', async () => {
  const [built = ''] = await readdir(folder)
  const files = createServer((request, response) => {
    const name = /^\/some\/where\/([^?]*)/.exec(request.url ?? '')?.[1]
    const file = join(folder, built, name || 'index.html')
    if (name === undefined || !existsSync(file)) return void response.writeHead(404).end()
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
    response.setHeader('Content-Type', type[extname(file) as keyof typeof type]).end(readFileSync(file))
  })
  await once(files.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    files.closeAllConnections()
    await new Promise((resolve) => files.close(resolve))
  })
  const page = await visit('', { url: `http://127.0.0.1:${(files.address() as AddressInfo).port}/some/where/` })
  expect(await cards(page).count()).toBe(20)
  await page.getByRole('button', { name: 'Open the panel of the mock' }).click()
  await page
    .getByText(/^\/v1\/pets/)
    .first()
    .waitFor()
  await page.reload()
  await until(() => cards(page).count()).toBe(20)

  // Pages may still load drawings, which go with the demo.
  await browser.close()
  demo.kill('SIGINT')
  await once(demo, 'exit')
  expect(demo.exitCode).toBe(0)
  expect(await readdir(folder)).toEqual([])
})

/** Lets time pass in the page until it is so, but none while a reply is on its way: that has its own limit of time. */
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

/** The fields that the browser does not send as they are. */
async function problemsOf(page: Page): Promise<string[]> {
  return page.locator('form :user-invalid').evaluateAll((fields) => fields.map(({ id }) => id).filter(Boolean))
}

/** How many pixels of the page do not fit into its width. */
async function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** What axe has against a part of the page as it is, each as one line. @param rules those to try; all of them if left out */
async function violations(page: Page, part: string, rules: string[] | undefined): Promise<string[]> {
  // By the debugger: the page's policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([selector, runOnly]) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) }
      const results = await checker.run(document.querySelector(selector) ?? document, options)
      return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
    },
    [part, rules] as const,
  )
}
