/** A request of a `curl` line. */
export interface CurlCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const withValue = new Set(['-o', '-w', '-H', '-X', '-d', '--data-raw', '-D'])
const alone = new Set(['-s', '-i'])

/**
 * The requests of a shell block, in order; `undefined` if anything in it is more than variables and `curl`. What a pipe
 * does with a reply is left out: the whole reply is shown.
 */
export function readCurls(script: string): readonly CurlCall[] | undefined {
  const variables = new Map<string, string>()
  const calls: CurlCall[] = []
  for (const line of script.replaceAll('\\\n', ' ').split('\n')) {
    const words = wordsOf(line, variables)
    if (words[0] === 'export') for (const word of words.slice(1)) setVariable(word, variables)
    else if (words[0] === 'curl') {
      const call = callOf(words.slice(1))
      if (call === undefined) return undefined
      calls.push(call)
    } else if (words.length > 0) return undefined
  }
  return calls
}

function setVariable(word: string, variables: Map<string, string>): void {
  const at = word.indexOf('=')
  variables.set(word.slice(0, at), word.slice(at + 1))
}

// A quoted part, a sign of the shell, or a word.
const parts = /'([^']*)'|"((?:[^"\\]|\\.)*)"|([|#])|((?:[^\s'"|#\\]|\\.)+)|(\s+)/gy

/** The words of a line up to a pipe or a comment, with variables in them replaced. */
function wordsOf(line: string, variables: ReadonlyMap<string, string>): readonly string[] {
  const replaced = (text: string): string =>
    text.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => variables.get(name) ?? '').replaceAll(/\\(.)/g, '$1')
  const words: string[] = []
  let isOpen = false
  for (const [, single, double, sign, bare, blank] of line.matchAll(parts)) {
    if (sign !== undefined) break
    if (blank === undefined) {
      const text = single ?? replaced(double ?? bare ?? '')
      if (isOpen) words.push(`${words.pop()}${text}`)
      else words.push(text)
    }
    isOpen = blank === undefined
  }
  return words
}

function callOf(words: readonly string[]): CurlCall | undefined {
  const headers: Record<string, string> = {}
  let [method, url, body]: (string | undefined)[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (alone.has(word)) continue
    if (!withValue.has(word)) {
      if (word.startsWith('-') || url !== undefined) return undefined
      url = word
      continue
    }
    const value = words[++at] ?? ''
    if (word === '-X') method = value
    if (word === '-d' || word === '--data-raw') body = value
    const [, name, rest] = word === '-H' ? (/^([^:]+): *(.*)/.exec(value) ?? []) : []
    if (name !== undefined) headers[name.toLowerCase()] = rest ?? ''
  }
  if (url === undefined) return undefined
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body }
}
