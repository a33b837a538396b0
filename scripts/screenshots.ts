// Takes the pictures of the README and the docs into scripts/pictures/: npm run screenshots [-- NAME] takes those whose
// name begins so. With --check it takes none, and ends with 1 if a page no longer shows what it showed then: its words and
// controls, because pixels differ between machines. The same browser, fonts, animals and time give the same pictures. The fonts come
// with the Chromium of npm: if another one is on PATH, set CHROMIUM_PATH=node_modules/.cache/chromium/chromium.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import type { Mock } from '../mocks/parts/browser/index.ts'
import { htmlReport } from '../contract-tests/parts/reports/html.ts'
import { createControl } from '../mocks/control/index.ts'
import { readPanelFiles, startServer } from '../mocks/http/index.ts'
import { createAnimalStore } from '../mocks/entry.ts'
import { thereIsNo } from '../spec/messages.ts'
import { findChromium } from './testing/chromium.ts'
import { buildPanelPage } from './build/panel-builds.ts'
import { runOnMock } from './prove/run-on-mock.ts'
import { serveStorefront } from './storefront/serve-storefront.ts'
import { launchBrowser } from './testing/test-page.ts'

const { values: asked, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })

/** What each picture shows, as a digest. */
const shownFile = new URL('pictures/shown.json', import.meta.url)
const shown = JSON.parse(readFileSync(shownFile, 'utf8')) as Record<string, string>

const instant = new Date('2026-11-20T10:00:00Z')
// Long enough for a busy machine to load a page; the pages' own time stands still from then on.
const loadedAt = new Date(instant.getTime() + 40_000)

type Calls = readonly (readonly [key: string, target: string, body?: string])[]

/** Calls for the panel to show. */
const calls: Calls = [
  ['test_pro', '/v1/pets'],
  ['test_pro', '/v1/pets?status=available&limit=50'],
  ['test_pro', '/v1/pets', '{"name":"Rex","categoryId":9223372036854775807}'],
  ['test_pro', '/v1/pets/61'],
  ['test_free', '/v1/pets?limit=100'],
  ['test_free', '/v1/pets', '{"name":"Rex"}'],
  ['test_revoked', '/v1/pets'],
  ['test_business', '/v1/pets/4711'],
  ['test_free_exhausted', '/v1/pets?status=sold'],
  ['test_pro', '/v1/pets?limit=5'],
]

interface Picture {
  readonly open: () => Promise<{ readonly url: string; readonly close?: () => Promise<void> }>
  /** What the page shows once it is ready. */
  readonly shows: string
  readonly size?: { readonly width: number; readonly height: number }
  readonly isDark?: boolean
  /** Brings the page to what the picture should show. */
  readonly prepare?: (page: Page) => Promise<void>
}

const narrow = { width: 390, height: 844 }
const panel = (section: string, more: Calls = []) => ({ open: () => servePanel(section, more) })
const shop = { open: serveStorefront, shows: 'Simba the Ragdoll' }
const misdeeds: Calls = [
  ['test_free_exhausted', '/v1/pets?status=sold'],
  ['test_pro', '/v1/pets?limit=500'],
]

/** By the name of their file, without `.png`. */
const pictures: Readonly<Record<string, Picture>> = {
  'storefront-waiting': { ...shop, size: { width: 1280, height: 860 }, prepare: waitForTheLimit },
  'storefront-panel': { ...shop, size: { width: 1600, height: 900 }, prepare: openPanel },
  'panel-bench': { ...panel('calls'), shows: 'limit=5', prepare: openFirstRefusal },
  'panel-conduct': { ...panel('calls?call=12', misdeeds), shows: 'Ask for at most 100' },
  'panel-keys-dark': { ...panel('keys'), shows: 'test_free_last', isDark: true },
  'panel-situation-narrow': { ...panel('situation'), shows: 'Play for', size: narrow },
  'contract-report': { open: writeReport, shows: '4.1/limit-most', size: { width: 1280, height: 900 } },
}

/** What the shop puts there for the console. */
interface MockHandle {
  readonly mock: Mock
}

async function waitForTheLimit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().play('rate-limited'))
  await page.getByLabel('Available').check()
  // Effects run with the page's own time.
  await page.clock.runFor(100)
  await page.getByText('The shop is busy.').waitFor()
  await page.clock.runFor(6000)
}

const refuseTheNext = () =>
  (globalThis as unknown as MockHandle).mock.store.sandbox().play('rate-limited', { calls: 1 })

async function openPanel(page: Page): Promise<void> {
  // What was called before time stood still took as long as it took.
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().journal.clear())
  for (const status of ['Available', 'Sold', 'All', 'Reserved']) {
    if (status === 'Reserved') await page.evaluate(refuseTheNext)
    await page.getByLabel(status, { exact: true }).check()
    await page.clock.runFor(100)
    if (status !== 'Reserved') await page.locator('.cards[aria-busy="false"]').waitFor()
    await page.clock.runFor(2000)
  }
  await page.getByText('The shop is busy.').waitFor()
  await openFirstRefusal(page)
}

async function openFirstRefusal(page: Page): Promise<void> {
  await page.getByText('429', { exact: true }).last().click()
  await page.clock.runFor(1000)
}

/** A section of the panel of a mock that has been called a little, and may be playing something. */
async function servePanel(section: string, more: Calls) {
  const files = join(scratch, 'panel')
  await buildPanelPage(files)
  const store = createAnimalStore({ clock: { mode: 'frozen', atMilliseconds: instant.getTime() } })
  const sandbox = store.sandbox()
  for (const [key, target, body] of [...calls, ...more]) {
    sandbox.clock.advance(1700)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await store.answer({ method: body === undefined ? 'GET' : 'POST', target, headers, ...(body && { body }) })
  }
  if (section === 'situation') sandbox.play('slow', { operation: 'listPets', calls: 3 })
  const server = await startServer({ store, port: 0, control: createControl(store), panel: readPanelFiles(files) })
  return { url: `${server.url}/#/${section}`, close: () => server.close() }
}

/** The report of a run against a mock that ignores the limit. */
async function writeReport() {
  const store = { fault: 'list-limit-ignored', clock: { mode: 'frozen', atMilliseconds: instant.getTime() } } as const
  const { result } = await runOnMock(store, { baseUrl: 'https://staging.example/v1' })
  const file = join(scratch, 'report.html')
  writeFileSync(file, htmlReport(result, { command: 'npx animal-store contract' }))
  return { url: pathToFileURL(file).href }
}

async function take(browser: Browser, name: string, picture: Picture): Promise<void> {
  const { open, shows: title, size = { width: 1280, height: 800 }, isDark = false, prepare } = picture
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: size === narrow ? 2 : 1,
    hasTouch: size === narrow,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.clock.install({ time: instant })
  await page.addInitScript(() => {
    Math.random = () => 0.5
  })
  const { url, close } = await open()
  try {
    await page.goto(url)
    await page.getByText(title).first().waitFor()
    // The drawings of the animals come in a file of their own. The calls of a panel never end.
    if (title === shop.shows) await page.waitForLoadState('networkidle')
    await page.clock.pauseAt(loadedAt)
    await page.clock.runFor(1000)
    await prepare?.(page)
    // How long an answer took, and the mark of a run's animals, differ each time.
    const differing = /<?\d{1,6}(?:\.\d)? ms|contract-test \w{6}/g
    const words = (await page.locator('body').ariaSnapshot()).replaceAll(differing, '')
    const digest = createHash('sha256').update(words).digest('hex')
    if (asked.check && digest !== shown[name]) {
      console.error(`scripts/pictures/${name}.png is stale: run npm run screenshots -- ${name}`)
      process.exitCode = 1
    }
    if (asked.check) return
    shown[name] = digest
    const path = fileURLToPath(new URL(`pictures/${name}.png`, import.meta.url))
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    console.log(`${name}.png`)
  } finally {
    await context.close()
    await close?.()
  }
}

/** Prefers the fonts that come with the Chromium of npm, which are the same on every machine. */
async function fontsFile(): Promise<string> {
  const { executablePath } = await findChromium()
  const file = join(scratch, 'fonts.conf')
  const match = (family: string) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    '<edit name="family" mode="prepend" binding="strong"><string>Open Sans</string></edit></match>'
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(dirname(executablePath), 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${scratch}</cachedir>
${['system-ui', 'sans-serif', 'Segoe UI', 'Roboto'].map(match).join('\n')}
</fontconfig>`,
  )
  return file
}

const wanted = Object.entries(pictures).filter(([name]) => name.startsWith(positionals[0] ?? ''))
if (wanted.length === 0) {
  console.error(thereIsNo('picture', positionals[0] ?? '', Object.keys(pictures)))
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'screenshots-'))
try {
  // Letters without hinting and subpixels look the same on every screen.
  const flags = ['--font-render-hinting=none', '--disable-lcd-text', '--hide-scrollbars']
  await using browser = await launchBrowser(flags, { FONTCONFIG_FILE: await fontsFile() })
  for (const [name, picture] of wanted) await take(browser, name, picture)
  if (!asked.check) writeFileSync(shownFile, `${JSON.stringify(shown, null, 2)}\n`)
} finally {
  rmSync(scratch, { recursive: true })
}
