import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { pages } from '../make/pages.ts'
import { servePages } from '../testing/serve.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { testBrowser, withPage } from '../testing/test-page.ts'
import { buildSite } from './build-site.ts'
import { sidebarOf } from './sidebar.ts'

const folder = tempFolder()
const address = await servePages(folder)
const browser = await testBrowser()

let log = ''
// It may install VitePress first.
beforeAll(() => void (log = buildSite(folder, 'pipe')), 400_000)

/** What pages said that none should say. */
const complaints: string[] = []

/** Opens a page, which may load nothing from elsewhere. */
async function opened(path: string, colorScheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
  const page = await withPage(browser, address + path, {
    colorScheme,
    viewport: { width, height: 900 },
    before(early) {
      early.on('request', (request) => expect(request.url()).toMatch(/^(?:http:\/\/127\.0\.0\.1|data:|blob:)/))
      early.on('pageerror', (error) => expect(String(error)).toBe('no error'))
      early.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    },
  })
  // The search is there once scripts work.
  await page.getByRole('button', { name: 'Search' }).waitFor()
  return page
}

test('every page of the docs is on the site, and those for users are beside each other, by subject', () => {
  const links = sidebarOf('.').flatMap(({ items }) => items.map(({ link }) => link))
  expect(new Set(links).size).toBe(links.length)
  const files = Object.keys(pages).filter((path) => path.startsWith('docs/') && path.endsWith('.md'))
  expect(files.length).toBeGreaterThan(30)
  // A language whose colours are not known.
  expect(log).not.toContain('not loaded')
  for (const path of files) {
    const place = path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '')
    expect(readFileSync(join(folder, `${place}.html`), 'utf8')).toContain('<h1')
    expect(links.includes(`/${place.replace(/index$/, '')}`), path).toBe(!path.startsWith('docs/contributing/'))
  }
})

test.each([
  ['/', 'the home page, with a door for each of three people,', 'light', 1280, 3],
  ['/docs/server', 'a page', 'dark', 390, 0],
  ['/docs', 'the first page of a folder, without the slash,', 'light', 1280, 0],
  ['/nothing', 'a page that there is not', 'light', 1280, 0],
] as const)(
  '%s, %s fits',
  async (path, _what, colorScheme, width, doors) => {
    const page = await opened(path, colorScheme, width)
    expect(await page.locator('h1 + p + ul > li a').count()).toBe(doors)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(complaints.splice(0)).toEqual([])
  },
  60_000,
)

test('the search finds first the page that is about what was asked', async () => {
  const page = await opened('/docs/server')
  for (const [asked, title] of [
    ['rate limit test', 'Keys, rate limits and sandboxes'],
    ['Invalid API key', 'Error codes'],
    ['429', 'Scenarios'],
    ['retry-after', 'Does your client behave?'],
  ] as const) {
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill(asked)
    await expect.poll(() => page.locator('.result .title').first().textContent(), { timeout: 10_000 }).toContain(title)
    await page.keyboard.press('Escape')
  }
}, 60_000)
