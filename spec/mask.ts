import { operations } from './made/operations.ts'
import { petStatuses, plans } from './made/types.ts'
import { escapeForRegExp } from './printable.ts'

/**
 * Takes keys out of a text, in the forms and parts that docs/security.md names.
 * @param most how many characters to keep (default: all)
 */
export type Mask = (text: string, most?: number) => string

/** What stands in the place of a key. */
export const shownKey = '[API key]'
/** What stands in the place of one of several keys. */
export const nameOfKey = /^key-\d+$/

/** A part with fewer letters and digits is also in ordinary words. A key with fewer is looked for as a whole word. */
const fewest = 8
/** Nobody takes a shorter key for a secret, and it would hide ordinary words. */
const shortestKey = 4
// Forms of keys with fewer letters are one pattern. Of more forms, the oldest are forgotten. A longer key has more letters.
const [mostShortForms, longestShort] = [500, 100]
/** Node takes no longer header, so nobody can send a longer key. */
const longestKey = 16_384
// About 60 bytes each. If there are more, the half of the keys that was seen least recently is forgotten.
const mostWindows = 500_000
/** A short key costs as much, because all of them are made into one pattern. */
const windowsOfShort = 50
// More than is shown is searched, because the end of what is shown may be the beginning of a key.
const searchedFurther = 8000

/** Makes a mask for these keys: spec/decisions/0140-one-mask.md. */
export function maskFor(...keys: readonly (string | undefined)[]): Mask {
  const secrets = new Secrets()
  for (const key of keys) if (key !== undefined) secrets.add(key, shownKey)
  return secrets.mask
}

/** Letters and digits are 1 to 36, whatever their case. All else is 0, but for what an escape begins with. */
const begins = 255
const valueOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[\\%&]/.test(sign) ? begins : /[a-z0-9]/i.test(sign) ? Number.parseInt(sign, 36) + 1 : 0
})

/** An escape of JSON (also within JSON), of a URL or of HTML, or the sign with which it begins. */
const escape =
  /\\+(?:u([0-9a-f]{4})|[bfnrt])?|%([0-9a-f]{2})?|&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(?:amp|lt|gt|quot|apos);)?/iy

/** The letters and digits of a text, escaped ones included, and where each begins and ends. All else is left out. */
interface Letters {
  readonly values: Uint8Array
  readonly from: Int32Array
  readonly to: Int32Array
}

function lettersIn(text: string): Letters {
  const [values, from, to] = [new Uint8Array(text.length), new Int32Array(text.length), new Int32Array(text.length)]
  let count = 0
  for (let at = 0; at < text.length;) {
    const start = at++
    let value = valueOf[text.charCodeAt(start)] ?? 0
    if (value === begins) {
      escape.lastIndex = start
      const [, unit, byte, hex, decimal] = escape.exec(text) ?? []
      at = escape.lastIndex
      value = valueOf[decimal === undefined ? Number.parseInt(unit ?? byte ?? hex ?? '0', 16) : Number(decimal)] ?? 0
    }
    if (value === 0 || value === begins) continue
    values[count] = value
    from[count] = start
    to[count++] = at
  }
  return { values: values.subarray(0, count), from, to }
}

/** A form of a key: its letters and digits, and how many of them in a row show the key. */
interface Form {
  readonly values: Uint8Array
  readonly need: number
  readonly name: string
}

/** The forms in which a key is found. Escapes need none: they are read as what they stand for. */
function formsOf(key: string, name: string, isWhole: boolean): readonly Form[] {
  const form = (text: string, least: number, most: number): Form => {
    const { values } = lettersIn(text)
    // Half of a key may have fewer letters than the other half.
    const part = Math.min(most, Math.max(least, Math.floor(values.length * 0.4)))
    return { values, need: isWhole ? values.length : Math.min(values.length, part), name }
  }
  const bytes = [...new TextEncoder().encode(key)]
  // Behind zero, one or two other bytes, without the digits that depend on its neighbours.
  const base64 = [0, 1, 2].map((before) => {
    const digits = btoa(String.fromCharCode(...Array<number>(before).fill(0), ...bytes))
    return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [
    form(key, fewest, 24),
    // As it is read if its own "%41" came in an escaped form.
    form(key.replaceAll(/[^a-z0-9]/gi, ''), fewest, 24),
    form(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''), 2 * fewest, 48),
    ...base64.map((digits) => form(digits, fewest, 32)),
  ].filter(({ values }) => values.length >= fewest)
}

/** Keys that no text may show. More can be added. The time to search a text hardly depends on their number. */
export class Secrets {
  readonly #names = new Map<string, string>()
  readonly #isWhole: boolean
  #count = 0
  #windows = new Windows()
  /** What may be read in any text, also where a key has it too. */
  readonly #plain = [plainWindows(ownWords)]
  /** The names of whole keys, by their letters. */
  readonly #wholes = new Map<string, string>()
  readonly #short = new Map<string, string>()
  #shortPattern: RegExp | undefined

  /** @param isWhole whether only whole keys of at least eight letters are found, because our own texts may share words with a key */
  constructor(isWhole = false) {
    this.#isWhole = isWhole
  }

  /** Remembers a key, as the latest that was seen. @param name what stands in its place */
  add(key: string, name?: string): void {
    if (key.length < shortestKey || key.length > longestKey) return
    const before = this.#names.get(key)
    this.#names.delete(key)
    this.#names.set(key, before ?? name ?? `key-${++this.#count}`)
    if (before === undefined) this.#remember(key)
    if (this.#windows.size + this.#short.size * windowsOfShort > mostWindows) this.#forgetHalf()
  }

  /** Lets texts be read, such as an address: a key that has a part of it is found by its other parts, or as a whole. */
  except(texts: readonly string[]): void {
    this.#plain.push(plainWindows(texts))
  }

  /** What stands in the place of a key. */
  nameOf(key: string): string | undefined {
    return this.#names.get(key)
  }

  #forgetHalf(): void {
    const kept = [...this.#names].slice(this.#names.size / 2)
    for (const known of [this.#names, this.#wholes, this.#short]) known.clear()
    this.#windows = new Windows()
    for (const [key, name] of kept) this.#names.set(key, name)
    for (const [key] of kept) this.#remember(key)
  }

  #remember(key: string): void {
    const name = this.#names.get(key) ?? shownKey
    if (lettersIn(key).values.length < fewest) return this.#rememberShort(key, name)
    for (const form of formsOf(key, name, this.#isWhole)) {
      this.#wholes.set(form.values.join(), name)
      this.#windows.add(form)
    }
  }

  #rememberShort(key: string, name: string): void {
    if (this.#isWhole) return
    if (key.length > longestShort) return void this.#names.delete(key)
    const percent = encodeURIComponent(key.toWellFormed())
    const json = JSON.stringify(key).slice(1, -1)
    const html = key.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    for (const form of [key, percent, percent.toLowerCase(), json, html]) this.#short.set(form, name)
    for (const form of this.#short.keys()) {
      if (this.#short.size <= mostShortForms) break
      this.#short.delete(form)
      this.#names.delete(form)
    }
    this.#shortPattern = undefined
  }

  readonly mask: Mask = (given, most = Number.POSITIVE_INFINITY) => {
    const text = this.#withoutShort(given.slice(0, most + searchedFurther))
    const masked = this.#windows.size === 0 || text.length < fewest ? text : this.#withoutLong(text, most)
    return given.length > most || masked.length > most ? `${masked.slice(0, most).replace(/…$/, '')}…` : masked
  }

  #withoutShort(text: string): string {
    if (this.#short.size === 0) return text
    this.#shortPattern ??= wordsPattern([...this.#short.keys()])
    return text.replaceAll(this.#shortPattern, (form) => this.#short.get(form) ?? '…')
  }

  #withoutLong(text: string, most: number): string {
    const letters = lettersIn(text)
    let [result, shownTo] = ['', 0]
    for (const { first, last, form } of this.#windows.rowsIn(letters.values, this.#plain)) {
      const [from = 0, to = 0] = [letters.from[first], letters.to[last]]
      if (from >= most) break
      result += text.slice(shownTo, from) + this.#nameOf(letters.values.subarray(first, last + 1), form)
      shownTo = to
    }
    return result + text.slice(shownTo, most)
  }

  /** Keys may have parts in common, so a whole key goes by its own name. */
  #nameOf(found: Uint8Array, { name }: Form): string {
    if (this.#names.size === 1 || found.length > 2 * longestKey) return name
    return this.#wholes.get(found.join()) ?? name
  }
}

function wordsPattern(words: readonly string[]): RegExp {
  const forms = words.toSorted((one, other) => other.length - one.length).map(escapeForRegExp)
  return new RegExp(String.raw`(?<![\w-])(?:${forms.join('|')})(?![\w-])`, 'g')
}

/** Letters in a row that are of keys. */
interface Row {
  readonly first: number
  readonly last: number
  readonly form: Form
}

// Random, so that nobody can construct keys whose windows take the same places.
const [firstFactor, lastFactor] = [1, 1].map(() => (Math.random() * 2 ** 32) | 1) as [number, number]

/** Words of the interface with eight letters or more, and how names begin that the suite sends. */
const ownWords: readonly string[] = [
  ...petStatuses,
  ...Object.keys(plans),
  ...Object.keys(operations),
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Authorization',
  'Content-Type',
  'application/json',
  'categoryId',
  'unauthorized',
  'rate_limit_exceeded',
  'contract-test',
]

const windowsBefore = new WeakMap<readonly string[], Windows>()

function plainWindows(texts: readonly string[]): Windows {
  let windows = windowsBefore.get(texts)
  if (windows === undefined) {
    windows = new Windows()
    for (const text of texts) windows.add({ values: lettersIn(text).values, need: 0, name: '' })
    windowsBefore.set(texts, windows)
  }
  return windows
}

/** All that stands in a window of eight letters while it moves along the forms of keys. Four letters take 24 bits. */
class Windows {
  /** How many there are. */
  size = 0
  /** A table with free places: the two halves of a window, and the number of its form from 1. */
  #firsts = new Int32Array(4096)
  #lasts = new Int32Array(4096)
  #owners = new Int32Array(4096)
  readonly #forms: Form[] = []

  add(form: Form): void {
    const owner = this.#forms.push(form)
    let [first, last] = [0, 0]
    for (let at = 0; at < form.values.length; at++) {
      first = ((first << 6) | (last >>> 18)) & 0xffffff
      last = ((last << 6) | (form.values[at] ?? 0)) & 0xffffff
      if (at + 1 >= fewest) this.#put(first, last, owner)
    }
  }

  #put(first: number, last: number, owner: number): void {
    if (this.size * 4 > this.#owners.length) this.#grow()
    const place = this.#placeOf(first, last)
    const before = this.#forms[(this.#owners[place] ?? 0) - 1]
    if (before === undefined) this.size++
    // What several keys have is found where the first of them needs it.
    else if (before.need <= (this.#forms[owner - 1]?.need ?? 0)) return
    this.#firsts[place] = first
    this.#lasts[place] = last
    this.#owners[place] = owner
  }

  #grow(): void {
    const [firsts, lasts, owners] = [this.#firsts, this.#lasts, this.#owners]
    const length = owners.length * 4
    this.#firsts = new Int32Array(length)
    this.#lasts = new Int32Array(length)
    this.#owners = new Int32Array(length)
    this.size = 0
    for (const [at, owner] of owners.entries()) if (owner > 0) this.#put(firsts[at] ?? 0, lasts[at] ?? 0, owner)
  }

  /** The place of a window, or the free one that it would take. */
  #placeOf(first: number, last: number): number {
    const most = this.#owners.length - 1
    let place = ((Math.imul(first, firstFactor) ^ Math.imul(last, lastFactor)) >>> 7) & most
    while (this.#owners[place] !== 0 && (this.#firsts[place] !== first || this.#lasts[place] !== last))
      place = (place + 1) & most
    return place
  }

  /**
   * Rows of letters of which each window is known, if they are as long as the form of one of them needs.
   * @param plain windows that alone show nothing
   */
  *rowsIn(values: Uint8Array, plain: readonly Windows[]): Generator<Row> {
    let [first, last, length] = [0, 0, 0]
    let form: Form | undefined
    for (let at = 0; at < values.length; at++) {
      first = ((first << 6) | (last >>> 18)) & 0xffffff
      last = ((last << 6) | (values[at] ?? 0)) & 0xffffff
      const owner = this.#owners[this.#placeOf(first, last)] ?? 0
      if (owner > 0) {
        length = Math.max(fewest, length + 1)
        const known = this.#forms[owner - 1]
        if (known === undefined || length < known.need) continue
        const isPlain = plain.some((windows) => windows.#owners[windows.#placeOf(first, last)] !== 0)
        if (!isPlain || length >= known.values.length) form = known
      } else if (length > 0) {
        if (form !== undefined) yield { first: at - length, last: at - 1, form }
        length = 0
        form = undefined
      }
    }
    if (form !== undefined) yield { first: values.length - length, last: values.length - 1, form }
  }
}
