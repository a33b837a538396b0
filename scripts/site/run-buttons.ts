import { stripTypeScriptTypes } from 'node:module'
import { readCurls } from './read-curl.ts'

/** What of markdown-it is used here. */
interface Markdown {
  readonly renderer: {
    readonly rules: {
      fence?:
        | ((
            tokens: readonly Token[],
            at: number,
            ...rest: [options: unknown, environment: Page, self: unknown]
          ) => string)
        | undefined
    }
  }
}

interface Token {
  readonly info: string
  readonly content: string
}

/** What is kept while a page is made: the variables that its blocks have set so far. */
interface Page {
  exports?: string
}

/** What a block does when it is run. */
export interface Runnable {
  readonly kind: 'curl' | 'program'
  readonly code: string
}

/** Puts a button below each block that asks the mock. */
export function addRunButtons(markdown: Markdown): void {
  const { rules } = markdown.renderer
  const before = rules.fence
  rules.fence = (tokens, at, ...rest) => {
    const [, page] = rest
    const { info = '', content = '' } = tokens[at] ?? {}
    const runnable = runnableOf(info, content, page.exports)
    if (info === 'sh') page.exports = `${page.exports ?? ''}${(content.match(/^export .*\n/gm) ?? []).join('')}`
    const html = before?.(tokens, at, ...rest) ?? ''
    return runnable === undefined ? html : `${html}${buttonHtml(runnable)}`
  }
}

/** The modules that a program can have in a tab. */
const modules = new Set(['animal-store-kit', 'animal-store-kit/node', 'animal-store-kit/fixtures'])

/** What a block does, if a tab can do it: a block with the name of a file is part of an app, and is not run. */
export function runnableOf(info: string, content: string, exports = ''): Runnable | undefined {
  if (info === 'sh') {
    const calls = readCurls(exports + content)
    const isOurs = calls?.every(({ url }) => url.startsWith('http://127.0.0.1:4010/'))
    return isOurs === true && calls !== undefined && calls.length > 0
      ? { kind: 'curl', code: exports + content }
      : undefined
  }
  const isProgram = info === 'ts' || info === 'js' || info === 'js first.mjs'
  if (!isProgram || !content.includes('fetch(')) return undefined
  const names = [...content.matchAll(/^import .* from '(.*)'$/gm)].map(([, name = '']) => name)
  if (names.length === 0 || !names.every((name) => modules.has(name))) return undefined
  return { kind: 'program', code: withoutImports(stripTypeScriptTypes(content)) }
}

/** A program for a function: what it imports comes from `modules`. */
function withoutImports(code: string): string {
  return code.replaceAll(
    /^import \{(.*)\} from '(.*)'$/gm,
    (_, names: string, from: string) => `const {${names.replaceAll(' as ', ': ')}} = modules['${from}']`,
  )
}

function buttonHtml({ kind, code }: Runnable): string {
  const encoded = Buffer.from(code).toString('base64')
  return `<div class="run" v-pre data-kind="${kind}" data-code="${encoded}"><div class="run-bar"><button type="button" data-run>Run</button><small>asks a mock in this tab</small></div></div>`
}
