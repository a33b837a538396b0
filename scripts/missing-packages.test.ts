import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parts } from './house/parts.ts'
import { tempFolder } from './testing/temp-folder.ts'

const { exports, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { readonly default: string; readonly node?: string | { readonly import: string } }>
  dependencies: Readonly<Record<string, string>>
}

const sourceOf = (built: string) => built.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts')

/** The entries that need a package which may be missing: Node loads another file first, which says so. */
const needed = Object.fromEntries(
  Object.values(parts).flatMap(({ entries: own = {}, packages, needs: [first = ''] = [] }) => {
    const [name = ''] = packages ?? parts[first]?.packages ?? []
    return Object.keys(own).flatMap((path) => (typeof nodeFile(`./${path}`) === 'object' ? [[`./${path}`, name]] : []))
  }),
)

function nodeFile(entry: string) {
  const target = exports[entry]
  return typeof target === 'object' ? target.node : undefined
}

/** What Node loads for an entry, and what everything else does. */
function filesOf(entry: string) {
  const target = exports[entry]
  if (typeof target !== 'object' || typeof target.node !== 'object') throw new Error(`${entry} has no file for Node.`)
  return { ofNode: sourceOf(target.node.import), usual: sourceOf(target.default) }
}

// The sources, and the packages that come with them.
const folder = tempFolder()
for (const top of ['spec', 'mocks', 'fixtures', 'contract-tests', 'package.json'])
  cpSync(top, join(folder, top), { recursive: true, filter: (path) => !path.includes('.test.') })
mkdirSync(join(folder, 'node_modules'))
for (const name of Object.keys(dependencies))
  symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction')

test.each(Object.entries(needed))(
  '%s says which package is missing, and the command that installs it',
  (entry, name) => {
    const load = `import('./${filesOf(entry).ofNode}').catch((error) => console.log(error.name, error.message))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--eval', load], { cwd: folder, encoding: 'utf8' })
    const message = `Cannot use animal-store-kit${entry.slice(1)}: the package ${name} is missing. Run: npm install --save-dev ${name}`
    expect(stdout + stderr).toBe(`MissingPackageError ${message}\n`)
  },
)

test.each(Object.keys(needed))('what Node loads for %s has the same names as what bundlers load', async (entry) => {
  const { ofNode, usual } = filesOf(entry)
  const load = (file: string) => import(pathToFileURL(resolve(file)).href) as Promise<object>
  expect(await load(ofNode)).toEqual(await load(usual))
})
