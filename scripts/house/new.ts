// Begins something of a kind: npm run new -- KIND NAME writes what new.md has for it: files, a test that is red until it is
// filled in, and the lines that register it. Then it says what is left.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { thereIsNo } from '../../spec/index.ts'

/** Stands where a person has something to say. */
export const mark = 'FILL IN'

/** A file to write, or a line of a list, before another line or at the end of the list, with the import that it needs. */
interface Piece {
  readonly file: string
  /** What the list begins with; the file may be any that fits a pattern. */
  readonly list: string | undefined
  readonly before: string | undefined
  readonly text: string
}

/** What new.md has for a kind, and what is left to do. */
interface Kind {
  readonly pieces: readonly Piece[]
  readonly left: readonly string[]
}

/** The kinds whose lists are there: a part may be taken out. */
export function kindsIn(root: string): ReadonlyMap<string, Kind> {
  const page = readFileSync(new URL('new.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n')
  const piece = /^(?:New|In): `(.+?)`(?:, `(.+?)`)?(?:, before `(.+?)`)?\n\n```\w+\n(.*?)^```$/gms
  const kinds = page.split(/^## /m).map((section): [string, Kind] => {
    const pieces = Array.from(section.matchAll(piece), ([, file = '', list, before, text = '']) => {
      return { file, list, before, text }
    })
    const there = pieces.filter(({ file, list }) => list === undefined || globSync(file, { cwd: root }).length > 0)
    return [/^.*/.exec(section)?.[0] ?? '', { pieces: there, left: section.match(/(?<=^- ).*/gm) ?? [] }]
  })
  return new Map(kinds.filter(([, { pieces }]) => pieces.some(({ list }) => list !== undefined)))
}

/**
 * Writes what something of a kind begins with.
 * @returns what was written, and what is left to do
 * @throws {Error} when the kind, the name or its table is wrong, or something has that name; then nothing is written
 */
export function makeNew(root: string, kind: string, path: string) {
  const kinds = kindsIn(root)
  const { pieces, left } = kinds.get(kind) ?? {}
  if (pieces === undefined) throw new Error(thereIsNo('kind', kind, [...kinds.keys()]))
  const name = basename(path)
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is no name: expected small letters, digits and dashes, such as limit-99.`)
  const filled = (text: string) =>
    text
      .replaceAll('CAMEL', camel(name))
      .replaceAll('TITLE', camel(`-${name}`))
      .replaceAll('NAME', name)
  const texts = new Map<string, string>()
  for (const piece of oneTableOf(root, pieces, path)) {
    const file = filled(piece.file)
    if (piece.list !== undefined) {
      const whole = readFileSync(join(root, file), 'utf8')
      texts.set(file, withLine(whole, { ...piece, text: filled(piece.text) }, [name, camel(name)]))
    } else if (existsSync(join(root, file))) throw new Error(`${file} is there already.`)
    else texts.set(file, filled(piece.text))
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return { written: [...texts.keys()], left: left?.map(filled) ?? [] }
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** The pieces, with the one table that a path such as `lists/limit-99` names. @throws {Error} without such a table */
function oneTableOf(root: string, pieces: readonly Piece[], path: string): readonly Piece[] {
  const tables = pieces.flatMap((piece) =>
    globSync(piece.file.includes('*') ? piece.file : [], { cwd: root })
      .map((file) => ({ ...piece, file: file.replaceAll('\\', '/') }))
      .filter(({ file, list = '' }) => beginOf(readFileSync(join(root, file), 'utf8'), list) >= 0),
  )
  const found = tables.filter(({ file }) => file.endsWith(`/${dirname(path)}.ts`))
  if (found.length === 1 || tables.length === 0) return [...pieces.filter(({ file }) => !file.includes('*')), ...found]
  const known = tables.map(({ file }) => file.replace(/^(?:mocks\/parts\/faults|contract-tests\/servers)\/|\.ts$/g, ''))
  throw new Error(`Say in which table it stands, as in ${known[0]}/${basename(path)}: ${known.join(', ')}.`)
}

function beginOf(text: string, list: string): number {
  return text.search(new RegExp(`^${list.replace('{', '\\{')}`, 'm'))
}

/** A text with a further line in one of its lists. */
function withLine(text: string, { file, list = '', before, text: lines }: Piece, names: readonly string[]): string {
  const begin = beginOf(text, list)
  const end = begin + text.slice(begin).search(/\n[\]}]/) + 1
  if (begin < 0 || end <= begin) throw new Error(`${file} has no list that begins with "${list}".`)
  const items = text.slice(begin, end)
  const taken = new RegExp(`(?<![\\w-])(?:${names.join('|')})(?='?[:,])`).exec(items)?.[0]
  if (taken !== undefined) throw new Error(`${file} has ${taken} already.`)
  const [imports = '', entry = ''] = /^(import .*\n)?([^]*)$/.exec(lines)?.slice(1) ?? []
  const at = before === undefined || !items.includes(`\n${before}\n`) ? end : begin + items.indexOf(`\n${before}\n`) + 1
  const withEntry = `${text.slice(0, at)}${entry}${text.slice(at)}`
  const last = /(?:^import [^;]*?from '[^']+'\n)(?![^]*^import )/m.exec(withEntry)
  const place = last === null ? 0 : last.index + last[0].length
  return `${withEntry.slice(0, place)}${imports}${withEntry.slice(place)}`
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const [kind = '', path = ''] = process.argv.slice(2)
  const usage = `Usage: npm run new -- ${[...kindsIn(root).keys()].join('|')} NAME`
  if (kind === '--help') console.log(usage)
  else
    try {
      const { written, left } = makeNew(root, kind, path)
      console.log(`Written: ${written.join(', ')}. npm run format may change them.`)
      console.log(['Left:', `each ${mark}: until then scripts/house/sources.test.ts is red`, ...left].join('\n  '))
    } catch (error) {
      console.error(`Cannot begin it: ${error instanceof Error ? error.message : String(error)}`)
      console.error(usage)
      process.exitCode = 2
    }
}
