import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = join(root, 'node_modules/.cache/built')
const sources = [
  '{spec,mocks,fixtures}/**/*.{ts,tsx,css,html,js,json,yaml}',
  'scripts/{build,storefront}/**/*',
  '*.json',
]
const hourMilliseconds = 3_600_000

/** Builds something for a test, unless it was built from the same sources before. @returns the folder that it is in */
export async function builtOnce(name: string, build: (folder: string) => unknown): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, exclude: ['**/*.test.*'] }).toSorted()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  const folder = join(kept, `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  mkdirSync(kept, { recursive: true })
  // Earlier ones, unless a run beside this one may need them.
  for (const old of globSync(`${name}-*`, { cwd: kept }).map((each) => join(kept, each)))
    if (Date.now() - statSync(old).mtimeMs > hourMilliseconds) rmSync(old, { recursive: true, force: true })
  const own = mkdtempSync(join(kept, `${name}-made-`))
  await build(own)
  try {
    renameSync(own, folder)
  } catch {
    // Another test was faster.
    rmSync(own, { recursive: true })
  }
  return folder
}
