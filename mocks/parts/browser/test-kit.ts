import type { BrowserContext, Page } from 'playwright'
import type { TestServer } from '../../../scripts/testing/test-page.ts'

/** A page whose script gives the kit to the test. */
export const kitSource = `import * as kit from '/mocks/parts/browser/index.ts'\nObject.assign(window, { kit })`

/** What such a page has in its window; `mock` is what the test put there. */
export interface Kit {
  readonly kit: typeof import('./index.ts')
  readonly mock: import('./index.ts').Mock
}

/** Opens such a page. */
export async function openKit(context: BrowserContext, server: TestServer, origin = server.origin): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => 'kit' in window)
  return page
}
