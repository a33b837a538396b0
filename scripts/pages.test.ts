import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningServer, startServer } from '../mocks/http/index.ts'
import { createControl } from '../mocks/control/index.ts'
import { createAnimalStore } from '../mocks/entry.ts'
import { createProgram, run as runCommand } from './commands/run.ts'
import { processShell } from './commands/shell.ts'
import { entries } from './house/parts.ts'
import { pages } from './make/pages.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}
const program = await createProgram(processShell)

interface Block {
  readonly language: string
  readonly text: string
}

/** The blocks of code of a page. What follows the language, such as the name of a file, keeps a block from being run, but not the first one of the README. */
function blocksOf(page: string): Block[] {
  const blocks = page.matchAll(/^```(?:js first\.mjs|([a-z]+))\n([^]*?)^```$/gm)
  return [...blocks].map(([, language = 'ts', text = '']) => ({ language, text }))
}

/** Shell blocks with the output that the page shows below each, if it shows one. */
function commandsOf(page: string): { script: string; output: string | undefined }[] {
  return blocksOf(page).flatMap(({ language, text }, index, blocks) => {
    const next = blocks[index + 1]
    const output = next?.language === 'text' || next?.language === 'http' ? next.text : undefined
    return language === 'sh' ? [{ script: text, output }] : []
  })
}

const texts = Object.values(pages)
const commands = texts.flatMap(commandsOf).filter(({ script }) => !script.includes('curl'))
const curls = Object.entries(pages)
  .map(([path, page]) => [path, commandsOf(page).filter(({ script }) => script.includes('curl'))] as const)
  .filter(([, of]) => of.length > 0)
const programs = Object.entries(pages).flatMap(([path, page]) =>
  blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => [`${path} ${index + 1}`, text] as const),
)

test('the README has at most 160 lines, and begins with the service, a command of a clone and a call with a key', () => {
  const readme = pages['README.md'] ?? ''
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160)
  const top = readme.slice(0, readme.indexOf('## Install'))
  expect(top).toContain('](spec/openapi.yaml)')
  expect(commandsOf(top).map(({ script }) => script.split(' test_pro')[0]?.trim())).toEqual([
    'npm start',
    "curl -i -H 'Authorization: Bearer",
  ])
})

test('the skill has at most 2 kB', () => {
  expect(Buffer.byteLength(pages['skills/animal-store/SKILL.md'] ?? '')).toBeLessThanOrEqual(2048)
})

test.each(Object.entries(pages))('every block of %s has an end', (_path, page) => {
  const fences = page.match(/^```.*/gm) ?? []
  expect(fences.filter((_fence, index) => index % 2 === 1).filter((fence) => fence !== '```')).toEqual([])
  expect(fences.length % 2).toBe(0)
})

test('the suite finds what docs/contract.md shows', async () => {
  const shown = commandsOf(pages['docs/contract.md'] ?? '').find(({ output }) => output !== undefined)
  const args = shown?.script.trim().split(' ').slice(2) ?? []
  let printed = ''
  // As npx has it: the output names the command as it was called.
  vi.stubEnv('npm_lifecycle_script', 'animal-store')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runCommand(args, { ...processShell, out: (text) => void (printed += text) })).toBe(1)
  const withoutPort = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
  expect(withoutPort(printed)).toContain(withoutPort(shown?.output ?? 'nothing'))
})

test('links lead from the README to every page', () => {
  const found = new Set(['README.md'])
  for (const path of found) {
    for (const link of linksOf(pages[path] ?? '')) {
      const target = join(dirname(path), link.split('#')[0] ?? '').replaceAll('\\', '/')
      if (target in pages) found.add(target)
    }
  }
  expect(Object.keys(pages).filter((path) => !found.has(path))).toEqual([])
})

function linksOf(page: string): string[] {
  return [...page.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
}

test.each(Object.entries(pages))('the links of %s lead somewhere', (path, page) => {
  const isBroken = (link: string) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor))
  }
  expect(linksOf(page).filter(isBroken)).toEqual([])
})

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

test.each(commands.flatMap(({ script }) => script.trim().split('\n')))('`%s` names what this package has', (line) => {
  const name = /^(?:[A-Z_]+=\w+ )?(?:npm (?:run )?|bash \.)(?!install|pack$|pkg)([a-z:-]+)/.exec(line)?.[1]
  if (name !== undefined) return expect(Object.keys(manifest.scripts)).toContain(name)
  const command = /^(?:[A-Z_]+=\w+ )?npx animal-store ([a-z-]+)/.exec(line)?.[1]
  if (command === undefined)
    return expect(line).toMatch(
      /^(?:npm pack$|(?:npm (?:install|pkg)|docker (?:build|run)|(?:[A-Z_]+=\S+ )?npx|node|mkdir|cd|mkcert|NODE_EXTRA_CA_CERTS="[^"]+" npx animal-store) )/,
    )
  const options = program.commands.find((it) => it.name() === command)?.options.map(({ long }) => long)
  expect(options).toEqual(expect.arrayContaining(line.split(' -- ')[0]?.match(/(?<= )--[a-z-]+/g) ?? []))
})

describe.each(curls)('the requests of %s, in order, on one mock', (_path, ofPage) => {
  let server: RunningServer
  let exports = ''

  beforeAll(async () => {
    const store = createAnimalStore()
    server = await startServer({ store, port: 0, control: createControl(store) })
  })
  afterAll(() => server.close())

  test.each(ofPage.map((command, index) => [index + 1, command] as const))(
    'block %i',
    async (_number, { script, output }) => {
      const here = script.replaceAll('127.0.0.1:4010', new URL(server.url).host)
      exports += (here.match(/^export .*$/gm) ?? []).map((line) => `${line}\n`).join('')
      // Each command of a block prints its body on a line of its own, as a terminal with a prompt would show it.
      const lines = here.replaceAll(/^(curl .*)$/gm, '$1; echo')
      const { stdout } = await run('bash', ['-c', `set -e; ${exports}${lines}`], { timeout: 20_000 })
      expect(stdout).not.toBe('')
      if (output !== undefined) expect(comparable(stdout)).toEqual(comparable(output))
    },
  )
})

/** Lines without what says nothing of the service, or differs from run to run: instants, waits and what is left of quotas. */
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
    .filter((line) => !/^(?:$|Keep-Alive: |Connection: )/.test(line))
}

describe('the programs', () => {
  const folder = new URL('.pages/', import.meta.url)

  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(programs)('of %s', async (name, text) => {
    const file = new URL(`${name.replaceAll(/\W/g, '-')}.ts`, folder)
    writeFileSync(
      file,
      text.replaceAll(/'animal-store-kit\/?([a-z]*)'/g, (_whole, path: string) => `'../../${entries[path || '.']}.ts'`),
    )
    const { stdout } = await run(process.execPath, [fileURLToPath(file)], { cwd: root, timeout: 20_000 })
    // A program that fails ends with a code that rejects above; what it says it prints, it must print.
    expect(stdout).not.toBe('')
    const promised = [...text.matchAll(/console\.log\(.*\) \/\/ (\d[^\n]*)/g)].map(([, output]) => output)
    for (const output of promised) expect(stdout.split('\n')).toContain(output)
  })
})
