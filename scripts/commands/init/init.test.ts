import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-folder.ts'
import { runInit } from './init-command.ts'

let app: string
beforeEach(() => void (app = tempFolder()))

/** Installs a version of MSW in the app, in place of the one before. */
async function install(name: 'msw' | 'msw-2.15' | 'msw-2.7'): Promise<string> {
  const script = await readFile(fileURLToPath(import.meta.resolve(`${name}/mockServiceWorker.js`)), 'utf8')
  await mkdir(join(app, 'node_modules/msw'), { recursive: true })
  await writeFile(join(app, 'node_modules/msw/mockServiceWorker.js'), script)
  return script
}

async function init(folder: string): Promise<string> {
  let out = ''
  await runInit(folder, { out: (text) => void (out += text), err: () => undefined, columns: 100 }, app)
  return out
}

test("puts the script of the app's own msw into the folder, says so once more, and what it replaced", async () => {
  await mkdir(join(app, 'public'))
  const old = await install('msw-2.15')
  const file = join('public', 'mockServiceWorker.js')
  const first = await init('public')
  expect(first).toMatchInlineSnapshot(`
    "public/mockServiceWorker.js is the worker script of msw 2.15.0 now.

    Then start the mock before the app sends its first request:

      if (process.env.NODE_ENV === 'development') {
        const { startMock } = await import('animal-store-kit/browser')
        const mock = await startMock({ baseUrl: 'https://api.example.com/v1', dataset: 'demo' })
        const { mountPanel } = await import('animal-store-kit/panel')
        mountPanel({ store: mock.store })
      }

    webpack and most other bundlers leave these lines out of a production build. The worker script is in it: do not deploy it.
    Next, Angular, Nuxt, SvelteKit, Astro, React Router and Vite can serve the script without a copy: see docs/recipes.
    "
  `)
  expect(await readFile(join(app, file), 'utf8')).toBe(old)
  expect(await init('public')).toContain(`${file} is the worker script of msw 2.15.0 already.`)
  const fresh = await install('msw')
  expect(await init('public')).toContain('of msw 3.0.5 now. It was that of msw 2.15.0 before.')
  expect(await readFile(join(app, file), 'utf8')).toBe(fresh)
})

test('a folder that does not exist is refused, and none is made', async () => {
  await install('msw')
  await expect(init('public')).rejects.toThrow(
    /There is no folder "public" in .* Make the folder that the app serves at \//,
  )
  await expect(init('package.json')).rejects.toThrow('There is no folder "package.json"')
  expect(await readdir(app)).toEqual(['node_modules'])
})

test.each<[string, (script: string) => Promise<void>]>([
  ['another file of that name', (script) => writeFile(script, 'mine')],
  [
    'a script of an impossible version',
    (script) => writeFile(script, "/** Mock Service Worker. */ const PACKAGE_VERSION = '2.15.0\u001B[2J'"),
  ],
  ['a folder of that name', (script) => mkdir(script)],
  ['a link, which is not followed', (script) => symlink(join(app, 'elsewhere.js'), script)],
  ['a pipe, which is not waited for', async (script) => void execFileSync('mkfifo', [script])],
])('%s is left alone', async (_what, put) => {
  await install('msw')
  await mkdir(join(app, 'public'))
  const script = join(app, 'public/mockServiceWorker.js')
  await put(script)
  const stateOf = async () => {
    const { ino, mode, size, mtimeMs } = await lstat(script)
    return { ino, mode, size, mtimeMs }
  }
  const before = await stateOf()
  await expect(init('public')).rejects.toThrow("is another file than MSW's worker script. Move it away")
  expect(await stateOf()).toEqual(before)
  expect(await readdir(app)).not.toContain('elsewhere.js')
})

test('an app without msw, or with an old one, learns what to install', async () => {
  await mkdir(join(app, 'public'))
  await expect(init('public')).rejects.toThrow(/has no msw, .* Run: npm install --save-dev msw$/)
  await mkdir(join(app, 'node_modules/msw'), { recursive: true })
  const script = "/** Mock Service Worker. */ const PACKAGE_VERSION = '2.6.9'"
  await writeFile(join(app, 'node_modules/msw/mockServiceWorker.js'), script)
  await expect(init('public')).rejects.toThrow(/has msw 2\.6\.9, and the mock needs 2\.7 or later/)
})
