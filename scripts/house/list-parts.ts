// Lists the parts: npm run parts. With --without NAME it takes that part out of a copy of this tree, and says what stands
// in the way: `all` tries each, `turn` the two whose turn it is today.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tableText } from '../commands/table.ts'
import { copyTree } from '../testing/copy-tree.ts'
import { type Part, isIn, parts } from './parts.ts'
import { type Kind, kindOf, sourceFiles } from './sources.ts'
import { takeOut } from './take-out.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dayMilliseconds = 86_400_000

/** What must hold without a part, by what a failure of it means. */
const steps: Readonly<Record<string, readonly string[]>> = {
  'the made files': ['scripts/make/make.ts'],
  'a type': ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'],
  'the linter': ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--format=unix'],
  'something that nothing uses now': [
    'node_modules/knip/bin/knip.js',
    '--include=files,unlisted,unresolved',
    '--no-config-hints',
  ],
  'a quick test': [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=scripts/vitest.config.ts',
    '--project=core',
    // Commands name each other in their help.
    '--update',
    '--reporter=agent',
    '--fsModuleCache=false',
  ],
}

process.chdir(root)
const usage = `Usage: npm run parts                     lists what can be taken out
       npm run parts -- --without NAME   takes it out of a copy, with what needs it, and tries the copy for some minutes
                                         (all: each; turn: the two whose turn it is today)`
const { values } = readFlags()
if (values.help === true) console.log(usage)
else if (values.without === undefined) list()
else for (const name of values.without.flatMap(namesOf)) await tryWithout(name)

function readFlags() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' }, without: { type: 'string', multiple: true } } })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}

function namesOf(given: string): readonly string[] {
  const all = Object.keys(parts)
  if (given === 'all') return all
  const day = Math.floor(Date.now() / dayMilliseconds)
  if (given === 'turn') return [0, 1].map((place) => all[(2 * day + place) % all.length] ?? '')
  if (all.includes(given)) return [given]
  console.error(`There is no part "${given}". Parts: ${all.join(', ')}; all, turn.`)
  process.exit(2)
}

function list(): void {
  const files = sourceFiles(['ts', 'tsx', 'js', 'css', 'html'])
  const rows = Object.entries(parts).map(([name, part]) => ({
    part: name,
    product: linesOf(files, part, 'product'),
    tests: linesOf(files, part, 'tests') + linesOf(files, part, 'proof'),
    needs: [...(part.needs ?? []), ...(part.packages ?? [])],
    is: part.is,
  }))
  console.log(tableText(rows, Object.keys(rows[0] ?? {})))
}

function linesOf(files: readonly string[], part: Part, kind: Kind): number {
  const own = files.filter((file) => kindOf(file) === kind && isIn(part, file))
  return own.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

async function tryWithout(name: string): Promise<void> {
  const folder = copyTree()
  const end = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', end)
  // A step hears of Ctrl-C, too, and ends; then so does this program.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const { names, tests, registered, problems } = takeOut(folder, name)
  console.log(
    `Without ${names.join(', ')}, registered in ${registered.join(', ') || 'no file'}. Tests of other folders that go, too: ${tests.join(', ') || 'none'}.`,
  )
  console.log('Does it stand in the way?')
  // Pages and records may speak of what is gone.
  rmSync(join(folder, 'scripts/house/sources.test.ts'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '--all'], { cwd: folder })
  const found = [...problems]
  for (const [what, command] of problems.length > 0 ? [] : Object.entries(steps)) {
    const begin = Date.now()
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
    const run = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, env })
    // Ctrl-C ended the step; its signal is heard here only between two steps.
    await setImmediate()
    console.log(`  ${what}: ${run.status === 0 ? 'no' : 'yes'}, after ${Math.round((Date.now() - begin) / 1000)} s`)
    const printed = `${run.stdout}${run.stderr}`.trim().split('\n').slice(0, 80)
    if (run.status !== 0) found.push(`${what} stands in the way:\n${printed.join('\n')}`)
  }
  console.log(found.length === 0 ? 'Nothing stands in the way.' : found.join('\n'))
  if (found.length > 0) process.exitCode = 1
  end()
}
