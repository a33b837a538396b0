import type { Decoded } from './decoded.ts'
import { unescaped, unescapedCss, unescapedMail } from './escapes.ts'
import { lettersIn, lettersOfNumbers, lettersWithoutMarkup } from './letters.ts'
import { bytesOfBase32, bytesOfBase64, bytesOfHex } from './packed-bytes.ts'

/** A text as it reads once it is decoded, and where its characters stand in the text as it came. */
export interface View {
  readonly text: string
  /** The place of a range, its last character included, in the text as it came. */
  readonly spanOf: (first: number, last: number) => readonly [from: number, to: number]
}

type Decode = (text: string) => Generator<Decoded>

const decoders: readonly Decode[] = [unescaped, unescapedCss, unescapedMail, bytesOfBase64, bytesOfBase32, bytesOfHex]
const lettersOnly: readonly Decode[] = [lettersIn, lettersWithoutMarkup, lettersOfNumbers]

// As in JSON that holds JSON, and base64 of that.
const mostLayers = 3
// Codes seldom hold a key whose letters stand apart.
const mostLayersOfLetters = 2
// How many characters may be searched: JSON in JSON has four times the length of its text, hex in base64 nine times.
const mostTimes = 24
const mostOfAny = 4_000_000

/**
 * A text and what it may stand for, decoded once and more often. Ends with `undefined` where that would be too much.
 * @param fewest of how many characters a view must be. What is decoded is never longer than what it is decoded from.
 */
export function* viewsOf(text: string, fewest: number): Generator<View | undefined> {
  let left = mostTimes * text.length + mostOfAny
  function* decoded(view: View, layers: number): Generator<View | undefined> {
    if (view.text.length < fewest) return
    left -= view.text.length
    if (left < 0) return yield undefined
    yield view
    if (layers < mostLayersOfLetters)
      for (const read of lettersOnly) for (const each of read(view.text)) yield placedIn(view, each)
    if (layers === mostLayers) return
    for (const decode of decoders)
      for (const each of decode(view.text)) yield* decoded(placedIn(view, each), layers + 1)
  }
  yield* decoded({ text, spanOf: (first, last) => [first, last + 1] }, 0)
}

function placedIn({ spanOf }: View, { text, from, to }: Decoded): View {
  return { text, spanOf: (first, last) => spanOf(from[first] ?? 0, (to[last] ?? 0) - 1) }
}
