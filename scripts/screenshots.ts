// Takes the pictures of the README and the docs. The same browser, fonts, animals and time give the same pictures.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import type { Mock } from '../mocks/browser/index.ts'
import { reports } from '../contract-tests/index.ts'
import { createControl } from '../mocks/control/index.ts'
import { type RunningServer, readPanelFiles, startServer } from '../mocks/http/index.ts'
import { type Play, type ScenarioId, createAnimalStore } from '../mocks/index.ts'
import { type Chromium, findChromium } from './testing/chromium.ts'
import { buildPanelPage } from './build/panel-builds.ts'
import { runOnMock } from './prove/run-on-mock.ts'
import { serveStorefront } from './storefront/serve-storefront.ts'
import { launchBrowser } from './testing/test-page.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
})
if (options.help) {
  console.log(`Usage: npm run screenshots -- [--only NAME]

Take the pictures of the README into scripts/pictures/: all of them, or those whose name begins with NAME.`)
  process.exit()
}

type Playable = Omit<Play, 'scenario'> & { readonly scenario: ScenarioId }

interface Picture {
  /** The name of its file, without `.png`. */
  readonly name: string
  readonly of: 'shop' | 'shop-with-panel' | 'panel' | 'report'
  readonly width: number
  readonly height: number
  readonly isDark?: boolean
  /** What follows the address. */
  readonly place?: string
  /** What the mock of the panel plays. */
  readonly plays?: readonly Playable[]
  /** What the client calls beside the usual. */
  readonly misdeeds?: typeof calls
  /** Brings the page to what the picture should show. */
  readonly prepare?: (page: Page) => Promise<void>
}

const pictures: readonly Picture[] = [
  { name: 'storefront-waiting', of: 'shop', width: 1280, height: 860, prepare: waitForTheLimit },
  { name: 'storefront-panel', of: 'shop-with-panel', width: 1600, height: 900, prepare: openPanel },
  { name: 'panel-calls', of: 'panel', width: 1280, height: 800, place: '#/calls', prepare: openFirstRefusal },
  {
    name: 'panel-conduct',
    of: 'panel',
    width: 1280,
    height: 800,
    place: '#/conduct',
    prepare: showTheUsualPort,
    misdeeds: [
      { key: 'test_free_exhausted', target: '/v1/pets?status=sold' },
      { key: 'test_pro', target: '/v1/pets?limit=500' },
    ],
  },
  { name: 'panel-quotas-dark', of: 'panel', width: 1280, height: 800, isDark: true, place: '#/quotas' },
  {
    name: 'panel-scenarios-narrow',
    of: 'panel',
    width: 390,
    height: 844,
    place: '#/scenarios',
    plays: [{ scenario: 'slow', operation: 'listPets', calls: 3 }],
  },
  { name: 'contract-report', of: 'report', width: 1280, height: 900 },
  { name: 'panel-clock-narrow-dark', of: 'panel', width: 390, height: 844, isDark: true, place: '#/clock' },
]

const instant = new Date('2026-11-20T10:00:00Z')
// Long enough for a busy machine to load a page; the pages' own time stands still from then on.
const loadedAt = new Date(instant.getTime() + 40_000)

async function waitForTheLimit(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().play('rate-limited'))
  await page.getByLabel('Available').check()
  // Effects run with the page's own time.
  await page.clock.runFor(100)
  await page.getByText('The shop is busy.').waitFor()
  await page.clock.runFor(6000)
}

async function openPanel(page: Page): Promise<void> {
  // What was called before time stood still took as long as it took.
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().journal.clear())
  await page.getByRole('button', { name: 'Open the panel of the mock' }).click()
  for (const status of ['Available', 'Sold', 'All']) {
    await page.getByLabel(status, { exact: true }).check()
    await page.clock.runFor(100)
    await page.locator('.cards[aria-busy="false"]').waitFor()
    await page.clock.runFor(2000)
  }
  await page.getByText('/v1/pets?limit=20', { exact: true }).waitFor()
}

async function openFirstRefusal(page: Page): Promise<void> {
  await page.getByText('429').first().click()
  await page.clock.runFor(1000)
}

async function showTheUsualPort(page: Page): Promise<void> {
  await page.locator('.command-bar code').evaluate((line) => {
    line.textContent = line.textContent.replace(/:\d+\//, ':4010/')
  })
}

/** What the shop puts there for the console. */
interface MockHandle {
  readonly mock: Mock
}

/** Calls for the panel to show. */
const calls: readonly { key: string; target: string; body?: string }[] = [
  { key: 'test_pro', target: '/v1/pets' },
  { key: 'test_pro', target: '/v1/pets?status=available&limit=50' },
  { key: 'test_pro', target: '/v1/pets', body: '{"name":"Rex","categoryId":9223372036854775807}' },
  { key: 'test_pro', target: '/v1/pets/61' },
  { key: 'test_free', target: '/v1/pets?limit=100' },
  { key: 'test_free', target: '/v1/pets', body: '{"name":"Rex"}' },
  { key: 'test_revoked', target: '/v1/pets' },
  { key: 'test_business', target: '/v1/pets/4711' },
  { key: 'test_free_exhausted', target: '/v1/pets?status=sold' },
  { key: 'test_pro', target: '/v1/pets?limit=5' },
]

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const mostBytes = 200_000

const scratch = mkdtempSync(join(tmpdir(), 'screenshots-'))
try {
  const chosen = pictures.filter(({ name }) => name.startsWith(options.only ?? ''))
  if (chosen.length === 0) throw new Error(`No picture begins with "${options.only}".`)
  mkdirSync(folder, { recursive: true })
  await takeAll(chosen)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true })
}

async function takeAll(chosen: readonly Picture[]): Promise<void> {
  // Letters without hinting and subpixels look the same on every screen.
  const flags = ['--font-render-hinting=none', '--disable-lcd-text', '--hide-scrollbars']
  const browser = await launchBrowser(flags, { FONTCONFIG_FILE: fontsFile(await findChromium()) })
  const shop = await serveStorefront()
  const shopWithPanel = await serveStorefront({ hasPanel: true })
  try {
    for (const picture of chosen) {
      if (picture.of !== 'panel') {
        const url = { shop: () => shop.url, 'shop-with-panel': () => shopWithPanel.url, report: writeReport }[
          picture.of
        ]
        console.log(await take(browser, picture, await url()))
        continue
      }
      // A server for each, so that none shows what another one did.
      const server = await servePanel(picture)
      console.log(await take(browser, picture, `${server.url}/`).finally(() => server.close()))
    }
  } finally {
    await Promise.all([browser.close(), shop.close(), shopWithPanel.close()])
  }
}

async function take(browser: Browser, picture: Picture, url: string): Promise<string> {
  const { name, of, width, height, isDark = false, place = '', prepare } = picture
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: width < 600 ? 2 : 1,
    hasTouch: width < 600,
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
  await page.goto(url + place)
  await page
    .getByText(
      { panel: 'Sandbox', report: '4.1/limit-most', shop: 'Simba the Ragdoll' }[of === 'shop-with-panel' ? 'shop' : of],
    )
    .first()
    .waitFor()
  // The drawings of the animals come in a file of their own. The calls of a panel never end.
  if (of !== 'panel') await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(loadedAt)
  await page.clock.runFor(1000)
  await prepare?.(page)
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  await context.close()
  const { size } = statSync(file)
  const line = `${name}.png  ${Math.round(size / 1000)} kB`
  if (size > mostBytes) throw new Error(`${line}: a picture of the README has at most ${mostBytes / 1000} kB.`)
  return line
}

/** The report of a run against a mock that ignores the limit. */
async function writeReport(): Promise<string> {
  const store = { fault: 'list-limit-ignored', clock: { mode: 'frozen', atMilliseconds: instant.getTime() } } as const
  const { result } = await runOnMock(store, { baseUrl: 'https://staging.example/v1' })
  const file = join(scratch, 'report.html')
  writeFileSync(file, reports.html(result, { command: 'npx animal-store contract' }))
  return pathToFileURL(file).href
}

/** A mock that has been called a little, with its panel. */
async function servePanel({ plays = [], misdeeds = [] }: Picture): Promise<RunningServer> {
  const outDir = join(scratch, 'panel')
  await buildPanelPage(outDir)
  const store = createAnimalStore({ clock: { mode: 'frozen', atMilliseconds: instant.getTime() } })
  await callALittle(store, [...calls, ...misdeeds])
  for (const { scenario, ...limits } of plays) store.sandbox().play(scenario, limits)
  return startServer({ store, port: 0, control: createControl(store), panel: readPanelFiles(outDir) })
}

async function callALittle(store: ReturnType<typeof createAnimalStore>, all: typeof calls): Promise<void> {
  let milliseconds = 0
  // How long an answer took is shown, too.
  performance.now = () => (milliseconds += 0.4)
  for (const { key, target, body } of all) {
    store.sandbox().clock.advance(1700)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await store.answer({ method: body === undefined ? 'GET' : 'POST', target, headers, ...(body && { body }) })
  }
  Reflect.deleteProperty(performance, 'now')
}

/** Prefers the fonts that come with the Chromium of npm, which are the same on every machine. */
function fontsFile({ executablePath }: Chromium): string {
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
