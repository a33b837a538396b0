import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../mocks/http/index.ts'
import { createControl } from '../mocks/control/index.ts'
import { createAnimalStore } from '../mocks/index.ts'
import { makeReadme } from './make/readme.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}

interface Block {
  readonly language: string
  readonly text: string
}

const blocks: readonly Block[] = [...readme.matchAll(/^```([a-z]+)\n([^]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({
    language,
    text,
  }),
)

/** Shell blocks with the output that the README shows below each, if it shows one. */
const commands = blocks.flatMap((block, index) => {
  if (block.language !== 'sh') return []
  const next = blocks[index + 1]
  return [
    { script: block.text, output: next?.language === 'text' || next?.language === 'http' ? next.text : undefined },
  ]
})

const curls = commands.filter(({ script }) => script.includes('curl'))
const others = commands.filter(({ script }) => !script.includes('curl'))

test('the tables of the README are up to date', () => {
  expect(makeReadme(readme)).toBe(readme)
})

test.each(others.flatMap(({ script }) => script.trim().split('\n')))('`%s` names what this package has', (line) => {
  const name = /^(?:[A-Z_]+=\w+ )?(?:npm (?:run )?|bash \.)(?!install)([a-z:-]+)/.exec(line)?.[1]
  if (name === undefined) expect(line).toMatch(/^(npm install --save-dev animal-store-kit|npx animal-store )/)
  else expect(Object.keys(manifest.scripts)).toContain(name)
})

describe('the commands of the README, in order, on one mock', () => {
  let server: RunningServer
  let exports = ''

  beforeAll(async () => {
    const store = createAnimalStore()
    server = await startServer({ store, port: 0, control: createControl(store) })
  })
  afterAll(() => server.close())

  test.each(curls.map((command, index) => [index + 1, command] as const))(
    'block %i',
    async (_number, { script, output }) => {
      const here = script.replaceAll('127.0.0.1:4010', new URL(server.url).host)
      exports += (here.match(/^export .*$/gm) ?? []).map((line) => `${line}\n`).join('')
      // Each command of a block prints its body on a line of its own, as a terminal with a prompt would show it.
      const lines = here.replaceAll(/^(curl .*)$/gm, '$1; echo')
      const { stdout } = await run('bash', ['-c', exports + lines], { timeout: 20_000 })
      if (output !== undefined) expect(comparable(stdout)).toEqual(comparable(output))
    },
  )
})

/** Lines without what differs from run to run: instants, waits and what is left of quotas. */
function comparable(text: string): string[] {
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^(X-RateLimit-Reset|X-RateLimit-Remaining|Retry-After|Date): .*/i, '$1: …')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
        .replaceAll(/"(tookMilliseconds|remaining|resetAtSeconds)":[\d.]+/g, '"$1":…'),
    )
    .filter((line) => line !== '' && !/^(Connection|Keep-Alive): /i.test(line))
}

describe('the programs of the README', () => {
  const folder = new URL('.readme/', import.meta.url)
  const programs = blocks.filter(({ language }) => language === 'ts')

  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(programs.map(({ text }, index) => [index + 1, text] as const))('program %i', async (number, text) => {
    const file = new URL(`program-${number}.ts`, folder)
    writeFileSync(
      file,
      text.replaceAll(/'animal-store-kit(\/[a-z]+)?'/g, (_whole, path?: string) => `'${sourceOf(path)}'`),
    )
    const { stdout } = await run(process.execPath, [fileURLToPath(file)], { cwd: root, timeout: 20_000 })
    // A program that fails ends with a code that rejects above; what it says it prints, it must print.
    expect(stdout).not.toBe('')
    const told = [...text.matchAll(/console\.log\(.*\) \/\/ (\d[^\n]*)/g)].map(([, output]) => output)
    for (const output of told) expect(stdout.split('\n')).toContain(output)
  })
})

/** Where the code of an export of the package is in this repository. */
function sourceOf(path = ''): string {
  if (path === '/fixtures') return '../../fixtures/all.ts'
  const folders: Record<string, string> = { '': '', '/server': '/http' }
  return `../../mocks${folders[path] ?? path}/index.ts`
}
