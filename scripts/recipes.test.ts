import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { serverNamed } from '../contract-tests/servers/run-on.ts'
import { entries } from './house/parts.ts'
import { readRecipe } from './recipes/page.ts'
import { programRun } from './testing/program.ts'

const folder = fileURLToPath(new URL('.recipes/', import.meta.url))
const bin = (name: string): string => fileURLToPath(import.meta.resolve(name))
const recipes = new URL('../docs/recipes/', import.meta.url)
const contract = new URL('../contract-tests/parts/runners/index.ts', import.meta.url)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a page's files, with the sources of this repository in place of the package. @returns where */
function placeOf(name: string): string {
  const place = join(folder, name)
  for (const [file, text] of readRecipe(name).files) {
    const path = join(place, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      text.replaceAll(
        /'animal-store-kit(\/[\w/]+)?'/g,
        (_whole, entry: string = '/.') => `'../../../${entries[entry.slice(1)]}.ts'`,
      ),
    )
  }
  return place
}

async function run(cwd: string, args: readonly string[]) {
  const { code, out, err } = await programRun(args, { cwd })
  return { code, printed: out + err }
}

interface Runner {
  /** How it is started on these test files. */
  readonly args: (files: readonly string[]) => readonly string[]
  /** What a test of a contract needs before it. */
  readonly head?: string
  /** How it shows that a part of the contract has no part in a run. */
  readonly skipped: RegExp
  /** How it counts the tests that failed. */
  readonly failed: RegExp
}

const vitest = bin('vitest/package.json').replace('package.json', 'vitest.mjs')
const vitestFlags = ['run', '--root', '.', '--reporter=verbose']

const runners: Readonly<Record<string, Runner>> = {
  vitest: {
    // The other two environments of Vitest take seconds more, and mocks/parts/node has a test in each.
    args: (files) => [vitest, ...vitestFlags, '--project', 'jsdom', '--globals', ...files],
    head: '// @vitest-environment node',
    skipped: /↓ .*create: /,
    failed: /Tests +(\d+) failed/,
  },
  'node-test': {
    args: (files) => ['--test', '--test-reporter=tap', ...files],
    head: "import { describe, test } from 'node:test'",
    skipped: /create: .* # SKIP/,
    failed: /^# fail (\d+)/m,
  },
  mocha: {
    args: (files) => [bin('mocha/bin/mocha.js'), ...files],
    head: 'const test = it',
    skipped: / - create: /,
    failed: /(\d+) failing/,
  },
  jest: {
    // Jest strips no types by itself, which the sources of this repository have.
    args(files) {
      const transform = { '\\.ts$': fileURLToPath(new URL('testing/strip-types.cjs', import.meta.url)) }
      const testMatch = files.map((file) => `**/${file}`)
      const cacheDirectory = fileURLToPath(new URL('../node_modules/.cache/jest', import.meta.url))
      const config = { cacheDirectory, testMatch, extensionsToTreatAsEsm: ['.ts'], transform, watchman: false }
      const flags = ['--verbose', '--config', JSON.stringify(config)]
      return ['--experimental-vm-modules', bin('jest/bin/jest'), ...flags]
    },
    skipped: /create: .*not tested/,
    failed: /Tests: +(\d+) failed/,
  },
}

test.each(Object.entries(runners))(
  '%s runs the tests of its page, and a contract with a test for each probe and check: only a broken server and a dead address fail',
  { timeout: 60_000 },
  async (name, { args, head = '', skipped, failed }) => {
    const place = placeOf(name)
    const servers = await Promise.all(['plain', 'limit-ignored'].map((id) => serverNamed(id).start()))
    const only = servers.map(({ url: baseUrl, apiKey }) => ({ baseUrl, apiKey, only: ['list'] }))
    const contracts = [...only, { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'test_pro' }].map((options, at) => {
      const text = `${head}
        import { describeContractWith } from ${JSON.stringify(contract)}
        describeContractWith({ describe, test }, ${JSON.stringify(options)})`
      writeFileSync(join(place, `contract-${at}.test.mjs`), text)
      return `contract-${at}.test.mjs`
    })
    // Sinon is not here; the script of the recipes installs it.
    const runnable = name === 'mocha' ? /^shop\.test\./ : /^(?:shop|waiting)\.test\./
    const shown = readRecipe(name).files.filter(([file]) => runnable.test(file))
    const { code, printed } = await run(place, args([...shown.map(([file]) => file), ...contracts]))
    await Promise.all(servers.map((server) => server.close()))
    const titles = shown.flatMap(([, text]) =>
      [...text.matchAll(/^ *(?:test|it)\('([^']+)'/gm)].map(([, title]) => title),
    )
    expect(titles).toHaveLength(name === 'mocha' ? 2 : 3)
    for (const title of titles) expect(printed).toContain(title)
    expect(printed).toMatch(/list: lists with a limit of 100/)
    expect(printed).toMatch(/the run: reaches the service/)
    // What has no part in this run is skipped, or logged where tests cannot skip themselves.
    expect(printed).toMatch(skipped)
    expect(printed).toContain('4.1/limit-most is broken by listPets')
    expect(printed).toContain('The deployment does not answer')
    expect(failed.exec(printed)?.[1]).toBe('2')
    expect(code).toBe(name === 'mocha' ? 2 : 1)
  },
)

test('a test that fails under Vitest leaves a page of its mock', { timeout: 60_000 }, async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  expect((await run(root, ['scripts/build/build-panel.ts', '--if-needed'])).code).toBe(0)
  const place = placeOf('vitest')
  const file = join(place, 'shop.test.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('toEqual([429', 'toEqual([200'))
  const { code, printed } = await run(place, runners['vitest']?.args(['shop.test.ts', '--retry=1']) ?? [])
  expect([code, printed]).toEqual([1, expect.stringContaining('1 failed | 1 passed')])
  expect(printed).toMatch(/ FAIL [^]*AssertionError.*\nIts calls: .* npx animal-store calls --page reports\/says-so-/)
  expect(globSync('*', { cwd: join(place, 'reports') })).toEqual(['says-so-when-the-rate-limit-is-reached.html'])
  const page = readFileSync(join(place, 'reports/says-so-when-the-rate-limit-is-reached.html'), 'utf8')
  expect(page).toMatch(/"status":429,.*Scenario rate-limited was played/)
  // Of the last try alone, without what the hook has added to the others.
  expect(/"failure":"[^"]*/.exec(page)?.[0]).not.toContain('Its calls')
})

test.each(globSync('*.md', { cwd: recipes }).filter((file) => file !== 'README.md'))(
  '%s says at its end what of it was run, and when',
  (file) => {
    const last = readFileSync(new URL(file, recipes), 'utf8').trimEnd().split('\n').at(-1)
    expect(last).toMatch(/(?:^Run by a script .*| on \d+ \w+ 20\d\d\b.*|^Run by a test with .*|^Not run: .*)\.$/)
  },
)

test('HTTP clients', { timeout: 60_000 }, async () => {
  const { printed } = await run(placeOf('http-clients'), ['clients.mts'])
  expect(printed).toBe(readRecipe('http-clients').outputs.join(''))
})

test('undici from npm', { timeout: 60_000 }, async () => {
  const place = placeOf('undici')
  expect((await run(place, ['mocked.mts'])).printed).toBe(readRecipe('undici').outputs[0])
  expect((await run(place, ['dispatcher.mts'])).printed).toBe('200\n')
})

test('you have MSW already, and handlers of your own', { timeout: 60_000 }, async () => {
  const files = ['msw/shop.test.ts', 'your-own-mock/contract.test.ts']
  for (const file of files) placeOf(dirname(file))
  const { code, printed } = await run(folder, [vitest, ...vitestFlags, ...files])
  expect(printed).toMatch(/Tests +\d+ failed \| \d+ passed/)
  expect(printed.match(/^ ✓ msw\/shop\.test\.ts/gm)).toHaveLength(2)
  const failed = [...printed.matchAll(/^ × .* > (\S+: .+?)(?: \d+ms)?$/gm)].map(([, title = '']) => `× ${title}\n`)
  expect(failed.join('')).toBe(readRecipe('your-own-mock').outputs.join(''))
  // There is no address that a command could call.
  expect(printed).not.toMatch(/^(?:show|again) /m)
  expect(code).toBe(1)
})
