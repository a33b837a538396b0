import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../scripts/testing/temp-folder.ts'
import { testBrowser, withPage } from '../../../scripts/testing/test-page.ts'
import type { RunResult } from '../../index.ts'
import { fileReports as reports } from './index.ts'
import { runOn } from '../../servers/run-on.ts'

const browser = await testBrowser()
const resultOf = async (id: string): Promise<RunResult> => (await runOn(id, { plan: 'pro' })).result

/** Opens the report of a run, as somebody does who found it in a ticket. */
async function opened(result: RunResult, colorScheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
  const file = join(tempFolder(), 'report.html')
  writeFileSync(file, reports.html(result, { command: 'npx animal-store contract', version: '1.2.3' }))
  const before = (page: Page) => page.on('console', (message) => expect(message.text()).toBe('nothing'))
  return withPage(browser, pathToFileURL(file).href, { colorScheme, viewport: { width, height: 800 }, before })
}

test('says the verdict in words, what was asked for, and where a body is wrong', async () => {
  const result = await resultOf('list-status-unknown')
  const page = await opened(result)
  const count = (...wanted: string[]) => result.clauses.filter(({ state }) => wanted.includes(state)).length
  const headline = '1 finding: 2 clauses broken'
  expect(await page.title()).toContain(
    `${headline}, ${count('held')} held, 1 inconclusive, ${count('not applicable')} not applicable`,
  )
  const head = (await page.locator('header').innerText()).replaceAll('\n', ' ')
  for (const fact of [
    headline,
    `${count('held')} held 2 broken 1 inconclusive ${count('not applicable')} not applicable`,
    'Plan pro',
    'animal-store-kit 1.2.3',
  ])
    expect(head).toContain(fact)
  expect(await page.getByRole('navigation', { name: 'Findings' }).count()).toBe(0)
  // What was found may be why something stays open.
  expect(await page.locator('main').innerText()).toMatch(/What was found[^]*Inconclusive: 4\.1\/status-filter-finds: /)
  const finding = page.locator('article')
  expect(await finding.locator('.answer mark').allTextContents()).toEqual(['    "status": "reserved"'])
  expect(await finding.getByRole('heading', { level: 3 }).innerText()).toBe(result.findings[0]?.clauseText)
  await finding.getByRole('link', { name: '2/pet-status-value', exact: true }).click()
  expect(await page.getByRole('row', { name: '2/pet-status-value' }).isVisible()).toBe(true)
  expect(await finding.locator('.chips').innerText()).toMatch(/2\/pet-status-value\s*listPets\s*§2 Resources and their/)
}, 30_000)

test('a line for each finding leads to it, the cause first, and opens what is folded', async () => {
  const result = await resultOf('headers-for-reports')
  const page = await opened(result)
  const lines = page.getByRole('navigation', { name: 'Findings' }).getByRole('listitem')
  expect(await lines.count()).toBe(result.findings.length)
  const effects = await lines.evaluateAll((items) => items.map(({ className }) => className))
  expect(effects).toEqual(['', ...result.findings.slice(1).map(() => 'effect')])
  const target = page.locator('#\\37 -error-media-type-getPet')
  expect(await target.isVisible()).toBe(false)
  await lines.filter({ hasText: '7/error-media-type' }).filter({ hasText: 'getPet' }).getByRole('link').click()
  expect(await target.isVisible()).toBe(true)
}, 30_000)

test('only the headers that are to blame are in sight', async () => {
  const page = await opened(await resultOf('headers-for-reports'))
  const article = page.locator('article').first()
  expect(await article.locator('.answer mark').allInnerTexts()).toEqual([expect.stringMatching(/^content-type: /)])
  expect(await article.getByText('x-ratelimit-limit').isVisible()).toBe(false)
  await article.getByText(/more headers/).click()
  expect(await article.getByText('x-ratelimit-limit').isVisible()).toBe(true)
}, 30_000)

test('on paper a report in which all held takes two pages, with every clause', async () => {
  const result = await resultOf('plain')
  const page = await opened(result)
  const printed = await page.pdf({ format: 'A4' })
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'print' })
  const last = page.getByText(result.clauses.at(-1)?.text ?? '')
  await expect.poll(async () => (await last.boundingBox())?.height ?? 0).toBeGreaterThan(5)
}, 30_000)

test('a button copies the command that repeats a probe', async () => {
  const page = await opened(await resultOf('limit-ignored'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).last().click()
  await expect.poll(() => page.getByRole('button', { name: 'Copied' }).count()).toBe(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx animal-store contract --only list')
}, 30_000)
