import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Why not API Extractor: spec/decisions/0052-where-a-library-was-turned-down.md.
const head = `# Public API

Every export of the package, with its type. \`npm run check:package\` fails if this page is stale; \`npm run api\` makes it
anew. Whatever is taken away or narrowed here is a breaking change: see the [changelog](../CHANGELOG.md).
`

type Declaration = { readonly file: string; readonly text: string }

/**
 * A page that declares all that a package exports, by the paths that its users import, and below them the types that
 * they name without a name of their own in the package.
 * @param exported the `exports` of package.json, whose declaration files are there
 */
export function apiReport(packageName: string, exported: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(exported).flatMap(([path, target]) =>
    typeof target === 'object' && target !== null && 'types' in target
      ? [{ entry: packageName + path.slice(1), file: String(target.types) }]
      : [],
  )
  const shownIn = new Map<string, string>()
  const show = (entry: string, names: readonly string[], file: string) =>
    names.map((exportName) => {
      const declaration = declarationOf(exportName, file)
      if (declaration === undefined) throw new Error(`${file} does not declare ${exportName}.`)
      const before = shownIn.get(declaration.text)
      shownIn.set(declaration.text, before ?? entry)
      return { ...declaration, name: exportName, before }
    })
  const exportedOf = entries.map(({ entry, file }) => {
    const statements = statementsOf(file)
    const augmented = statements.filter((text) => text.startsWith('declare global')).map((text) => ({ file, text }))
    const names = statements.flatMap(exportedNames).toSorted((one, other) => one.localeCompare(other, 'en'))
    return { entry, augmented, shown: show(entry, names, file) }
  })
  const anchors = new Set<string>()
  // A second heading of one name has another anchor on each site.
  const link = (name: string, anchor = name.toLowerCase()) =>
    anchors.has(anchor) ? name : anchors.add(anchor) && `[${name}](#${anchor})`
  const sections = exportedOf.map(({ entry, augmented, shown }) => {
    const own = shown.filter(({ before }) => before === undefined)
    const hidden = [...augmented, ...own].flatMap(usedBy)
    const more = [...augmented, ...hidden.filter(({ text }) => !shownIn.has(text) && shownIn.set(text, entry))]
    const block = (text: string) => `\`\`\`ts ${entry}\n${text}\n\`\`\`\n`
    return [
      `## ${entry}\n`,
      `${own.map(({ name }) => link(name)).join(' · ')}\n`,
      ...shown.flatMap(({ name, before }) => (before === undefined ? [] : `${name} is as in ${before}.\n`)),
      ...own.flatMap(({ name, text }) => [`### ${name}\n`, block(text)]),
      ...(more.length > 0 ? ['Types that these name:\n', block(more.map(({ text }) => text).join('\n\n'))] : []),
    ].join('\n')
  })
  return [head, ...sections].join('\n')
}

/** The types of this package that a declaration names. */
function usedBy({ file, text }: Declaration): Declaration[] {
  return [...new Set(text.match(/\b[A-Z]\w+/g))].flatMap((name) => declarationOf(name, file) ?? [])
}

/** The declaration of a name that a file knows, wherever it comes from. */
function declarationOf(name: string, file: string): Declaration | undefined {
  const statements = statementsOf(file)
  for (const text of statements) {
    if (declaredName(text) === name) return { file, text }
    const { names, source } = listIn(text)
    const original = names.get(name)
    if (original === undefined) continue
    // What comes from another package is that package's to declare.
    if (source !== undefined && !source.startsWith('.'))
      return text.startsWith('export ') ? { file, text: `export { ${name} } from '${source}';` } : undefined
    // What a file exports by a list without a source, it declares or imports.
    if (source !== undefined) return declarationOf(original, join(dirname(file), source.replace(/\.[jt]s$/, '.d.ts')))
    if (original !== name) return declarationOf(original, file)
  }
  return undefined
}

/** The statements of a declaration file, as the compiler lays them out, without comments. */
function statementsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '')
  return text.split(/\n(?=export |import |declare |interface |type )/).map((statement) => statement.trim())
}

function exportedNames(statement: string): string[] {
  if (!statement.startsWith('export ')) return []
  const name = declaredName(statement)
  return name === undefined ? [...listIn(statement).names.keys()] : [name]
}

function declaredName(statement: string): string | undefined {
  return /^(?:export )?(?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/.exec(statement)?.[1]
}

/** The names in the braces of an import or export, each with its original name, and the file they come from. */
function listIn(statement: string): { names: ReadonlyMap<string, string>; source: string | undefined } {
  const [, list = '', source] = /^(?:import|export) (?:type )?\{([^}]*)\}(?: from '([^']*)')?/.exec(statement) ?? []
  const names = list.split(',').flatMap((item) => {
    const [, original = '', name = original] = /^(?:type )?(\w+)(?: as (\w+))?$/.exec(item.trim()) ?? []
    return name === '' ? [] : [[name, original] as const]
  })
  return { names: new Map(names), source }
}

/** Writes the page for the package as it is built. */
if (import.meta.main) {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    name: string
    exports: Readonly<Record<string, unknown>>
  }
  writeFileSync('docs/api.md', apiReport(name, exports))
}
