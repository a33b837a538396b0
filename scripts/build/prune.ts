import { globSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the server reads by its path. */
const served = /^dist\/panel\//

/**
 * Removes what was compiled and is reached from no entry point: modules that only the command line has, which is in files of
 * its own, and the types of what is no part of the API.
 * @param entries the files of `package.json` that begin with `./dist/`
 */
export function prune(entries: readonly string[]): void {
  const reached = reachedFrom(entries.map((entry) => join(entry)))
  const compiled = globSync('dist/**/*.{js,d.ts}').filter((file) => !served.test(file))
  for (const file of compiled) if (!reached.has(file)) rmSync(file)
  for (const folder of globSync('dist/**/').toSorted((one, other) => other.length - one.length))
    if (readdirSync(folder).length === 0) rmdirSync(folder)
}

function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set(entries)
  for (const file of reached) for (const target of targetsOf(file)) reached.add(target)
  return reached
}

/** What a file loads, or what its types are made of. The command line loads its parts by what its bundler wrote. */
function targetsOf(file: string): readonly string[] {
  if (!/\.(?:js|d\.ts)$/.test(file)) return []
  const isOfTypes = file.endsWith('.d.ts')
  // Threads are named by a path alone, so every relative path counts.
  const paths = readFileSync(file, 'utf8').matchAll(/(['"`])(\.{1,2}\/[^'"`\s]+\.[jt]s)\1/g)
  return [...paths]
    .map(([, , path = '']) => join(dirname(file), path))
    .map((target) => (isOfTypes ? target.replace(/(?:\.js|(?<!\.d)\.ts)$/, '.d.ts') : target))
}
