import { lettersOf } from './letters.ts'
import { type View, viewsOf } from './views.ts'

/**
 * Takes keys out of a text, whatever form they have there.
 * @param most how many characters to keep (default: all); the cut leaves no part of a key
 * @param place where the text stands: a key of a few letters is looked for in headers alone
 */
export type Mask = (text: string, most?: number, place?: 'header') => string

const shown = '[API key]'
/** What stands in the place of one of several keys. */
export const nameOfKey = /^key-\d+$/
const notShown = '[not shown: it cannot be searched for keys]'
// Shorter keys also occur in ordinary words.
const fewestCharacters = 8
/** Node takes no longer header, so nobody can send a longer key. */
const mostCharacters = 16_384
// About 600 bytes each. If there are more, the half of the keys that was seen least recently is forgotten.
const mostPieces = 200_000
// Longest encoding of a key that we look for: each letter is escaped three times.
const longestForm = 8000
const mostExtended = 16
const mostInBase64 = 100
// Results say the same short texts again and again: names of members, ids, reasons.
const [longestRecalled, mostRecalled] = [200, 1000]

/** Makes a mask for these keys: spec/decisions/0140-one-mask.md. */
export function maskFor(...keys: readonly (string | undefined)[]): Mask {
  const secrets = new Secrets()
  for (const key of keys) if (key !== undefined) secrets.add(key, shown)
  return secrets.mask
}

/** Makes a mask for whole keys only. Our own texts may share words with a key. */
export function maskForWhole(key: string): Mask {
  const secrets = new Secrets(true)
  secrets.add(key, shown)
  return secrets.mask
}

/** The base64 of a key behind zero, one or two other bytes, without the digits that depend on its neighbours. */
function base64Of(key: string): readonly string[] {
  return ['', ':', '::'].flatMap((before) => {
    const bytes = Buffer.from(before + key)
    const [first, last] = [before, bytes].map(({ length }) => (length * 8) / 6)
    const inner = bytes.toString('base64').slice(Math.ceil(first ?? 0), Math.floor(last ?? 0))
    return inner.length < fewestCharacters ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** A piece of a key. A text that has the piece shows the key. */
interface Piece {
  readonly key: string
  readonly at: number
  readonly name: string
}

/** Keys that no text may show. More can be added. The time to search a text does not depend on their number. */
export class Secrets {
  readonly #short = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #bySize = new Map<number, Pieces>()
  readonly #maskedBefore = new Map<string, string>()
  readonly #isWhole: boolean
  #pieces = 0
  #count = 0

  /** @param isWhole whether only whole keys are found */
  constructor(isWhole = false) {
    this.#isWhole = isWhole
  }

  /** Remembers a key, as the latest that was seen. @param name what stands in its place */
  add(key: string, name?: string): void {
    if (key === '' || key.length > mostCharacters) return
    const before = this.#names.get(key)
    this.#names.delete(key)
    this.#names.set(key, before ?? name ?? `key-${++this.#count}`)
    if (before === undefined) this.#remember(key)
    if (this.#pieces > mostPieces) this.#forgetHalf()
  }

  #forgetHalf(): void {
    const kept = [...this.#names].slice(this.#names.size / 2)
    for (const known of [this.#names, this.#short, this.#bySize]) known.clear()
    this.#pieces = 0
    for (const [key, name] of kept) this.#names.set(key, name)
    for (const [key] of kept) this.#remember(key)
  }

  #remember(key: string): void {
    this.#maskedBefore.clear()
    const name = this.#names.get(key) ?? shown
    if (key.length < fewestCharacters) return void this.#short.set(key, name)
    // Others may echo the key as text or as its bytes, or letter by letter.
    const forms = [key, Buffer.from(key).toString('latin1'), lettersOf(key)]
    // Node puts names of headers into small letters, and base64 in them can be decoded no more.
    if (this.#names.size <= mostInBase64) forms.push(...base64Of(key))
    for (const form of new Set(forms)) if (form.length >= fewestCharacters) this.#addForm(lowerCase(form), name)
  }

  /** What stands in the place of a key. */
  nameOf(key: string): string | undefined {
    return this.#names.get(key)
  }

  #addForm(key: string, name: string): void {
    const { size, stride } = this.#isWhole ? { size: key.length, stride: 1 } : piecesOf(key.length)
    const pieces = this.#bySize.get(size) ?? new Pieces(size)
    this.#bySize.set(size, pieces)
    for (let at = 0; at + size <= key.length; at += stride) if (pieces.add({ key, at, name })) this.#pieces++
  }

  readonly mask: Mask = (given, most = Number.POSITIVE_INFINITY, place?) => {
    const text = place === 'header' ? this.#withoutShort(given) : given
    const fewest = Math.min(...this.#bySize.keys())
    if (text.length < fewest) return cut(text.slice(0, most), text.length > most, most)
    // The end of the searched text may be the beginning of a key, so it is not shown.
    const isShort = text.length <= Math.min(most, longestRecalled)
    const masked = isShort
      ? this.#recalled(text, fewest)
      : this.#masked(text.slice(0, most + longestForm), most, fewest)
    return cut(masked, text.length > most, most)
  }

  #withoutShort(text: string): string {
    if (this.#short.size === 0) return text
    return text.replaceAll(/[^\s,;:="'<>()[\]{}?&]+/g, (word) => this.#short.get(word) ?? word)
  }

  #recalled(text: string, fewest: number): string {
    const known = this.#maskedBefore.get(text)
    if (known !== undefined) return known
    const masked = this.#masked(text, text.length, fewest)
    if (this.#maskedBefore.size === mostRecalled) this.#maskedBefore.clear()
    this.#maskedBefore.set(text, masked)
    return masked
  }

  /** The first `most` characters, with names in place of keys. */
  #masked(text: string, most: number, fewest: number): string {
    const found: Span[] = []
    for (const view of viewsOf(text, fewest)) {
      if (view === undefined) return notShown
      for (const pieces of this.#bySize.values()) for (const span of pieces.spansIn(view)) found.push(span)
    }
    let result = ''
    let end = 0
    for (const [from, to, name] of found.toSorted(([one], [other]) => one - other)) {
      if (from >= most) break
      if (from >= end) result += text.slice(end, from) + name
      end = Math.max(end, to)
    }
    return result + text.slice(end, most)
  }
}

function cut(text: string, isCut: boolean, most: number): string {
  return isCut || text.length > most ? `${text.slice(0, most).replace(/…$/, '')}…` : text
}

/**
 * Size and distance of the pieces that identify a key: each half of it or, of a long one, 16 characters at every 17th place.
 * There are few sizes, because a text is searched once for each.
 */
function piecesOf(length: number): { readonly size: number; readonly stride: number } {
  const size = Math.floor(length / 4) * 2
  return size < 32 ? { size: Math.max(fewestCharacters, size), stride: 1 } : { size: 16, stride: 17 }
}

type Span = readonly [from: number, to: number, name: string]

// Random, so that nobody can construct texts with many equal hashes.
const factor = (Math.floor(Math.random() * 2 ** 30) << 1) | 1

/**
 * Pieces of one size. A hash rolls over the text, so that each character costs the same, whatever is looked for. It is made
 * of `code | 32`, which is the same for capital and small letters, and for some other signs: so what it finds is compared.
 */
class Pieces {
  readonly #size: number
  /** What the first letter of a piece is multiplied by. */
  readonly #first: number
  readonly #byText = new Map<string, Piece>()
  readonly #hashes = new Set<number>()
  /** Rejects most hashes with one look. */
  readonly #isPerhaps = new Uint8Array(65_536)

  constructor(size: number) {
    this.#size = size
    let first = 1
    for (let power = 1; power < size; power++) first = Math.imul(first, factor)
    this.#first = first
  }

  /** @returns whether it is new */
  add(piece: Piece): boolean {
    const text = piece.key.slice(piece.at, piece.at + this.#size)
    if (this.#byText.has(text)) return false
    this.#byText.set(text, piece)
    let hash = 0
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, factor) + (text.charCodeAt(at) | 32)) | 0
    this.#hashes.add(hash)
    this.#isPerhaps[hash >>> 16] = 1
    return true
  }

  /** Where keys stand, in the text as it came. */
  *spansIn({ text, spanOf }: View): Generator<Span> {
    const [size, first, isPerhaps] = [this.#size, this.#first, this.#isPerhaps]
    let hash = 0
    let last: Span | undefined
    for (let at = 0; at < text.length; at++) {
      const left = at < size ? 0 : Math.imul(text.charCodeAt(at - size) | 32, first)
      hash = (Math.imul(hash - left, factor) + (text.charCodeAt(at) | 32)) | 0
      if (isPerhaps[hash >>> 16] === 0 || !this.#hashes.has(hash) || at + 1 < size) continue
      const start = at + 1 - size
      const piece = this.#byText.get(lowerCase(text.slice(start, at + 1)))
      if (piece === undefined) continue
      const [from, to, name] = this.#extended(text, start, piece)
      if (last !== undefined && from >= last[1]) yield placed(last, spanOf)
      last =
        last === undefined || from >= last[1]
          ? [from, to, name]
          : [Math.min(last[0], from), Math.max(last[1], to), last[2]]
    }
    if (last !== undefined) yield placed(last, spanOf)
  }

  /** Extends a match by the neighbours that are also of the key: of a long key, not every piece is known. */
  #extended(text: string, start: number, { key, at, name }: Piece): Span {
    let [from, to] = [start, start + this.#size]
    const isOfKey = (index: number): boolean => lower(text.charCodeAt(index)) === key.charCodeAt(at + index - start)
    while (from > Math.max(0, start - mostExtended, start - at) && isOfKey(from - 1)) from--
    while (to < Math.min(text.length, start + this.#size + mostExtended) && isOfKey(to)) to++
    return [from, to, name]
  }
}

function placed([from, to, name]: Span, spanOf: View['spanOf']): Span {
  return [...spanOf(from, to - 1), name]
}

/** A code unit, a capital of ASCII as its small letter. */
function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

/** A text of the same length, without capitals of ASCII. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
