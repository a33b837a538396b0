import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from '../testing/copy-tree.ts'

/** Which tests run, by the words of Vitest, and how long they may take. */
export interface Run {
  readonly args: readonly string[]
  readonly mostMilliseconds: number
}

/** A copy of a repository, in which files can be changed. */
export interface Workspace {
  read(file: string): string
  write(file: string, text: string): void
  /** Runs tests until one fails. @returns whether all passed in time */
  test(run: Run): Promise<boolean>
  /** Ends the tests that are running, and removes the copy. It may be called twice. */
  remove(): void
}

/** Copies this repository. The packages are shared. */
export function openWorkspace(): Workspace {
  const folder = copyTree()
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

async function runTests(folder: string, { args, mostMilliseconds }: Run, running: Set<ChildProcess>): Promise<boolean> {
  const how = ['--run', '--config', 'scripts/vitest.config.ts', '--bail=1', '--passWithNoTests']
  // A group of its own, so that a mutant that never ends takes its workers along.
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...how], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  })
  running.add(child)
  const timer = setTimeout(() => endGroup(child), mostMilliseconds)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(timer)
  running.delete(child)
  // What a test started and did not end would slow down all later runs.
  endGroup(child)
  return code === 0
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
