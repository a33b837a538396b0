import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import { listen } from '../../mocks/http/listen.ts'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright'
import { atEnd } from './at-end.ts'
import type { MswName } from './bundle.ts'
import { launchOptions } from './chromium.ts'

/** Starts a browser that a test controls. */
export async function launchBrowser(...options: Parameters<typeof launchOptions>): Promise<Browser> {
  return chromium.launch(await launchOptions(...options))
}

/** The same until the test or file ends. */
export async function testBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  return browser
}

interface Opening extends BrowserContextOptions {
  /** What is done with the page before it goes to the address. */
  readonly before?: (page: Page) => unknown
}

/** Opens an address as a new visitor, in a page that is closed when the test or file ends. */
export async function withPage(browser: Browser, url: string, { before, ...options }: Opening = {}): Promise<Page> {
  const context = await browser.newContext(options)
  atEnd(() => context.close())
  const page = await context.newPage()
  await before?.(page)
  await page.goto(url)
  return page
}

/** The text of MSW's worker script. */
export function workerScript(msw: MswName = 'msw'): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`${msw}/mockServiceWorker.js`)), 'utf8')
}

/** What a test server sends for a path. */
interface TestFile {
  readonly type?: string
  readonly text: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What is served beside the scripts of a page. */
interface PageOptions extends Pick<TestFile, 'headers'> {
  /** The worker script; `null` for none. */
  readonly worker?: string | null
  /** What is served at every other path; `null` for a 404. */
  readonly page?: string | null
}

const emptyPage =
  '<!doctype html><title>test</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'

/** A server of an app: its page, its scripts, and for everything else the page again, as development servers do. */
export type TestServer = Awaited<ReturnType<typeof servePage>>

/** Serves a page that loads these scripts. */
export async function servePage(
  scripts: ReadonlyMap<string, string>,
  { headers = {}, worker = workerScript(), page = emptyPage }: PageOptions = {},
) {
  const nothing: TestFile = { status: 404, type: 'text/plain', text: 'no such file' }
  const other: TestFile = page === null ? nothing : { type: 'text/html', text: page, headers }
  const files = new Map<string, TestFile>([...scripts].map(([path, text]) => [path, { text }]))
  if (worker !== null) files.set('/mockServiceWorker.js', { text: worker })
  const requests: string[] = []
  const server = createServer(({ method, url = '/', headers: sent }, response) => {
    requests.push(`${method} ${url}`)
    const file = files.get(url.replace(/\?.*/, '')) ?? other
    const { type = 'text/javascript', text, status = 200 } = file
    const usual = { 'content-type': type, 'cache-control': 'no-store', ...leaveFor(sent) }
    response.writeHead(method === 'OPTIONS' ? 204 : status, { ...usual, ...file.headers }).end(text)
  })
  const port = await listen(server, '127.0.0.1', 0)
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    /** Every request that reached it, as method and path. */
    requests,
    /** Files by path, to be changed while it runs. */
    files,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Allows pages of other servers to ask, so that a leaked request is answered and counted. */
function leaveFor({ origin }: IncomingHttpHeaders): Record<string, string> {
  return origin === undefined
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-allow-headers': '*, authorization' }
}

/** Stops every service worker of the browser, as it does by itself after some idle time. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}
