import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { stringify } from 'yaml'
import { type Members, type Node, isList, readDocument } from '../../make/spec/document.ts'
import { atEnd } from '../at-end.ts'
import { copyTree, filesOf } from '../copy-tree.ts'
import { places } from './places.ts'

/** A next version of the interface, described in a copy of this repository. Each step is expected to go well. */
export function openDrill(story: keyof typeof places) {
  const folder = copyTree(filesOf().filter((file) => !file.startsWith('scripts/testing/drill/')))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const own = fileURLToPath(new URL(`${story}/`, import.meta.url))
  const spec = join(folder, 'spec/openapi.yaml')
  const [now, more] = [spec, join(own, 'openapi.yaml')].map((path) => readDocument(readFileSync(path, 'utf8')))
  writeFileSync(spec, stringify(merged(now ?? {}, more ?? {})))

  async function printedBy(...args: readonly string[]): Promise<string> {
    const { code, printed } = await runIn(folder, args)
    expect(code, printed).toBe(0)
    return printed
  }

  return {
    folder,
    make: () => printedBy('scripts/make/make.ts'),
    /** Compiles all but tests and their helpers, which may have animals of their own. @returns the files that the compiler names */
    async compile(): Promise<readonly string[]> {
      const exclude = ['**/*.test.ts', '**/*.spec.ts', '**/testing', 'node_modules']
      writeFileSync(join(folder, 'product.json'), JSON.stringify({ extends: './tsconfig.json', exclude }))
      const options = ['--noEmit', '--pretty', 'false', '--singleThreaded', '--project', 'product.json']
      const { code, printed } = await runIn(folder, ['node_modules/typescript/bin/tsc', ...options])
      const named = new Set(printed.match(/^[\w./-]+(?=\(\d+,\d+\): error)/gm))
      expect(named.size > 0, printed).toBe(code !== 0)
      return [...named].toSorted()
    },
    /** Does by hand what is left by hand. */
    write(): void {
      if (existsSync(join(own, 'tree'))) cpSync(join(own, 'tree'), folder, { recursive: true })
      for (const [path, changes] of Object.entries(places[story])) {
        const text = readFileSync(join(folder, path), 'utf8')
        writeFileSync(join(folder, path), changes.reduce(replaceOnce, text))
      }
    },
    /** Runs the checks of the story, and tests of the core. */
    async test(...files: readonly string[]): Promise<void> {
      // Not a test in this repository: it imports files of the copy.
      cpSync(join(own, 'drill-checks.ts'), join(folder, 'scripts/drill.test.ts'))
      const options = ['--fsModuleCache=false', '--config', 'scripts/vitest.config.ts', '--project', 'core']
      const printed = await printedBy('node_modules/vitest/vitest.mjs', 'run', ...options, 'scripts/drill', ...files)
      expect(printed).toMatch(new RegExp(`Test Files +${files.length + 1} passed`))
    },
  }
}

/** Runs a program of Node in a copy. */
function runIn(cwd: string, args: readonly string[]): Promise<{ readonly code: unknown; readonly printed: string }> {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...others } = process.env
  // What is compiled of a copy is of no use to the next one. GOGC: spec/decisions/0125-four-files-at-a-time.md
  const env = { ...others, NO_COLOR: '1', NODE_COMPILE_CACHE: join(cwd, 'compiled'), GOGC: 'off' }
  const options = { cwd, env, timeout: 120_000, maxBuffer: 20_000_000 }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    )
  })
}

/** A description with what another one adds to it. */
function merged(now: Members, more: Members): Members {
  const both = Object.entries(more).map(([name, value]): [string, Node] => {
    const old = now[name]
    if (isList(old) && isList(value)) return [name, [...old, ...value]]
    return [name, typeof old === 'object' ? merged(old as Members, value as Members) : value]
  })
  return { ...now, ...Object.fromEntries(both) }
}

function replaceOnce(text: string, [found, instead]: readonly [string, string]): string {
  const [before = '', after, ...more] = text.split(found)
  if (after !== undefined && more.length === 0) return before + instead + after
  throw new Error(`places.ts expects this once: ${found}`)
}
