import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { escapeForRegExp } from '../../spec/printable.ts'
import { type Part, coreEntries, isIn, parts } from './parts.ts'
import { kindOf, sourceFiles } from './sources.ts'

/** What was taken out of a tree. */
interface TakenOut {
  /** The part, and those that need it. */
  readonly names: readonly string[]
  /** Tests of other folders that import it. */
  readonly tests: readonly string[]
  /** What registered it, as `file:line`. */
  readonly registered: readonly string[]
  /** What stands in the way: a folder that more than one file of the product registers. */
  readonly problems: readonly string[]
}

interface Import {
  readonly file: string
  readonly text: string
  readonly target: string
  readonly line: number
}

/** Deletes a part, whatever needs it, their pages, tests and rows, and the line that registers each of their folders. */
export function takeOut(root: string, name: string, table: Readonly<Record<string, Part>> = parts): TakenOut {
  const names = new Set([name])
  for (const gone of names)
    for (const [other, { needs }] of Object.entries(table)) if (needs?.includes(gone)) names.add(other)
  const gone = [...names].flatMap((each) => table[each] ?? [])
  const folders = gone.flatMap((part) => part.folders)
  const remove = (path: string) => rmSync(join(root, path), { recursive: true, force: true })
  for (const path of [...folders, ...gone.flatMap(({ pages = [] }) => pages)]) remove(path)
  const tests: string[] = []
  // A helper of tests may go, too, and then whatever imports that.
  for (let before = -1; before < tests.length;) {
    before = tests.length
    const away = { folders: [...folders, ...tests] }
    const found = importsIn(root).filter(({ file, target }) => kindOf(file) === 'tests' && isIn(away, target))
    tests.push(...new Set(found.map(({ file }) => file)))
    tests.forEach(remove)
  }
  const left = importsIn(root)
  const lines = folders.map((folder) => left.filter(({ target }) => isIn({ folders: [folder] }, target)))
  const placeOf = ({ file, line }: Import) => `${file}:${line}`
  const problems = lines.flatMap((all, index) => {
    const found = all.filter(({ file }) => isRegistration(file))
    const isOne = new Set(found.map(({ file }) => file)).size <= 1
    return isOne ? [] : [`${folders[index]} is imported in ${found.map(placeOf).join(', ')}`]
  })
  if (problems.length === 0) lines.flat().forEach((found) => unregister(root, found))
  forget(root, [...names])
  return { names: [...names], tests, registered: lines.flat().map(placeOf), problems }
}

/** What users get by name, what shows that the kit is right, and tools of this repository register nothing. */
function isRegistration(file: string): boolean {
  if (Object.values(coreEntries).includes(file.replace(/\.ts$/, ''))) return false
  return kindOf(file) === 'product' && !/^scripts\/(?!commands\/)/.test(file)
}

/** All imports of files, as statements or as lines. */
function importsIn(root: string): readonly Import[] {
  const statement =
    /^(?:import|export)\s(?:[^';]*?from )?'(\.[^']+)'.*\n|^.*(?:\bimport|import\.meta\.resolve)\('(\.[^']+)'\).*\n/gm
  return sourceFiles(['ts', 'tsx', 'js'], root).flatMap((file) => {
    const whole = readFileSync(join(root, file), 'utf8')
    return Array.from(whole.matchAll(statement), ({ 0: text, 1: fixed, 2: later, index }) => ({
      file,
      text,
      target: join(dirname(file), fixed ?? later ?? ''),
      line: whole.slice(0, index).split('\n').length,
    }))
  })
}

/** Removes an import or the entry that it stands in, and the entries of lists that name what it imported. */
function unregister(root: string, { file, text }: Import): void {
  const list = /^import[^{]*\{([^}]*)\}/.exec(text)?.[1] ?? /^import (?:\* as )?(\w+)/.exec(text)?.[1] ?? ''
  const names = list.split(',').flatMap((item) => item.trim().split(' ').at(-1) || [])
  const whole = readFileSync(join(root, file), 'utf8')
  let rest = text.startsWith(' ')
    ? withoutEntry(whole, new RegExp(escapeForRegExp(text.trim())))
    : whole.replace(text, '')
  for (const name of names) {
    const item = `(?:\\.\\.\\.)?${name}(?:\\(\\))?`
    rest = rest.replaceAll(new RegExp(`, ${item}(?=[^\\n]*\\])|(?<=\\[)${item}(?:, )?(?=[^\\n]*\\])`, 'g'), '')
    rest = withoutEntry(rest, new RegExp(`\\b${name}\\b`))
  }
  writeFileSync(join(root, file), rest)
}

/** Without the entries of lists at the top of a module in which something stands. */
function withoutEntry(text: string, what: RegExp): string {
  const lines = text.split('\n')
  for (let from = lines.length - 1; from >= 0; from -= 1) {
    if (!/^ {2}[^\s\])}]/.test(lines[from] ?? '')) continue
    let to = from + 1
    while (/^ {3}/.test(lines[to] ?? '')) to += 1
    if (/^ {2}[\])}]/.test(lines[to] ?? '')) to += 1
    const isEntry = lines[to - 1]?.endsWith(',') === true
    if (isEntry && what.test(lines.slice(from, to).join('\n'))) lines.splice(from, to - from)
  }
  return lines.join('\n')
}

/** Removes the rows of the table. */
function forget(root: string, names: readonly string[]): void {
  const path = join(root, 'scripts/house/parts.ts')
  const row = new RegExp(`^  '?(?:${names.join('|')})'?: \\{(?:.*\\},|[^]*?\\n  \\},)\\n`, 'gm')
  writeFileSync(path, readFileSync(path, 'utf8').replace(row, ''))
}
