// Begins something of a kind: npm run new -- KIND NAME writes its file, a test beside it that is red until it is filled in,
// and the line that registers it, and says what is left.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { thereIsNo } from '../../spec/index.ts'
import { type Line, kinds, mark } from './templates.ts'

/**
 * Writes what something of a kind begins with.
 * @returns what was written, and what is left to do
 * @throws {Error} when the kind, the name or its table is wrong, or something has that name; then nothing is written
 */
export function makeNew(
  root: string,
  kind: string,
  path: string,
): { written: readonly string[]; left: readonly string[] } {
  const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (make === undefined) throw new Error(thereIsNo('kind', kind, Object.keys(kinds)))
  const name = basename(path)
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is no name: expected small letters, digits and dashes, such as limit-99.`)
  const { files = {}, lines, left } = make(path, root)
  const taken = Object.keys(files).find((file) => existsSync(join(root, file)))
  if (taken !== undefined) throw new Error(`${taken} is there already.`)
  const texts = new Map(Object.entries(files))
  for (const line of lines) texts.set(line.file, withLine(readFileSync(join(root, line.file), 'utf8'), line, name))
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return { written: [...texts.keys()], left }
}

/** A text with a further line in one of its lists. */
function withLine(text: string, { file, list, entry, before, imports }: Line, name: string): string {
  const begin = text.search(new RegExp(`^${list.replaceAll(/[[{]/g, '\\$&')}`, 'm'))
  const end = begin + text.slice(begin).search(/\n[\]}]/) + 1
  if (begin < 0 || end <= begin) throw new Error(`${file} has no list that begins with "${list}".`)
  const items = text.slice(begin, end)
  const key = /^\w+(?=,$)/.exec(entry)?.[0] ?? name
  if (new RegExp(`(?:^ +|\\{ )(?:id: )?'?${key}'?[:,]`, 'm').test(items)) throw new Error(`${file} has ${key} already.`)
  const at = before === undefined || !items.includes(`\n${before}\n`) ? end : begin + items.indexOf(`\n${before}\n`) + 1
  const withEntry = `${text.slice(0, at)}  ${entry}\n${text.slice(at)}`
  if (imports === undefined) return withEntry
  const last = /(?:^import [^;]*?from '[^']+'\n)(?![^]*^import )/m.exec(withEntry)
  const place = last === null ? 0 : last.index + last[0].length
  return `${withEntry.slice(0, place)}${imports}\n${withEntry.slice(place)}`
}

if (import.meta.main) {
  const [kind = '', path = ''] = process.argv.slice(2)
  try {
    const { written, left } = makeNew(fileURLToPath(new URL('../..', import.meta.url)), kind, path)
    console.log(`Written: ${written.join(', ')}. npm run format may change them.`)
    console.log(['Left:', `each ${mark}: until then scripts/house/sources.test.ts is red`, ...left].join('\n  '))
  } catch (error) {
    console.error(`Cannot begin it: ${error instanceof Error ? error.message : String(error)}`)
    console.error(`Usage: npm run new -- ${Object.keys(kinds).join('|')} NAME`)
    process.exitCode = 2
  }
}
