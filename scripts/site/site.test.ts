import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { pages } from '../make/pages.ts'
import { serve } from '../testing/serve.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { testBrowser, withPage } from '../testing/test-page.ts'
import { buildSite } from './build-site.ts'

const folder = tempFolder()
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const { port } = await serve(({ url = '/' }, response) => {
  const path = decodeURIComponent(url.replace(/[?#].*/, ''))
  const file = path.endsWith('/') ? `${path}index.html` : extname(path) === '' ? `${path}.html` : path
  try {
    const body = readFileSync(join(folder, file))
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
const browser = await testBrowser()

// It may install VitePress first.
beforeAll(() => buildSite(folder, 'pipe'), 400_000)

/** Opens a page, which may load nothing from elsewhere. */
async function opened(path: string, colorScheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
  const page = await withPage(browser, `http://127.0.0.1:${port}${path}`, {
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

test('every page of the docs is on the site', () => {
  const files = Object.keys(pages).filter((path) => path.startsWith('docs/') && path.endsWith('.md'))
  expect(files.length).toBeGreaterThan(30)
  for (const path of files) {
    const html = readFileSync(join(folder, path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html')), 'utf8')
    expect(html).toContain('<h1')
    // A page without a heading is named by its file, not by where that was when the site was built.
    expect(html).not.toContain('.pages-')
  }
})

test('a curl line asks the mock in the tab, and shows the reply with its headers', async () => {
  const page = await opened('/docs/server')
  const example = page.locator('.run').first()
  await example.getByRole('button', { name: 'Run' }).click()
  const replies = example.locator('.run-output pre')
  await expect.poll(() => replies.count()).toBe(3)
  expect(await replies.nth(1).innerText()).toMatch(
    /^POST \/v1\/pets\s+HTTP\/1\.1 201\n[^]*x-ratelimit-remaining: 298[^]*"categoryId":9223372036854775807/,
  )
  expect(await replies.nth(2).innerText()).toMatch(/^GET \/v1\/pets\/61\s+HTTP\/1\.1 200/)
}, 60_000)

test('the bench of that mock is one click away, and shows the calls', async () => {
  const page = await opened('/docs/server')
  const example = page.locator('.run').first()
  await example.getByRole('button', { name: 'Run' }).click()
  await example.getByRole('button', { name: 'Open the bench' }).click()
  await page.locator('animal-store-panel').getByText('/v1/pets/61').first().waitFor()
}, 60_000)

test('what the control API changed is seen by the next lines', async () => {
  const page = await opened('/docs/control-api')
  const example = page.locator('.run').first()
  await example.getByRole('button', { name: 'Run' }).click()
  const replies = example.locator('.run-output pre')
  await expect.poll(() => replies.count()).toBe(3)
  expect(await replies.nth(1).innerText()).toMatch(/HTTP\/1\.1 429/)
}, 60_000)

test('a program prints what its page says', async () => {
  const page = await opened('/')
  await page.locator('[data-kind=program]').first().getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => page.locator('.run-output').innerText()).toBe('200 2\n429')
}, 60_000)

test('every example runs, and none fails', async () => {
  const withButton = Object.keys(pages).filter((path) => path.startsWith('docs/') && !path.endsWith('README.md'))
  for (const path of withButton) {
    const html = readFileSync(join(folder, path.replace(/md$/, 'html')), 'utf8')
    if (!html.includes('data-kind=')) continue
    const page = await opened(`/${path.replace(/\.md$/, '')}`)
    for (const example of await page.locator('.run').all()) {
      await example.getByRole('button', { name: 'Run' }).click()
      await example.locator('.run-output pre').first().waitFor()
      const isProgram = (await example.getAttribute('data-kind')) === 'program'
      const refused = await example.locator('.is-refused').allInnerTexts()
      // A curl line may show how the interface refuses.
      expect(isProgram ? refused : refused.filter((title) => title.includes('/_mock')), path).toEqual([])
    }
    await page.context().close()
  }
}, 180_000)

test('a word of a page is found', async () => {
  const page = await opened('/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('Retry-After')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
}, 60_000)

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'examples are accessible and fit, %s and %i pixels wide',
  async (colorScheme, width) => {
    const page = await opened('/docs/server', colorScheme, width)
    await page.locator('.run').first().getByRole('button', { name: 'Run' }).click()
    await page.locator('.run-output').waitFor()
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
