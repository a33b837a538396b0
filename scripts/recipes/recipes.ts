// Does what each recipe says, as its reader would: writes its files into an empty folder, runs its lines there, the
// install line included, and looks at what comes out. Run by hand before a release, because it installs from npm:
// node scripts/recipes/recipes.ts [--write] [PAGE…]. With --write each page says when it was run, and with which versions.
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchOptions } from '../testing/chromium.ts'
import { readRecipe, stamped } from './page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })
const all = globSync('docs/recipes/*.md', { cwd: root }).map((path) => basename(path, '.md'))
const chosen = positionals.length > 0 ? positionals : all.filter(isRunnable)

/** Whether a page has more than an install line: Playwright's has a test of its own. */
function isRunnable(name: string): boolean {
  return readRecipe(name).lines.some((line) => !line.startsWith('npm install'))
}

const browser = await launchOptions()
// Nothing but this package is built here, and nothing that a package downloads by a script is there for its reader either.
const env = {
  ...browser.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  NO_COLOR: '1',
}

const place = mkdtempSync(join(tmpdir(), 'recipes-'))
try {
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: root, encoding: 'utf8' })
  const archive = join(place, packed.stdout.trim().split('\n').at(-1) ?? '')
  for (const name of chosen) await runRecipe(name, archive)
} finally {
  rmSync(place, { recursive: true, force: true })
}

async function runRecipe(name: string, archive: string): Promise<void> {
  const recipe = readRecipe(name)
  const folder = join(place, name)
  mkdirSync(folder)
  // As `npm init` writes it.
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "commonjs" }')
  for (const [file, text] of recipe.files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), withBrowser(text))
  }
  const lines = recipe.lines.map((line) => line.replace(/^(npm install .*)\banimal-store-kit\b/, `$1${archive}`))
  const { code, printed } = await runLines(folder, lines)
  const expected = recipe.outputs.flatMap((text) => text.trim().split('\n')).map((line) => line.replace(/^× /, ''))
  const problems = expected.filter((line) => !printed.includes(line)).map((line) => `It did not print: ${line}`)
  // One shows what is wrong with the handlers of its app.
  if (code !== (name === 'your-own-mock' ? 1 : 0)) problems.push(`It ended with ${code}.`)
  if (problems.length > 0) {
    process.exitCode = 1
    console.error(`${name} failed: ${problems.join('\n')}\n${printed.slice(-4000)}`)
    return
  }
  console.log(`${name}: ${recipe.lines.length} lines, ${recipe.files.length} files`)
  if (values.write) stamped(name, versionsIn(folder, recipe.lines))
}

/** The readers' Playwright downloads its browser; here it gets the one of the tests. */
function withBrowser(text: string): string {
  const { executablePath, args } = browser
  return text.replaceAll('playwright()', `playwright(${JSON.stringify({ launchOptions: { executablePath, args } })})`)
}

/** Runs lines as one script of bash, and ends what it started in the background. */
function runLines(cwd: string, lines: readonly string[]): Promise<{ code: number | null; printed: string }> {
  const script = [
    'set -eo pipefail',
    ...lines.map((line) => (line.endsWith('&') ? `${line}\n${untilItAnswers(line)}` : line)),
  ].join('\n')
  const child = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const add = (chunk: Buffer) => void (printed += chunk.toString())
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // Nothing of it runs any more.
    }
  }
  const timer = setTimeout(end, 600_000)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      end()
      resolve({ code, printed })
    })
  })
}

/** What waits for a server that a line starts: a person would look at what it prints. */
function untilItAnswers(line: string): string {
  const port = /--port (\d+)/.exec(line)?.[1] ?? '4010'
  return `for try in {1..300}; do curl --silent --output /dev/null 127.0.0.1:${port} && break; sleep 0.2; done`
}

/** What the lines installed, beside this package. */
function versionsIn(folder: string, lines: readonly string[]): string[] {
  const named = lines.flatMap((line) => /^npm install (.*)/.exec(line)?.[1]?.split(' ') ?? [])
  const names = named.map((name) => name.replace(/(?<=.)@.*/, '')).filter((name) => !/^-|^animal-store-kit$/.test(name))
  const versionOf = (name: string) =>
    (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
      .version
  return [`Node ${process.versions.node}`, ...names.map((name) => `${name} ${versionOf(name)}`)]
}
