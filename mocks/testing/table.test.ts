import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import type { AnimalStore } from '../entry.ts'
import type { Seen } from './play-table.ts'
import { describeAdapter } from './test-adapters.ts'
import type { tell } from './table-page.ts'
import { type MswName, bundlePage } from '../../scripts/testing/bundle.ts'
import { everyCase } from '../../scripts/testing/cases.ts'
import { launchBrowser, servePage, workerScript } from '../../scripts/testing/test-page.ts'

// The page has its own copy of the table, and makes its store in the same way.
const source = `import { tell } from '/mocks/testing/table-page.ts'\nObject.assign(window, { tell })`

let browser: Browser
beforeAll(async () => {
  // The mock's host, and that of the calls which it leaves alone, are none: nothing is asked for them.
  browser = await launchBrowser(['--host-resolver-rules=MAP *.test ~NOTFOUND'])
}, 60_000)
afterAll(() => browser.close())

const bundles = new Map<MswName, ReturnType<typeof bundlePage>>()

async function tellTab(msw: MswName, store: AnimalStore): Promise<(Seen | Error)[]> {
  const bundle = bundles.get(msw) ?? bundlePage(source, msw)
  bundles.set(msw, bundle)
  await using app = await servePage(await bundle, { worker: workerScript(msw) })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(app.origin)
    await page.waitForFunction(() => 'tell' in window)
    const story = await page.evaluate(
      (profile) => (window as unknown as { tell: typeof tell }).tell(profile),
      store.sandbox().settings.profile,
    )
    return story.map((seen) => (typeof seen === 'string' ? new Error(seen) : seen))
  } finally {
    await context.close()
  }
}

describeAdapter('MSW 3 in a tab', 'tab', (store) => tellTab('msw', store))
if (everyCase) {
  describeAdapter('MSW 2.15 in a tab', 'tab', (store) => tellTab('msw-2.15', store))
  describeAdapter('MSW 2.7 in a tab', 'tab', (store) => tellTab('msw-2.7', store))
}
