import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type InlineConfig, type Plugin, build, createServer } from 'vite'
import { tempFolder } from '../../../scripts/testing/temp-folder.ts'
import { launchBrowser, workerScript } from '../../../scripts/testing/test-page.ts'
import { animalStore } from './index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const plugin: Plugin = animalStore()

let browser: Browser
let app: string

beforeAll(async () => {
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

/** An app that shows the name of the first animal, and has the mock in development alone. */
beforeEach(async () => {
  app = tempFolder()
  await mkdir(join(app, 'node_modules'))
  for (const name of ['msw', '@msw'])
    await symlink(join(root, 'node_modules', name), join(app, 'node_modules', name), 'junction')
  await writeFile(join(app, 'index.html'), '<!doctype html><p></p><script type="module" src="./main.ts"></script>')
  await writeFile(
    join(app, 'main.ts'),
    `if (import.meta.env.DEV) {
       const { startMock } = await import(${JSON.stringify(join(root, 'mocks/parts/browser/index.ts'))})
       await startMock({ baseUrl: 'https://api.example.test/v1', workerUrl: import.meta.env.VITE_WORKER })
     }
     const response = await fetch('https://api.example.test/v1/pets?limit=1', { headers: { authorization: 'Bearer test_pro' } })
     document.querySelector('p').textContent = (await response.json())[0].name`,
  )
})

const config = (more: InlineConfig = {}): InlineConfig => ({
  configFile: false,
  root: app,
  logLevel: 'error',
  cacheDir: join(app, '.vite'),
  server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
  plugins: [animalStore()],
  ...more,
})

test.each([
  ['/', undefined],
  ['/shop/', undefined],
  ['/shop/', '/shop/mockServiceWorker.js'],
  ['./', undefined],
])(
  'below %s, with the worker at %s, an app in development has animals and no copied file',
  async (base, workerUrl) => {
    const define = { 'import.meta.env.VITE_WORKER': JSON.stringify(workerUrl) ?? 'undefined' }
    const server = await createServer(config({ base, define }))
    const context = await browser.newContext()
    try {
      await server.listen()
      const address = server.httpServer?.address()
      if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
      const origin = `http://127.0.0.1:${address.port}`
      const script = await fetch(`${origin}/mockServiceWorker.js`)
      expect([script.headers.get('content-type'), await script.text()]).toEqual(['text/javascript', workerScript()])
      const page = await context.newPage()
      await page.goto(`${origin}${base === './' ? '/' : base}`)
      await page.waitForFunction(() => document.querySelector('p')?.textContent === 'Bella the Dachshund')
      expect(await readdir(app)).not.toContain('public')
    } finally {
      await context.close()
      await server.close()
    }
  },
  60_000,
)

test('a build has nothing of the mock, unless the script is asked for', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await build(config())
  const files = await readdir(join(app, 'dist'), { recursive: true })
  expect(files.filter((file) => /worker/i.test(file))).toEqual([])
  const code = await Promise.all(
    files.filter((file) => file.endsWith('.js')).map((file) => readFile(join(app, 'dist', file), 'utf8')),
  )
  expect(code[0]).toContain('api.example.test')
  expect(code.length).toBe(1)
  expect(code[0]?.length).toBeLessThan(2000)
  await build(config({ plugins: [animalStore({ build: true })] }))
  expect(await readFile(join(app, 'dist/mockServiceWorker.js'), 'utf8')).toBe(workerScript())
})

test('an app without msw gets an error when the script is asked for', async () => {
  await rm(join(app, 'node_modules/msw'))
  const quiet = config({ plugins: [animalStore({ build: true })], logLevel: 'silent' })
  await expect(build(quiet)).rejects.toThrow(
    'has no msw, which the mock in a tab needs. Run: npm install --save-dev msw',
  )
  expect(plugin.name).toBe('animal-store-kit')
})
