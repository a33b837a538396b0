import { counted } from '../../../spec/counted.ts'
import type { FindingResult } from '../../verdict/result.ts'

/** A line of a pretty-printed body. */
interface Line {
  readonly depth: number
  readonly text: string
  /** Which item of the outermost list it belongs to. */
  readonly item: number | undefined
}

/** A line, and whether it is where the body is wrong. */
type BodyLine = Pick<Line, 'depth' | 'text'> & { readonly isWrong: boolean }

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
  const last = lines.findLast(({ item }) => item !== undefined)?.item ?? 0
  return lines.flatMap((line, at): readonly BodyLine[] => {
    if (isNear(line)) return [{ ...line, isWrong: isWrong(line) }]
    // One line stands for all that is left out here.
    const isFirst = lines.slice(at - 1, at).some(isNear)
    const { item = 0 } = line
    const more = item < first ? first : last - first - 1
    return isFirst ? [{ depth: 1, text: `… ${counted(more, 'more item')}`, isWrong: isWrong(line) }] : []
  })
}

function prettyLines(body: string): readonly Line[] {
  // A page of HTML, or a text.
  if (!/^\s*[[{"]/.test(body)) return body.split('\n').map((text) => ({ depth: 0, text, item: undefined }))
  const open: string[] = []
  const lines: Line[] = []
  let item: number | undefined
  let before = ''
  for (const [token] of body.matchAll(tokens)) {
    const isEnd = token === ']' || token === '}'
    if (isEnd) open.pop()
    const text = token === ':' ? ': ' : token
    const last = lines.at(-1)
    if (last === undefined || (isEnd ? !/[[{]/.test(before) : /^[[{,]$/.test(before)))
      lines.push({ depth: Math.min(open.length, mostDepth), text, item: open.length === 0 ? undefined : item })
    else lines[lines.length - 1] = { ...last, text: last.text + text }
    if (token === '[' && open.length === 0) item = 0
    else if (token === ',' && open.length === 1 && item !== undefined) item++
    if (token === '[' || token === '{') open.push(token)
    before = token
  }
  return lines
}

/** Finds the lines that a finding is about. */
function wrongPlace({ at, expected, received }: FindingResult, lines: readonly Line[]): (line: Line) => boolean {
  if (at?.part !== 'body') return () => false
  const { atMost } = expected
  if (atMost !== undefined) return ({ item }) => item !== undefined && item >= atMost
  const isThere = ({ item }: Line): boolean => at.item === undefined || item === at.item
  if (at.member === undefined) return isThere
  // Long texts are cut where they are shown, and of a list or an object only the first sign is on the line.
  const value = unescaped(`${received.is}`.replace(/…$/, '')).replace(/^([[{]).*/s, '$1')
  const isMember = (line: Line): boolean => isThere(line) && unescaped(line.text).startsWith(`"${at.member}": ${value}`)
  if (lines.some(isMember)) return isMember
  // What is missing is missing in all of it.
  return (line) => received.is === undefined && isThere(line)
}

/** The same text, however it was escaped. */
function unescaped(json: string): string {
  return json.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
