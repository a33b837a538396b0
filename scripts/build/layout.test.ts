import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { htmlReport } from '../../contract-tests/parts/reports/html.ts'
import { reportTarget } from '../../mocks/control/client/sandbox-path.ts'
import { tabTransport } from '../../mocks/control/client/tab-transport.ts'
import { createControl } from '../../mocks/control/index.ts'
import { readPanelFiles, startServer } from '../../mocks/http/index.ts'
import { type AnimalStore, createAnimalStore } from '../../mocks/entry.ts'
import { runOnMock } from '../prove/run-on-mock.ts'
import { buildSite } from '../site/build-site.ts'
import { serveStorefront } from '../storefront/serve-storefront.ts'
import { atEnd } from '../testing/at-end.ts'
import { everyCase } from '../testing/cases.ts'
import { servePages } from '../testing/serve.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { testBrowser, withPage } from '../testing/test-page.ts'
import { builtOnce } from './built-once.ts'
import { buildPanelPage } from './panel-builds.ts'

/** Something that people look at, and how to come there. */
interface Surface {
  readonly open: () => Promise<string>
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Which element has the first content, up to which the stops of Tab are counted. */
  readonly content: string
}

/** A mock that plays two scenarios and a fault, differs in one choice and holds a call, and was called in five ways. */
async function busyStore(): Promise<AnimalStore> {
  const store = createAnimalStore({ dataset: 'demo' })
  const call = (target: string, key: string, init: RequestInit = {}) =>
    store.fetch(target, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
  const add = (name: string) =>
    call('/v1/pets', 'test_pro', { method: 'POST', body: `{"name":"${name}","categoryId":1}` })
  await call('/v1/pets?limit=2', 'test_pro')
  await call('/v1/pets?limit=500', 'test_pro')
  await call('/v1/pets/1', 'unknown')
  await add('Rex')
  await call('/v1/pets/1', 'test_pro', { method: 'DELETE' })
  const sandbox = store.sandbox()
  sandbox.play('server-error', { operation: 'getPet' })
  await call('/v1/pets/1', 'test_pro')
  sandbox.play('hold', { operation: 'createPet' })
  void add('Tom').catch(() => undefined)
  sandbox.set({ fault: 'list-media-type-text', profile: { 'retry-after': 'http-date' } })
  return store
}

const files = async () => readPanelFiles(await builtOnce('panel', buildPanelPage))

async function servePanel(fragment: string): Promise<string> {
  const [store, panel] = [await busyStore(), await files()]
  const server = await startServer({ store, control: createControl(store, { panel }), port: 0, panel })
  atEnd(server.close)
  return `${server.url}/#/${fragment}`
}

const panel = (fragment: string, content: string): Surface => ({
  open: () => servePanel(fragment),
  prepare: (page) => page.getByText('1 call held').first().waitFor(),
  content,
})

async function serveShop(): Promise<string> {
  const shop = await serveStorefront()
  atEnd(() => shop.close())
  return shop.url
}

/** What a page is asked for, as a file. */
function saved(name: string, html: string): string {
  const file = join(tempFolder(), name)
  writeFileSync(file, html)
  return pathToFileURL(file).href
}

/** As a runner tells of a test. */
const failed = {
  test: 'shop.spec.ts › a customer sees Rex',
  errors: [
    {
      stack:
        'Error: expect(locator).toHaveText(expected)\n\nExpected: "Rex"\nReceived: "Something broke at the shop: 500"\n' +
        '    at shop.spec.ts:17:45',
    },
  ],
}

async function failedTest(): Promise<string> {
  const transport = tabTransport(await busyStore(), { panel: await files() })
  return saved('failed.html', await transport.read(reportTarget('default', failed)))
}

async function failingReport(): Promise<string> {
  const { result } = await runOnMock({ fault: 'list-limit-ignored' }, { baseUrl: 'https://staging.example/v1' })
  return saved('report.html', htmlReport(result, { command: 'npx animal-store contract', version: '1.2.3' }))
}

const folder = tempFolder()
let isBuilt = false

/** The site of the docs, which is built once for all of its pages. */
async function serveSite(): Promise<string> {
  if (!isBuilt) buildSite(folder, 'pipe')
  isBuilt = true
  return servePages(folder)
}

const sitePage = (path: string): Surface => ({
  open: async () => `${await serveSite()}${path}`,
  // Its first link skips them.
  content: '.VPSidebar',
})

const shown = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const demo = { open: serveShop, content: '.card' }

const surfaces: Readonly<Record<string, Surface>> = {
  calls: panel('calls', '.calls'),
  'an open call': panel('calls?call=4', '.calls'),
  situation: panel('situation', '.tab .card'),
  data: panel('data', 'tbody'),
  keys: panel('keys', 'tbody'),
  interface: panel('interface', '.tab form'),
  demo: { ...demo, prepare: shown('animals · 59 of 60 left') },
  'demo, drawer closed': { ...demo, prepare: (page) => page.getByRole('button', { name: 'Close the panel' }).click() },
  'demo with a call': { ...demo, prepare: (page) => page.getByText('59 of 60 left').first().click() },
  'a failed test': { open: failedTest, prepare: shown('limit=500'), content: '.calls' },
  report: { open: failingReport, content: 'article' },
}

// The site takes a quarter of a minute to build.
const all = everyCase
  ? { ...surfaces, 'site, server': sitePage('/docs/server'), 'site, scenarios': sitePage('/docs/scenarios') }
  : surfaces

/** Those at which also Tab, axe and a larger text are tried, and those of CI. */
const looked = ['390x844', '1440x900']
const beyond = '320x640 360x740 430x932 600x960 768x1024 820x1180 890x800 1024x768 1280x800 1920x1080'.split(' ')
const sizes = [...looked, ...(everyCase ? beyond : [])]

/** What a visitor of any size could not see, click or reach, in words. It runs in the page. */
function faultsOf(): string[] {
  const roots = [document, document.querySelector('animal-store-panel')?.shadowRoot].filter((root) => root != null)
  const every = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
  const nameOf = (element: Element) =>
    `${element.className || element.tagName} “${element.ariaLabel ?? element.textContent?.slice(0, 40)}”`
  const isSeen = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches('.skip, .visually-hidden *, :disabled, [tabindex="-1"]') &&
    element.getBoundingClientRect().width > 1 &&
    getComputedStyle(element).clipPath === 'none' &&
    getComputedStyle(element).opacity !== '0'
  const isInWindow = (element: Element) => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect()
    const isWhole = height > innerHeight / 3 || (top >= -1 && bottom <= innerHeight + 1)
    return isWhole && left >= -1 && right <= innerWidth + 1
  }
  const centreOf = ({ left, top, width, height }: DOMRect) =>
    [left + width / 2, top + Math.min(height / 2, 20)] as const
  const isHit = (element: Element) => {
    // A link of two lines has its centre between them.
    const box = [...element.getClientRects()][0] ?? element.getBoundingClientRect()
    const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(...centreOf(box))
    const isAround = hit?.closest('a, label, button, td, summary')?.contains(element) === true
    return isAround || element.contains(hit)
  }
  const isReached = (element: Element) =>
    (['nearest', 'start', 'center', 'end'] as const).some((block) => {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' })
      return isInWindow(element) && isHit(element)
    })
  const seen = every('button, a, input, select, textarea, summary').filter(isSeen)
  /** 24 × 24 pixels, or no other control within 12 of its centre. A link in a sentence is as high as its line. */
  const hasRoom = (element: HTMLElement) => {
    const box = element.getBoundingClientRect()
    const isInText = element.matches(':is(p, li, dd, td, small) a, .link')
    if ((box.width >= 24 && box.height >= 24) || isInText) return true
    const [x, y] = centreOf(box)
    return seen.every((other) => {
      const { left, right, top, bottom } = other.getBoundingClientRect()
      const isNear = x > left - 12 && x < right + 12 && y > top - 12 && y < bottom + 12
      return other === element || other.contains(element) || element.contains(other) || !isNear
    })
  }
  const wide = [document.documentElement, ...every('.head, .tab, .call-body, .status')]
  const sideways = wide
    .filter((box) => box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${nameOf(box)} scrolls sideways`)
  const plays = every('.play button:first-child').flatMap((name, at) => {
    // On a phone they are one line that scrolls, of which the first is in sight.
    if (at > 0) name.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const isInSight = name.scrollWidth <= name.clientWidth + 1 && isHit(name) && isInWindow(name)
    return isInSight ? [] : [`${nameOf(name)} is not in sight`]
  })
  for (const line of every('.plays')) line.scrollLeft = 0
  const cut = every('*').filter(
    (element) =>
      (element.matches('.call > *') ||
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())) &&
      isSeen(element) &&
      getComputedStyle(element).overflowX === 'hidden' &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.closest('[title]') &&
      !element.querySelector('[title]'),
  )
  return [
    ...sideways,
    ...plays,
    ...cut.map((element) => `${nameOf(element)} is cut`),
    ...seen.flatMap((control) => [
      ...(isReached(control) ? [] : [`${nameOf(control)} is covered or outside`]),
      ...(hasRoom(control) ? [] : [`${nameOf(control)} is too small`]),
    ]),
  ]
}

/** The stops of Tab before the first row of content: at most twelve, each with a visible focus. */
async function tabFaults(page: Page, content: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let stop = 1; stop <= 13; stop++) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate((selector) => {
      const outer = document.activeElement
      const root = outer?.shadowRoot ?? document
      const focused = root.activeElement
      const first = document.querySelector(selector) ?? root.querySelector(selector)
      if (outer === null || focused === null || focused === document.body || first === null) return undefined
      const isAfter = (first.compareDocumentPosition(root === document ? focused : outer) & 4) > 0
      if (isAfter || first.contains(focused)) return undefined
      const { outlineStyle, boxShadow } = getComputedStyle(focused)
      const isShown = outlineStyle !== 'none' || boxShadow !== 'none' || focused.matches('label *')
      return isShown ? '' : `${focused.className} ${focused.textContent?.slice(0, 20)} has no visible focus`
    }, content)
    if (fault === undefined) return faults
    if (fault !== '') faults.push(fault)
  }
  return [...faults, 'more than twelve stops of Tab before the content']
}

/** What axe finds, and in the dark what it finds of colours. */
async function axeFaults(page: Page): Promise<string[]> {
  // By the debugger, for most of these pages let no other script in.
  await page.evaluate(axe.source)
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const run = async (more: object) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      // What is around a page of the site is VitePress's own.
      const part = document.querySelector('.vp-doc') ?? document
      const { violations } = await checker.run(part, { resultTypes: ['violations'], preload: false, ...more })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    }
    found.push(...(await page.evaluate(run, rules)).map((fault) => `${colorScheme}, ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

const browser = await testBrowser()

/** Opens a surface. @param textPixels the size of text that a person chose in the browser */
async function opened(address: string, { prepare }: Surface, textPixels: number, said: string[]): Promise<Page> {
  const page = await withPage(browser, 'about:blank', {
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  page.on('console', (message) => message.type() === 'error' && said.push(`the console says: ${message.text()}`))
  page.on('pageerror', ({ message }) => said.push(`it threw: ${message}`))
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: textPixels, fixed: textPixels } })
  await page.goto(address)
  await prepare?.(page)
  return page
}

test.each(Object.entries(all))(
  'all that is on the screen can be seen, reached and used: %s',
  async (name, surface) => {
    const found: string[] = []
    const address = await surface.open()
    for (const textPixels of [16, 32]) {
      const page = await opened(address, surface, textPixels, found)
      for (const size of textPixels === 16 ? sizes : looked) {
        const [width = 0, height = 0] = size.split('x').map(Number)
        await page.setViewportSize({ width, height })
        // Whatever is shown while a row has the pointer covers nothing.
        const row = page.locator('.call:not(.call-heads), tbody tr').first()
        if (await row.isVisible()) await row.hover({ timeout: 500, force: true }).catch(() => undefined)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        const faults = await page.evaluate(faultsOf)
        if (textPixels === 16 && looked.includes(size))
          faults.push(...(await axeFaults(page)), ...(await tabFaults(page, surface.content)))
        found.push(...faults.map((fault) => `${name}, ${size}, text of ${textPixels} pixels: ${fault}`))
      }
    }
    expect(found).toEqual([])
  },
  // The first page of the site installs what builds it, and builds it.
  300_000,
)
