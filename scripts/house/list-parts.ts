// Lists the parts: npm run parts. With --without it takes parts out of copies of this tree, one after the other, and says
// what stands in the way: `all` tries each, `turn` the two whose turn it is at this commit.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { thereIsNo } from '../../spec/messages.ts'
import { tableText } from '../commands/table.ts'
import { copyTree } from '../testing/copy-tree.ts'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { type Part, isIn, parts } from './parts.ts'
import { type Kind, kindOf, sourceFiles } from './sources.ts'
import { takeOut } from './take-out.ts'

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

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const all = Object.keys(parts)
const usage = `Usage: npm run parts                       lists what can be taken out
       npm run parts -- --without NAME…    takes each out of a copy, with what needs it, and tries the copy for a minute
                                           (all: each; turn: the two whose turn it is at this commit)`
let copy: string | undefined
process.once('exit', removeCopy)
// A step hears of Ctrl-C, too, and ends; then so does this program.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await endWithCodeOf('npm run parts -- --help', async () => {
  const options = { help: { type: 'boolean' }, without: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) console.log(usage)
  else if (!values.without) list()
  else if (positionals.length === 0) throw new RangeError('--without needs the name of a part.')
  else for (const name of positionals.flatMap(namesOf)) if (!(await tryWithout(name))) process.exitCode = 1
  return Number(process.exitCode ?? 0)
})

function namesOf(given: string): readonly string[] {
  if (given === 'all') return all
  if (given === 'turn') return atTurn()
  if (all.includes(given)) return [given]
  throw new RangeError(thereIsNo('part', given, [...all, 'all', 'turn']))
}

/** Two parts, others at most commits. */
function atTurn(): readonly string[] {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const place = Number.parseInt(commit.slice(0, 8), 16)
  const names = [place, place + 1].flatMap((each) => all[each % all.length] ?? [])
  console.log(`At this commit it is the turn of: npm run parts -- --without ${names.join(' ')}`)
  return names
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

/** @returns whether nothing stands in the way */
async function tryWithout(name: string): Promise<boolean> {
  const cwd = (copy = copyTree())
  const { names, tests, registered, problems } = takeOut(cwd, name)
  console.log(`Without ${names.join(', ')}, registered in ${registered.join(', ') || 'no file'}.`)
  if (tests.length > 0) console.log(`Tests of other folders that go, too: ${tests.join(', ')}.`)
  // Pages and records may speak of what is gone.
  rmSync(join(cwd, 'scripts/house/sources.test.ts'))
  execFileSync('git', ['init', '--quiet'], { cwd })
  execFileSync('git', ['add', '--all'], { cwd })
  const found = [...problems]
  if (problems.length === 0) console.log('Does it stand in the way?')
  for (const [what, command] of problems.length > 0 ? [] : Object.entries(steps)) {
    process.stdout.write(`  ${what}: `)
    const begin = Date.now()
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
    const run = spawnSync(process.execPath, command, { cwd, encoding: 'utf8', maxBuffer: 1e8, env })
    // Ctrl-C ended the step; its signal is heard here only between two steps.
    await setImmediate()
    console.log(`${run.status === 0 ? 'no' : 'yes'}, after ${Math.round((Date.now() - begin) / 1000)} s`)
    const printed = `${run.stdout}${run.stderr}`.trim().split('\n').slice(0, 80)
    if (run.status !== 0) found.push([`${what} stands in the way:`, ...printed].join('\n'))
  }
  console.log(found.length === 0 ? 'Nothing stands in the way.' : found.join('\n'))
  removeCopy()
  return found.length === 0
}

function removeCopy(): void {
  if (copy !== undefined) rmSync(copy, { recursive: true, force: true })
}
