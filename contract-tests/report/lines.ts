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

// Characters of East Asia, and pictures, are as wide as two.
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Emoji_Presentation}/gu

/** How many places a text takes on a line. */
export function lengthOf(text: string): number {
  const seen = stripVTControlCharacters(text)
  return (seen.match(/\P{M}/gu)?.length ?? 0) + (seen.match(wide)?.length ?? 0)
}
