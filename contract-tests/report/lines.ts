import { stripVTControlCharacters, styleText } from 'node:util'

/** How lines for a terminal look. */
export interface LineStyle {
  readonly hasColour: boolean
  /** How many characters a line may have; `undefined` for any number. */
  readonly width?: number | undefined
}

type Style = Parameters<typeof styleText>[0]

/** Gives a text a colour, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

export function painter({ hasColour }: LineStyle): Paint {
  return (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text)
}

// Below this, a hanging indent would leave no room for a word.
const leastWidth = 50

/**
 * A text as lines that fit, between words.
 * @param first what the first line begins with
 * @param indent how many blanks the further ones begin with
 */
export function wrapped(first: string, text: string, indent: number, width?: number): readonly string[] {
  if (width === undefined) return [`${first}${text}`]
  const room = Math.max(width, leastWidth) - indent
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length === 0 || lengthOf(longer) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line, at) => `${at === 0 ? first : ' '.repeat(indent)}${line}`)
}

/** How many places a text takes on a line, but for pictures and letters of East Asia, which take two. */
export function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length
}
