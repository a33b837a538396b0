import type { RequestListener } from 'node:http'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControl } from '../../mocks/control/index.ts'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/entry.ts'
import { readRecipe } from '../recipes/page.ts'
import { programRun } from '../testing/program.ts'
import { serve } from '../testing/serve.ts'
import { tempFolder } from '../testing/temp-folder.ts'

/** How many tests of the shop run at once; by hand `TESTS=40 WORKERS=10`. */
const tests = Number(process.env['TESTS'] ?? 2)

/** The parts of Playwright's report that are read. */
interface Report {
  readonly suites: readonly { readonly specs: readonly Spec[] }[]
  readonly errors: readonly { readonly message: string }[]
}

interface Spec {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly { readonly results: readonly Result[] }[]
}

interface Result {
  readonly error?: { readonly message: string }
  readonly attachments: readonly { readonly name: string; readonly body?: string; readonly path?: string }[]
}

const store = createAnimalStore({ dataset: 'empty', strictSandboxes: true })
const panel = async () => ({ type: '', body: '/* the panel */' })
const mock = await startServer({ store, control: createControl(store, { panel }), port: 0 })
const shop = await serve(shopOf(`${mock.url}/v1`))
const output = tempFolder()
const recipe = new URL('.recipe/', import.meta.url)
let results: ReadonlyMap<string, Result | undefined>

beforeAll(async () => {
  mkdirSync(recipe, { recursive: true })
  for (const [name, text] of readRecipe('playwright').files.filter(([file]) => file.endsWith('.spec.ts')))
    writeFileSync(
      new URL(name, recipe),
      text.replace('animal-store-kit/playwright', '../../../mocks/parts/playwright/index.ts'),
    )
  const where = { OUTPUT: output, MOCK_URL: mock.url, SHOP_URL: new URL(shop.url).origin }
  const report = await runPlaywright({ ...where, TESTS: String(tests) })
  results = new Map(
    report.suites.flatMap(({ specs }) => specs.map(({ title, tests: runs }) => [title, runs[0]?.results[0]])),
  )
}, 120_000)

afterAll(async () => {
  await mock.close()
  rmSync(recipe, { recursive: true, force: true })
})

test('tests of a server-rendered app with one key run at once, and none meets another', () => {
  const failures = [...results].flatMap(([title, result]) =>
    result?.error === undefined ? [] : [[title, stripVTControlCharacters(result.error.message)]],
  )
  expect(failures).toEqual([['a test that fails shows its calls', expect.stringContaining('Expected: 99')]])
  expect(results.size).toBe(tests + 7)
  // Every call was in a sandbox, and the sandboxes of passed tests are gone.
  expect(store.sandbox().journal.total).toBe(0)
  expect(store.sandboxes.map(({ name }) => name)).toEqual([
    'default',
    expect.stringMatching(/^a-test-that-fails-shows-its-calls-[0-9a-f]{8}$/),
  ])
})

test('the report of a test that failed has its calls and their reasons', () => {
  const { attachments = [] } = results.get('a test that fails shows its calls') ?? {}
  const attached = attachments.find(({ name }) => name === 'calls to the mock')
  const text = Buffer.from(attached?.body ?? '', 'base64').toString()
  expect(text).toMatch(/^Sandbox a-test-that-fails.*: http:.*\/#\/calls\?sandbox=a-test-that-fails/)
  expect(text).toMatch(/\n1\. \S+ GET \/v1\/pets → 200\n {3}Key test_pro: pro plan, .*as X-Mock-Sandbox names it/)
})

test('the report of a test that failed has the panel as one page, and that of another test has nothing', () => {
  const pages = [...results].flatMap(([title, result]) =>
    (result?.attachments ?? [])
      .filter(({ name }) => name === 'animal-store.html')
      .map(({ path = '' }) => [title, path]),
  )
  expect(pages).toEqual([['a test that fails shows its calls', expect.stringMatching(/\.html$/)]])
  const [[, file = ''] = []] = pages
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/"test":"served.spec.ts › a test that fails shows its calls",/)
  expect(text).toMatch(
    /"sandbox":"a-test-that-fails-shows-its-calls-[0-9a-f]{8}".*"target":"\/v1\/pets","operation":"listPets"/,
  )
})

/** A page that calls the interface itself. */
const livePage = `<!doctype html><link rel="icon" href="data:,"><ul></ul><script type="module">
  const headers = { Authorization: 'Bearer test_pro' }
  for (const { name } of await (await fetch('https://api.example.com/v1/pets', { headers })).json())
    document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name }))
</script>`

/** A shop that renders its pages from the interface, with one key for everybody. */
function shopOf(api: string): RequestListener {
  return (request, response) => {
    const sandbox = request.headers['x-mock-sandbox']
    const headers = {
      Authorization: 'Bearer test_pro',
      'Content-Type': 'application/json',
      ...(typeof sandbox === 'string' ? { 'X-Mock-Sandbox': sandbox } : {}),
    }
    const render = async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', api)
      const name = searchParams.get('name')
      response.setHeader('Content-Type', 'text/html')
      if (pathname === '/elsewhere') {
        return response.setHeader('Access-Control-Allow-Origin', '*').end(sandbox ?? 'no sandbox')
      }
      if (pathname === '/live') return response.end(livePage)
      if (pathname.startsWith('/pets/')) {
        response.statusCode = (await fetch(api + pathname, { headers })).status
        return response.end()
      }
      if (name !== null) {
        await fetch(`${api}/pets`, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) })
        return response.writeHead(303, { Location: '/' }).end()
      }
      const list = await fetch(`${api}/pets`, { headers })
      const animals = list.ok ? ((await list.json()) as { name: string }[]) : []
      return response.end(
        `<!doctype html><link rel="icon" href="data:,"><form action="/add"><label>Name <input name="name"></label><button>Add</button></form>` +
          (list.ok ? `<ul>${animals.map((animal) => `<li>${animal.name}</li>`).join('')}</ul>` : 'Come back later'),
      )
    }
    void render()
  }
}

async function runPlaywright(env: NodeJS.ProcessEnv): Promise<Report> {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url))
  const { out, err } = await programRun([cli, 'test', '--config', config], { env })
  if (!out.startsWith('{')) throw new Error(out + err)
  return JSON.parse(out) as Report
}
