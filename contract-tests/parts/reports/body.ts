import type { FindingResult } from '../../verdict/result.ts'

/** A line of a pretty-printed body: its parts by what they are, and whether it is where the body is wrong. */
interface BodyLine {
  readonly depth: number
  readonly parts: readonly (readonly [kind: PartKind, text: string])[]
  readonly isWrong: boolean
}

type PartKind = 'member' | 'text' | 'value' | 'sign'

type Line = Omit<BodyLine, 'isWrong'> & {
  /** Which item of the outermost list it belongs to. */
  readonly item: number | undefined
}

// What comes back may be cut or malformed, so what cannot be read is a part like any other.
const tokens = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs

// What the interface documents has three levels. Each further one would indent all that is in it.
const mostDepth = 8

/**
 * A body of JSON line by line, as far as it goes, with what a finding is about marked. Of a list, only the item with
 * that place and the next one are there; of one that is too long, the last item that may be there and the next one.
 */
export function bodyLines(finding: FindingResult): readonly BodyLine[] {
  const lines = prettyLines(finding.exchange.responseBody)
  const isWrong = wrongPlace(finding, lines)
  const wrong = lines.find(isWrong)?.item ?? 0
  const first = finding.expected.atMost === undefined ? wrong : Math.max(0, wrong - 1)
  const isNear = ({ item = first }: Line): boolean => item === first || item === first + 1
  return lines.flatMap((line, at): readonly BodyLine[] => {
    if (isNear(line)) return [{ ...line, isWrong: isWrong(line) }]
    // One line stands for all that is left out here.
    const isFirst = lines.slice(at - 1, at).some(isNear)
    return isFirst ? [{ depth: 1, parts: [['sign', '…']], isWrong: isWrong(line) }] : []
  })
}

function prettyLines(body: string): readonly Line[] {
  // A page of HTML, or a text.
  if (!/^\s*[[{"]/.test(body))
    return body.split('\n').map((text) => ({ depth: 0, parts: [['sign', text]], item: undefined }))
  const open: string[] = []
  const lines: { depth: number; parts: (readonly [PartKind, string])[]; item: number | undefined }[] = []
  let item: number | undefined
  let before = ''
  for (const [token] of body.matchAll(tokens)) {
    const isEnd = token === ']' || token === '}'
    if (isEnd) open.pop()
    if (before === '' || (isEnd ? !/[[{]/.test(before) : /^[[{,]$/.test(before)))
      lines.push({ depth: Math.min(open.length, mostDepth), parts: [], item: open.length === 0 ? undefined : item })
    const parts = lines.at(-1)?.parts ?? []
    if (token === '[' && open.length === 0) item = 0
    else if (token === ',' && open.length === 1 && item !== undefined) item++
    const isMember = parts.length === 0 && token.startsWith('"') && open.at(-1) === '{'
    if (token === '[' || token === '{') open.push(token)
    parts.push([isMember ? 'member' : kindOf(token), token === ':' ? ': ' : token])
    before = token
  }
  return lines
}

function kindOf(token: string): PartKind {
  if (/^[[\]{},:]$/.test(token)) return 'sign'
  return token.startsWith('"') ? 'text' : 'value'
}

/** Finds the lines that a finding is about. */
function wrongPlace({ at, expected, received }: FindingResult, lines: readonly Line[]): (line: Line) => boolean {
  if (at?.part !== 'body') return () => false
  const { atMost } = expected
  if (atMost !== undefined) return ({ item }) => item !== undefined && item >= atMost
  const isThere = ({ item }: Line): boolean => at.item === undefined || item === at.item
  if (at.member === undefined) return isThere
  // Of a list or an object, only the first sign is on the line.
  const value = unescaped(withoutEnd(`${received.is}`)).replace(/^([[{]).*/s, '$1')
  const isMember = (line: Line): boolean => {
    const [first, ...others] = line.parts
    const its = others.findLast(([kind]) => kind !== 'sign')?.[1] ?? value
    return first?.[1] === `"${at.member}"` && isThere(line) && unescaped(its).startsWith(value)
  }
  if (lines.some(isMember)) return isMember
  // What is missing is missing in all of it.
  return (line) => received.is === undefined && isThere(line)
}

/** The same text, however it was escaped. */
function unescaped(json: string): string {
  return json.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Long texts are cut where they are shown. */
function withoutEnd(text: string): string {
  return text.endsWith('…') ? text.slice(0, -1) : text
}
