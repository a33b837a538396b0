import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.recipes/', import.meta.url))
const bin = (name: string): string => fileURLToPath(import.meta.resolve(name))
const vitest = bin('vitest/package.json').replace('package.json', 'vitest.mjs')

/** Jest strips no types by itself, which the sources of this repository have. */
const jestOptions = [
  '--config',
  JSON.stringify({
    testMatch: ['**/shop.test.mjs'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': fileURLToPath(new URL('testing/strip-types.cjs', import.meta.url)) },
    watchman: false,
  }),
]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files that a page shows, and what it shows of their output. */
function readRecipe(name: string) {
  const page = readFileSync(new URL(`../docs/recipes/${name}.md`, import.meta.url), 'utf8')
  const files = [...page.matchAll(/^```[jt]s (\S+)\n([^]*?)^```$/gm)].map(
    ([, file = '', text = '']) => [file, text] as const,
  )
  return { files, output: /^```text\n([^]*?)^```$/m.exec(page)?.[1] }
}

/** Runs a page's files as a user would, with the sources of this repository in place of the package. */
async function run(name: string, args: readonly string[]) {
  const place = join(folder, name)
  const { files, output } = readRecipe(name)
  for (const [file, text] of files) {
    const path = join(place, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      text.replaceAll(/'animal-store-kit(\/\w+)?'/g, (_whole, entry = '') => `'../../../mocks${entry}/index.ts'`),
    )
  }
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
  const options = { cwd: place, env: { ...env, NO_COLOR: '1' }, timeout: 60_000 }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options)
  return { printed: stdout + stderr, output }
}

// The other two environments take seconds more, and mocks/node has a test in each.
const inJsdom = ['run', '--project', 'jsdom', '--root', '.', '--exclude', '*.browser.test.ts']

test.each([
  ['vitest', [vitest, ...inJsdom], 'Tests  2 passed'],
  ['node-test', ['--test', '--test-reporter=tap', 'shop.test.mjs'], '# pass 2'],
  ['mocha', [bin('mocha/bin/mocha.js'), 'shop.test.mjs'], '2 passing'],
  ['jest', ['--experimental-vm-modules', bin('jest/bin/jest'), '--no-cache', ...jestOptions], 'Tests:       2 passed'],
])('%s', { timeout: 60_000 }, async (name, args, expected) => {
  expect((await run(name, args)).printed).toContain(expected)
})

test('HTTP clients', { timeout: 60_000 }, async () => {
  const { printed, output } = await run('http-clients', ['clients.ts'])
  expect(printed).toBe(output)
})
