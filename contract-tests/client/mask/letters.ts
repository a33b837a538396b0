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

const letters = String.raw`[A-Za-z0-9]+|[^\p{ASCII}]`
// Tags and named characters of HTML, and colours of a terminal. All is bounded, so that the search takes linear time.
const markup = String.raw`<[^<>]{0,200}>|&[A-Za-z]{2,30};|(?:\x1b\[|\x9b)[0-?]{0,40}[ -\/]{0,4}[@-~]`
// If markup leaves more letters together, it leaves half of a key.
const mostBetween = 40
const muchMarkup = new RegExp(`(?:(?:${markup})[^<&\\x1b\\x9b]{0,${mostBetween}}){2,}`, 'g')

/** The letters and digits of a text, as {@link lettersOf} gives them. */
export function* lettersIn(text: string): Generator<Decoded> {
  const joined = join(text, letters, [[0, text.length]])
  if (joined.text.length < text.length) yield joined
}

/** The same without the letters of tags, of `&shy;` and the like, and of colours, where a text is full of them. */
export function* lettersWithoutMarkup(text: string): Generator<Decoded> {
  const parts = Array.from(text.matchAll(muchMarkup), ({ 0: found, index }): Part => {
    return [Math.max(0, index - mostBetween), index + found.length]
  })
  if (parts.length > 0) yield join(text, `${markup}|${letters}`, parts)
}

type Part = readonly [from: number, to: number]

/** What the letters and digits in some parts of a text are together. */
function join(text: string, pattern: string, parts: readonly Part[]): Decoded {
  const size = parts.reduce((sum, [start, end]) => sum + end - start, 0)
  const joined: string[] = []
  const from = new Int32Array(size)
  const to = new Int32Array(size)
  let length = 0
  for (const [start, end] of parts)
    for (const { 0: found, index } of text.slice(start, end).matchAll(new RegExp(pattern, 'gu'))) {
      const isPlain = /^[A-Za-z0-9]/.test(found)
      const plain = isPlain ? found : plainLetter(found)
      for (let at = 0; at < plain.length; at++, length++) {
        from[length] = start + index + at
        to[length] = start + index + (isPlain ? at + 1 : found.length)
      }
      joined.push(plain)
    }
  return { text: joined.join(''), from, to }
}

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
