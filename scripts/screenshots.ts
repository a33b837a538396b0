// Takes the pictures of the README: the same browser, fonts, animals and time give the same pictures.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, type Page, chromium } from 'playwright'
import type { Mock } from '../mocks/browser/index.ts'
import { type Chromium, chromiumFlags, findChromium } from './chromium.ts'
import { serveBuilt } from './storefront/serve-storefront.ts'

interface Picture {
  /** The name of its file, without `.png`. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly isDark?: boolean
  /** Brings the page to what the picture should show. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** What the shop puts there for the console. */
interface MockHandle {
  readonly mock: Mock
}

const instant = new Date('2026-11-20T10:00:00Z')

const pictures: readonly Picture[] = [
  { name: 'storefront-light', width: 1280, height: 860 },
  { name: 'storefront-dark', width: 1280, height: 860, isDark: true },
  { name: 'storefront-waiting', width: 1280, height: 860, prepare: waitForTheLimit },
  { name: 'storefront-narrow', width: 390, height: 844 },
  { name: 'storefront-animal', width: 390, height: 844, isDark: true, prepare: openAnimal },
]

async function waitForTheLimit(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as MockHandle).mock.store.sandbox().play('rate-limited', { calls: 1 }))
  await page.getByLabel('Available').check()
  await page.getByText('The shop is busy.').waitFor()
  await page.clock.runFor(13_000)
}

async function openAnimal(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).click()
  await page.locator('dialog').getByText('Available').waitFor()
}

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const mostBytes = 200_000

const fonts = mkdtempSync(join(tmpdir(), 'screenshots-'))
const shop = await serveBuilt()
const found = await findChromium()
const browser = await chromium.launch({
  executablePath: found.executablePath,
  // Fonts without hinting and subpixels look the same on every screen.
  args: [...chromiumFlags, '--font-render-hinting=none', '--disable-lcd-text', '--hide-scrollbars'],
  env: { ...process.env, ...found.env, FONTCONFIG_FILE: fontsFile(found, fonts) },
})

try {
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures) console.log(await take(picture))
} finally {
  await browser.close()
  await shop.close()
  rmSync(fonts, { recursive: true })
}

async function take({ name, width, height, isDark = false, prepare }: Picture): Promise<string> {
  const options: BrowserContextOptions = {
    viewport: { width, height },
    deviceScaleFactor: width < 600 ? 2 : 1,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.clock.install({ time: instant })
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Simba the Ragdoll' }).waitFor()
  await prepare?.(page)
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  await context.close()
  const { size } = statSync(file)
  if (size > mostBytes) console.log(`${name}.png has ${size} bytes: at most ${mostBytes} fit into the README.`)
  return `${name}.png  ${Math.round(size / 1000)} kB`
}

/** Prefers the fonts that come with the Chromium of npm, which are the same on every machine. */
function fontsFile({ executablePath }: Chromium, place: string): string {
  const file = join(place, 'fonts.conf')
  const alias = (family: string, font: string) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(dirname(executablePath), 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${place}</cachedir>
${['system-ui', 'sans-serif', 'Segoe UI', 'Roboto'].map((family) => alias(family, 'Open Sans')).join('\n')}
</fontconfig>`,
  )
  return file
}
