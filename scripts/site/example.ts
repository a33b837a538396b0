import { stripTypeScriptTypes } from 'node:module'
import { parseArgs } from 'node:util'

/** A request of a `curl` line. */
export interface CurlCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a block of the docs does when it is run: its requests, or its program. */
export type Example = { readonly calls: readonly CurlCall[] } | { readonly program: string }

/** The modules that a program can have in a tab. */
const modules = new Set(['animal-store-kit', 'animal-store-kit/node', 'animal-store-kit/fixtures'])

/**
 * What a block does, if a tab can do it. One with the name of a file is part of an app, and is not run.
 * @param exports the lines of earlier blocks that set variables
 */
export function exampleOf(info: string, content: string, exports = ''): Example | undefined {
  if (info === 'sh') {
    const calls = readCurls(exports + content)
    const isOurs = calls?.every(({ url }) => url.startsWith('http://127.0.0.1:4010/'))
    return calls?.length && isOurs ? { calls } : undefined
  }
  const names = [...content.matchAll(/^import .* from '(.*)'$/gm)].map(([, name = '']) => name)
  const isAlone = names.length > 0 && names.every((name) => modules.has(name)) && content.includes('fetch(')
  if (!isAlone || !['ts', 'js', 'js first.mjs'].includes(info)) return undefined
  // Made a function, it gets what it imports as an argument.
  const program = stripTypeScriptTypes(content).replaceAll(
    /^import \{(.*)\} from '(.*)'$/gm,
    (_, members: string, from: string) => `const {${members.replaceAll(' as ', ': ')}} = modules['${from}']`,
  )
  return { program }
}

/** The requests of a shell block, in order; `undefined` if anything in it is more than variables and `curl`. */
export function readCurls(script: string): readonly CurlCall[] | undefined {
  const variables = new Map<string, string>()
  const calls: CurlCall[] = []
  for (const line of script.replaceAll('\\\n', ' ').split('\n')) {
    const [command, ...words] = wordsOf(line, variables)
    if (command === 'export')
      for (const [, name = '', value = ''] of words.join('\n').matchAll(/^(\w+)=(.*)/gm)) variables.set(name, value)
    else if (command === 'curl') {
      const call = callOf(words)
      if (call === undefined) return undefined
      calls.push(call)
    } else if (command !== undefined) return undefined
  }
  return calls
}

// A quoted part, a sign of the shell, or a word.
const parts = /'([^']*)'|"((?:[^"\\]|\\.)*)"|([|#])|((?:[^\s'"|#\\]|\\.)+)|(\s+)/gy

/** The words of a line up to a comment, or to a pipe: the whole reply is shown. Variables are replaced. */
function wordsOf(line: string, variables: ReadonlyMap<string, string>): readonly string[] {
  const replaced = (text: string): string =>
    text.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => variables.get(name) ?? '').replaceAll(/\\(.)/g, '$1')
  const words: string[] = []
  let isOpen = false
  for (const [, single, double, sign, bare, blank] of line.matchAll(parts)) {
    if (sign !== undefined) break
    const text = single ?? replaced(double ?? bare ?? '')
    if (blank === undefined) words.push(isOpen ? `${words.pop()}${text}` : text)
    isOpen = blank === undefined
  }
  return words
}

const value = (short: string) => ({ type: 'string', short }) as const
const flag = (short: string) => ({ type: 'boolean', short }) as const

/** The options that the docs use. */
const options = {
  request: value('X'),
  header: { ...value('H'), multiple: true },
  data: value('d'),
  output: value('o'),
  'write-out': value('w'),
  'dump-header': value('D'),
  silent: flag('s'),
  include: flag('i'),
} as const

function callOf(args: readonly string[]): CurlCall | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [url, ...others] = positionals
    if (url === undefined || others.length > 0) return undefined
    const headers = (values.header ?? []).map((text) => text.split(/: */, 2) as [string, string])
    const method = values.request ?? (values.data === undefined ? 'GET' : 'POST')
    return { method, url, headers: Object.fromEntries(headers), body: values.data }
  } catch {
    return undefined
  }
}
