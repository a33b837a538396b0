import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How a run of tests ended. */
export type Outcome = 'passed' | 'failed' | 'timed out'

/** A copy of the repository, in which files can be changed while tests run in others. */
export interface Workspace {
  write(file: string, text: string): void
  /** Runs these test files until one fails. @returns how it ended, and the files that failed */
  test(files: readonly string[], mostMilliseconds: number): Promise<{ outcome: Outcome; failed: readonly string[] }>
  remove(): void
}

/** Copies what git knows or would add. The packages are shared. */
export function openWorkspace(name: string): Workspace {
  // Not below node_modules, where Node runs no TypeScript.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `animal-store-mutants-${name}-`)))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: root })
  for (const file of listed.toString().trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    write: (file, text) => writeFileSync(join(folder, file), text),
    test: (files, mostMilliseconds) => runTests(folder, files, mostMilliseconds),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runTests(folder: string, files: readonly string[], mostMilliseconds: number) {
  if (files.length === 0) return { outcome: 'passed' as const, failed: [] }
  const bin = join(root, 'node_modules/vitest/vitest.mjs')
  const report = join(folder, 'report-of-tests.json')
  rmSync(report, { force: true })
  const how = ['--config', 'scripts/vitest.config.ts', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  // A group of its own, so that a mutant that never ends takes its workers along.
  const child = spawn(process.execPath, [bin, 'run', ...how, ...files], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  })
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, mostMilliseconds)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  const outcome: Outcome = hasTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed'
  const failed = outcome === 'failed' ? failedFiles(report) : []
  return { outcome, failed: failed.map((file) => file.replace(`${folder}/`, '')) }
}

/** The files with a failure, by the report of the run; none if it wrote none. */
function failedFiles(report: string): readonly string[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[]
  }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}
