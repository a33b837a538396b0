import type { Decoded } from './decoded.ts'

/** A letter or digit of ASCII, or what looks like one or hides one; nothing for all else. */
function plainLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Tags of Unicode, which nobody sees.
  const letter = code > 0xe0000 && code < 0xe0080 ? String.fromCharCode(code - 0xe0000) : character.normalize('NFKD')
  return /^[A-Za-z0-9]/.exec(letter)?.[0] ?? ''
}

/** The letters and digits of a text, without what stands between them. */
export function lettersOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/gu, plainLetter)
}

// Tags and named characters of HTML, and colours of a terminal. All is bounded, so that the search takes linear time.
const markup = String.raw`<[^<>]{0,200}>|&[A-Za-z]{2,30};|(?:\x1b\[|\x9b)[0-?]{0,40}[ -\/]{0,4}[@-~]`
// If markup leaves more letters together, it leaves half of a key.
const mostBetween = 40
const muchMarkup = new RegExp(`(?:(?:${markup})[^<&\\x1b\\x9b]{0,${mostBetween}}){2,}`, 'g')
const eachMarkup = new RegExp(markup, 'g')

/** The letters and digits of a text, as {@link lettersOf} gives them. */
export function* lettersIn(text: string): Generator<Decoded> {
  const joined = join([{ text, start: 0 }])
  if (joined.text.length < text.length) yield joined
}

/** The same without the letters of tags, of `&shy;` and the like, and of colours, where a text is full of them. */
export function* lettersWithoutMarkup(text: string): Generator<Decoded> {
  const parts = Array.from(text.matchAll(muchMarkup), ({ 0: found, index }): Part => {
    const start = Math.max(0, index - mostBetween)
    const part = text.slice(start, index + found.length)
    return { text: part.replaceAll(eachMarkup, ({ length }) => ' '.repeat(length)), start }
  })
  if (parts.length > 0) yield join(parts)
}

/** A part of a text, and where it begins there. */
interface Part {
  readonly text: string
  readonly start: number
}

/** What the letters and digits in some parts of a text are together. */
function join(parts: readonly Part[]): Decoded {
  const size = parts.reduce((sum, { text }) => sum + text.length, 0)
  const letters = Buffer.alloc(size)
  const from = new Int32Array(size)
  const to = new Int32Array(size)
  let length = 0
  for (const { text, start } of parts)
    for (let at = 0, next = 0; at < text.length; at = next) {
      const code = text.codePointAt(at) ?? 0
      next = at + (code > 0xffff ? 2 : 1)
      const letter = plainOf[code] ?? plainCode(code)
      if (letter === 0) continue
      letters[length] = letter
      from[length] = start + at
      to[length++] = start + next
    }
  return { text: letters.toString('latin1', 0, length), from, to }
}

/** The code of {@link plainLetter}, or 0. */
function plainCode(code: number): number {
  return plainLetter(String.fromCodePoint(code)).charCodeAt(0) || 0
}

// Bytes that were decoded have all of them.
const plainOf = Uint8Array.from({ length: 256 }, (_, code) => plainCode(code))

/** The letters of numbers in a row, as Node writes a Buffer. */
export function* lettersOfNumbers(text: string): Generator<Decoded> {
  if (!/(?:\d{1,3}[\s,;]{1,9}){7}/.test(text)) return
  const found = [...text.matchAll(/(?<!\d)\d{1,3}(?!\d)/g)]
  yield {
    text: found.map(([number]) => String.fromCharCode(Number(number))).join(''),
    from: Int32Array.from(found, ({ index }) => index),
    to: Int32Array.from(found, ({ 0: number, index }) => index + number.length),
  }
}
