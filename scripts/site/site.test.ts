import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Locator, Page } from 'playwright'
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

// It may install VitePress first.
beforeAll(() => buildSite(folder, 'pipe'), 400_000)

/** Opens a page, which may load nothing from elsewhere. */
async function opened(path: string, colorScheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
  const page = await withPage(browser, address + path, {
    colorScheme,
    viewport: { width, height: 900 },
    before(early) {
      early.on('request', (request) => expect(request.url()).toMatch(/^(?:http:\/\/127\.0\.0\.1|data:|blob:)/))
      early.on('pageerror', (error) => expect(String(error)).toBe('no error'))
    },
  })
  // The search is there once scripts work.
  await page.getByRole('button', { name: 'Search' }).waitFor()
  return page
}

/** Runs an example of a page. @returns what it shows */
async function shownBy(example: Locator): Promise<readonly string[]> {
  await example.getByRole('button', { name: 'Run' }).click()
  await example.locator('pre').first().waitFor()
  return example.locator('pre').allInnerTexts()
}

test('every page of the docs is on the site, and those for users are beside each other, by subject', () => {
  const links = sidebarOf('.').flatMap(({ items }) => items.map(({ link }) => link))
  expect(new Set(links).size).toBe(links.length)
  expect(links.length).toBeLessThanOrEqual(60)
  const files = Object.keys(pages).filter((path) => path.startsWith('docs/') && path.endsWith('.md'))
  expect(files.length).toBeGreaterThan(30)
  const aside: string[] = []
  for (const path of files) {
    const place = path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '')
    expect(readFileSync(join(folder, `${place}.html`), 'utf8')).toContain('<h1')
    if (!links.includes(`/${place.replace(/index$/, '')}`))
      aside.push(path.replace(/^docs\/(?:contributing\/.*|recipes\/)/, ''))
  }
  expect(new Set(aside)).toEqual(new Set(['', 'jest-commonjs.md', 'public-address.md', 'undici.md', 'yarn-pnp.md']))
})

test('a curl line asks the mock in the tab, shows the reply with its headers, and the panel shows the calls', async () => {
  const page = await opened('/docs/server')
  const replies = await shownBy(page.locator('.run').first())
  expect(replies[1]).toMatch(
    /^POST \/v1\/pets\nHTTP\/1\.1 201\n[^]*x-ratelimit-remaining: 298[^]*"categoryId":9223372036854775807/,
  )
  expect(replies[2]).toMatch(/^GET \/v1\/pets\/61\nHTTP\/1\.1 200/)
  await page.locator('animal-store-panel').getByRole('button').first().click()
  await page.locator('animal-store-panel').getByText('/v1/pets/61').first().waitFor()
}, 60_000)

test('every example runs, none fails, and a program prints what its page says', async () => {
  const printed: Record<string, readonly string[]> = {}
  for (const path of Object.keys(pages).filter((each) => /^(?:README|docs\/[\w-]+)\.md$/.test(each))) {
    const place = path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html')
    if (!readFileSync(join(folder, place), 'utf8').includes('data-example=')) continue
    const page = await opened(`/${place}`)
    const shown: string[] = []
    for (const example of await page.locator('.run').all()) shown.push(...(await shownBy(example)))
    // A curl line may show how the interface refuses.
    expect(
      shown.filter((text) => /^It failed|\n\w*Error: /m.test(text)),
      path,
    ).toEqual([])
    printed[path] = shown
    await page.context().close()
  }
  expect(printed['README.md']).toContain('200 2\n429')
  // What the control API changed is seen by the next lines.
  expect(printed['docs/control-api.md']?.[1]).toMatch(/HTTP\/1\.1 429/)
}, 180_000)

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'examples are accessible and fit, %s and %i pixels wide',
  async (colorScheme, width) => {
    const page = await opened('/docs/server', colorScheme, width)
    await shownBy(page.locator('.run').first())
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.evaluate(axe.source)
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      return (await checker.run('.run')).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    expect(violations).toEqual([])
  },
  60_000,
)
