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
 * A text as lines that fit, between words. Words that are too long are cut behind a comma, or else anywhere.
 * @param first what the first line begins with
 * @param indent how many blanks the further ones begin with
 */
export function wrapped(first: string, text: string, indent: number, width?: number): readonly string[] {
  if (width === undefined) return [`${first}${text}`]
  const room = Math.max(width, leastWidth) - indent
  const lines: string[] = []
  let line: string | undefined
  for (const [glue, piece] of text.split(' ').flatMap((word) => piecesOf(word, room))) {
    const longer: string = line === undefined ? piece : `${line}${glue}${piece}`
    if (line !== undefined && lengthOf(longer) > room) {
      lines.push(line)
      line = piece
    } else line = longer
  }
  return [...lines, line ?? ''].map((each, at) => `${at === 0 ? first : ' '.repeat(indent)}${each}`)
}

/** A word, or the pieces of one that has no room on a line, each with what stands before it. */
function piecesOf(word: string, room: number): readonly (readonly [glue: string, piece: string])[] {
  if (lengthOf(word) <= room) return [[' ', word]]
  const pieces = (word.match(/[^,]+,?|,/g) ?? []).flatMap((part) => cut(part, room))
  return pieces.map((piece, at) => [at === 0 ? ' ' : '', piece])
}

function cut(part: string, room: number): readonly string[] {
  const pieces = ['']
  // A sequence that sets a colour is one.
  for (const character of part.match(/\p{Cc}\[\d+m|./gsu) ?? []) {
    const longer = `${pieces.at(-1)}${character}`
    if (lengthOf(longer) > room) pieces.push(character)
    else pieces[pieces.length - 1] = longer
  }
  return pieces
}

// Characters of East Asia, and pictures, are as wide as two.
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Emoji_Presentation}/gu

/** How many places a text takes on a line. */
export function lengthOf(text: string): number {
  const seen = stripVTControlCharacters(text)
  return (seen.match(/\P{M}/gu)?.length ?? 0) + (seen.match(wide)?.length ?? 0)
}

// Quoted parts may hold blanks, and a part of several quotes is one word for the shell.
const shellWords = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs

/** A command as lines that fit, each but the last with the sign that the command goes on, so that all can be pasted at once. */
export function wrappedCommand(first: string, command: string, indent: number, width?: number): readonly string[] {
  const words = command.match(shellWords) ?? []
  // What is no plain list of words stays whole.
  if (width === undefined || lengthOf(command) + indent <= width || words.join(' ') !== command)
    return [`${first}${command}`]
  const [start = '', ...parts] = withValues(words)
  const lines = [start]
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`
    if (lengthOf(longer) + indent + 2 <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map(
    (line, at) => `${at === 0 ? first : ' '.repeat(indent)}${line}${at === lines.length - 1 ? '' : ' \\'}`,
  )
}

/** Words of a command, each flag together with its value. */
function withValues(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const isValue = words[at - 1]?.startsWith('-') === true && !word.startsWith('-')
    const value = words[at + 1]
    const hasValue = word.startsWith('-') && value?.startsWith('-') === false
    return isValue ? [] : [hasValue ? `${word} ${value}` : word]
  })
}
