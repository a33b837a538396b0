import { readJson } from '../../../../spec/index.ts'

// A string with its escapes, brackets around nothing, a mark of structure, or a literal. What is between them is white space.
const token = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/gs

/**
 * Well-formed JSON with a member or element a line: every literal as it was sent, so that no digit and no member that is
 * there twice is lost. `undefined` for any other text.
 */
export function indentJson(text: string): string | undefined {
  if (!readJson(text).ok) return undefined
  let depth = 0
  const nextLine = (deeper = 0) => `\n${'  '.repeat((depth += deeper))}`
  return text
    .match(token)
    ?.map((part) => {
      if (part === '[' || part === '{') return part + nextLine(1)
      if (part === ']' || part === '}') return nextLine(-1) + part
      if (part === ',') return part + nextLine()
      if (part === ':') return ': '
      return part.startsWith('"') ? part : part.replaceAll(/\s/g, '')
    })
    .join('')
}
