import { readJson } from '../../../../spec/index.ts'

const step = '  '
// A string with its escapes, a mark of structure, or a literal. What is between them is white space.
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs

/**
 * Well-formed JSON with a member or element a line: every literal as it was sent, so that no digit and no member that is
 * there twice is lost. `undefined` for any other text.
 */
export function indentJson(text: string): string | undefined {
  if (!readJson(text).ok) return undefined
  const tokens = text.match(token) ?? []
  const lines: string[] = []
  let line = ''
  let depth = 0
  const breakLine = () => {
    lines.push(line)
    line = step.repeat(depth)
  }
  for (const [index, part] of tokens.entries()) {
    const isEmpty = index > 0 && '[{'.includes(tokens[index - 1] ?? ' ')
    if (part === ']' || part === '}') {
      depth--
      if (!isEmpty) breakLine()
      line += part
    } else {
      if (isEmpty) breakLine()
      line += part === ':' ? ': ' : part
      if (part === '[' || part === '{') depth++
      if (part === ',') breakLine()
    }
  }
  return [...lines, line].join('\n')
}
