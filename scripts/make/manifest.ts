import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { entries } from '../house/parts.ts'
import type { Made } from './spec.ts'

/** What is no module, by the path that users import. */
const files = { './spec/openapi.json': './spec/made/openapi.json', './spec/openapi.yaml': './spec/openapi.yaml' }

/** package.json with the entries of the cores and parts, once as `exports` and once for tools that do not read those. */
export function makeManifest(): Made {
  const modules = Object.entries(entries).map(
    ([path, file]) => [path === '.' ? path : `./${path}`, entryOf(file)] as const,
  )
  const [[, core] = ['', entryOf('')]] = modules
  const types = modules.slice(1).map(([path, entry]) => [path.slice(2), [entry.types]] as const)
  const json = ['spec/openapi.json', [files['./spec/openapi.json']]] as const
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as object
  const made = {
    ...manifest,
    main: core.default,
    types: core.types,
    typesVersions: { '*': Object.fromEntries([...types, json]) },
    exports: { ...Object.fromEntries(modules), ...files, './package.json': './package.json' },
  }
  return { 'package.json': `${JSON.stringify(made, undefined, 2)}\n` }
}

/** Where the built module of an entry is. Beside it may be what Node loads first, or what a tab's entry is on a server. */
function entryOf(file: string) {
  const [types, built, folder] = [`./dist/${file}.d.ts`, `./dist/${file}.js`, dirname(file)]
  if (existsSync(`${folder}/on-server.ts`)) return { types, node: `./dist/${folder}/on-server.js`, default: built }
  if (!existsSync(`${folder}/entry.ts`)) return { types, default: built }
  // Bundlers for Node read `module`.
  return { types, module: built, node: { import: `./dist/${folder}/entry.js` }, default: built }
}
