import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeForRegExp } from '../../spec/printable.ts'
import { copyTree } from '../testing/copy-tree.ts'

/** How a run of tests ended, and the test files that failed, by the report of the run. */
interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out'
  readonly failed: readonly string[]
}

/** Which tests run, and how long they may take. */
export interface Run {
  readonly files: readonly string[]
  /** Only those of these projects. Default: all projects. */
  readonly projects?: readonly string[]
  /** Only the tests whose names have this text. Default: all tests. */
  readonly name?: string
  readonly mostMilliseconds: number
}

/** A copy of a repository, in which files can be changed. */
export interface Workspace {
  read(file: string): string
  write(file: string, text: string): void
  /** Runs test files until one test fails. */
  test(run: Run): Promise<TestRun>
  /** Ends the tests that are running, and removes the copy. It may be called twice. */
  remove(): void
}

/** Copies a repository, by default this one. The packages are shared. */
export function openWorkspace(...repository: Parameters<typeof copyTree>): Workspace {
  const folder = copyTree(...repository)
  const running = new Set<ChildProcess>()
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    test: (run) => runTests(folder, run, running),
    remove() {
      for (const child of running) endGroup(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

async function runTests(folder: string, run: Run, running: Set<ChildProcess>): Promise<TestRun> {
  const { files, projects = [], name, mostMilliseconds } = run
  if (files.length === 0) return { outcome: 'passed', failed: [] }
  const report = join(folder, 'report-of-tests.json')
  rmSync(report, { force: true })
  const only = projects.map((project) => `--project=${project}`)
  if (name !== undefined) only.push(`--testNamePattern=${escapeForRegExp(name)}`)
  const how = ['--config', 'scripts/vitest.config.ts', '--bail=1', '--passWithNoTests', ...only]
  // A group of its own, so that a mutant that never ends takes its workers along.
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...how, '--reporter=json', `--outputFile=${report}`, ...files],
    { cwd: folder, detached: true, stdio: 'ignore' },
  )
  running.add(child)
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    endGroup(child)
  }, mostMilliseconds)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(timer)
  running.delete(child)
  // What a test started and did not end would slow down all later runs.
  endGroup(child)
  const outcome = hasTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed'
  return { outcome, failed: outcome === 'failed' ? failedFiles(folder, report) : [] }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** The files with a failure; none if the run wrote no report. */
function failedFiles(folder: string, report: string): readonly string[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[]
  }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name.replace(`${folder}/`, ''))
}
