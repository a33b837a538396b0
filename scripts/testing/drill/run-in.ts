import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a program printed, and how it ended. */
interface Ended {
  readonly code: unknown
  readonly printed: string
}

/** Runs a program of Node in a copy of this repository. */
export function runIn(folder: string, ...args: readonly string[]): Promise<Ended> {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...others } = process.env
  // What is compiled of a copy is of no use to the next one. GOGC: spec/decisions/0125-four-files-at-a-time.md
  const env = { ...others, NO_COLOR: '1', NODE_COMPILE_CACHE: join(folder, 'compiled'), GOGC: 'off' }
  const options = { cwd: folder, env, timeout: 120_000, maxBuffer: 20_000_000 }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    )
  })
}

/** One thread takes a quarter less CPU time than several, and a compiler that frees no memory (GOGC) a third less again. */
export function compile(folder: string, project = '.'): Promise<Ended> {
  const options = ['--noEmit', '--pretty', 'false', '--singleThreaded', '--project', project]
  return runIn(folder, 'node_modules/typescript/bin/tsc', ...options)
}

/** Compiles all but the tests, which take as long as all else. */
export function compileProduct(folder: string): Promise<Ended> {
  const exclude = ['**/*.test.ts', '**/*.spec.ts', 'node_modules']
  writeFileSync(join(folder, 'product.json'), JSON.stringify({ extends: './tsconfig.json', exclude }))
  return compile(folder, 'product.json')
}

/** Runs these tests of the core in a copy. */
export function testIn(folder: string, ...files: readonly string[]): Promise<Ended> {
  const options = ['--fsModuleCache=false', '--config', 'scripts/vitest.config.ts', '--project', 'core']
  return runIn(folder, 'node_modules/vitest/vitest.mjs', 'run', ...options, ...files)
}
