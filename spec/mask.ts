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
// Forms of keys with fewer letters are one pattern. Of more forms, the oldest are forgotten.
const mostShortForms = 500
/** Node takes no longer header, so nobody can send a longer key. */
const longestKey = 16_384
// Of a longer key, only the beginning and the end are looked for: then thousands fit.
const [longestSought, edge] = [100, 40]
// About 50 bytes each. If there are more windows or characters, the half of the keys that was seen least recently is forgotten.
const [mostWindows, mostCharacters, charactersOfName] = [1_000_000, 16_000_000, 100]
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

/** What is looked for of a long key. */
type Part = 'beginning' | 'end' | undefined

/** A form of a key: its letters and digits, and how many of them in a row show the key. */
interface Form {
  readonly values: Uint8Array
  readonly need: number
  readonly name: string
  readonly part?: Part
}

// What a key is sent in, escaped or not.
const token = /(?:\\{1,9}(?:u[\da-f]{4}|\/)|(?<!\\)[\w.~+/=%-])+/gi

/** Where the token begins and ends that has this part of a text. @param start where to look for its beginning */
function tokenAround(text: string, start: number, from: number, to: number): readonly [from: number, to: number] {
  token.lastIndex = start
  let found = token.exec(text)
  while (found !== null && token.lastIndex < to) found = token.exec(text)
  return found === null ? [from, to] : [Math.min(from, found.index), Math.max(to, token.lastIndex)]
}

/** The forms in which a key is found. Escapes need none: they are read as what they stand for. */
function formsOf(key: string, name: string, isWhole: boolean, part?: Part): readonly Form[] {
  const form = (text: string, least: number, most: number): Form => {
    const { values } = lettersIn(text)
    // Half of a key may have fewer letters than the other half.
    const need = Math.min(most, Math.max(least, Math.floor(values.length * 0.4)))
    return { values, need: isWhole ? values.length : Math.min(values.length, need), name, part }
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
  #characters = 0
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

  /**
   * Remembers a key, as the latest that was seen.
   * @param name what stands in its place; without one it was only seen in a call, and need not be a key
   */
  add(key: string, name?: string): void {
    if (key.length < shortestKey || key.length > longestKey) return
    const before = this.#names.get(key)
    this.#names.delete(key)
    this.#names.set(key, before ?? name ?? `key-${++this.#count}`)
    if (before === undefined) this.#remember(key)
    if (this.#windows.size > mostWindows || this.#characters > mostCharacters) this.#forgetHalf()
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
    this.#characters = 0
    for (const [key, name] of kept) this.#names.set(key, name)
    for (const [key] of kept) this.#remember(key)
  }

  #remember(key: string): void {
    const name = this.#names.get(key) ?? shownKey
    this.#characters += key.length + charactersOfName
    // Who was given no other name was only seen.
    if (nameOfKey.test(name) ? !mayBeKey(key) : isOwnWord(key)) return
    if (key.length > longestSought) {
      this.#rememberForms(key.slice(0, edge), name, 'beginning')
      this.#rememberForms(key.slice(-edge), name, 'end')
    } else if (lettersIn(key).values.length < fewest) this.#rememberShort(key, name)
    else this.#rememberForms(key, name)
  }

  #rememberForms(text: string, name: string, part?: Part): void {
    for (const form of formsOf(text, name, this.#isWhole, part)) {
      this.#wholes.set(form.values.join(), name)
      this.#windows.add(form)
    }
  }

  #rememberShort(key: string, name: string): void {
    if (this.#isWhole) return
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
    const found: { readonly from: number; to: number; name: string }[] = []
    for (const { first, last, form } of this.#windows.rowsIn(letters.values, this.#plain)) {
      const before = found.at(-1)
      const least = before?.to ?? 0
      const name = this.#nameOf(letters.values.subarray(first, last + 1), form)
      const isEnd = form.part === 'end'
      let [from = 0, to = 0] = [letters.from[first], letters.to[last]]
      if (from >= most) break
      if (form.part !== undefined && to > least)
        [from, to] = tokenAround(text, isEnd ? least : Math.max(from, least), from, to)
      if (before === undefined || from > least) found.push({ from, to, name })
      else {
        before.to = Math.max(least, to)
        // Many long keys begin alike, so the end tells which one it is.
        if (isEnd) before.name = name
      }
    }
    let [result, shownTo] = ['', 0]
    for (const { from, to, name } of found) {
      result += text.slice(shownTo, from) + name
      shownTo = to
    }
    return result + text.slice(shownTo, most)
  }

  /** Keys may have parts in common, so a whole key goes by its own name. */
  #nameOf(found: Uint8Array, { name }: Form): string {
    if (this.#names.size === 1 || found.length > 3 * longestSought) return name
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

const [firstMix, lastMix] = [0, 0].map(() => Math.floor(Math.random() * 2 ** 24)) as [number, number]

/** Words of the interface and of JSON, and how names begin that the suite sends. A text that lacks them says something else. */
const ownWords: readonly string[] = [
  ...petStatuses,
  ...Object.keys(plans),
  ...Object.values(operations).flatMap(({ id, parameters }) => [id, ...Object.keys(parameters)]),
  'X-RateLimit-Remaining',
  'application/json',
  'rate_limit_exceeded',
  'contract-test',
  ...'X-RateLimit-Limit X-RateLimit-Reset Retry-After Authorization Content-Type Content-Length Connection'.split(' '),
  ...'keep-alive pets id name categoryId code message unauthorized localhost null true false undefined'.split(' '),
]
const ownText = ` ${ownWords.map(lettersOf).join(' ')} `

function lettersOf(text: string): string {
  return text
    .slice(0, longestSought)
    .replaceAll(/[^a-z0-9]/gi, '')
    .toLowerCase()
}

/** Whether a key is a word of the interface or a small number. To mask it would make all texts wrong, so it is not masked. */
export function isOwnWord(key: string): boolean {
  return /^\d{1,7}$/.test(key) || ownText.includes(` ${lettersOf(key)} `)
}

// Numbers, addresses, hosts and media types.
const noKey =
  /^(?:[-+\d.:]{1,24}|[a-z]{1,9}:\/\/.*|[a-z\d.-]{1,99}\.(?:com|dev|example|io|local|net|org|test)(?::\d+)?|(?:application|image|multipart|text)\/.*)$/is

/** Whether a person would take a text in the place of a key for a secret: other texts may have it without its being a leak. */
export function mayBeKey(text: string): boolean {
  const letters = lettersOf(text)
  return letters.length >= fewest && !noKey.test(text) && !ownText.includes(letters)
}

/** No key has more words. */
export const mostWordsOfKey = 16

/** The words of an Authorization header without its scheme. */
export function credentialsIn(header: string): readonly string[] {
  return header.split(/[\s,"]+/, mostWordsOfKey + 1).filter((word) => !/^(?:bearer|basic|digest|token)?$/i.test(word))
}

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
  readonly #forms = new Map<number, Form>()
  /** A bit for each four letters, set if a window ends with them: most letters of a text end none. */
  readonly #ends = new Uint8Array(2 ** 21)

  get size(): number {
    return this.#forms.size
  }

  add(form: Form): void {
    let [first, last] = [0, 0]
    for (let at = 0; at < form.values.length; at++) {
      first = ((first << 6) | (last >>> 18)) & 0xffffff
      last = ((last << 6) | (form.values[at] ?? 0)) & 0xffffff
      if (at + 1 < fewest) continue
      const before = this.#at(first, last)
      // What several keys have is found where the first of them needs it.
      if (before === undefined || before.need > form.need) this.#forms.set(windowOf(first, last), form)
      this.#ends[last >>> 3] = (this.#ends[last >>> 3] ?? 0) | (1 << (last & 7))
    }
  }

  #at(first: number, last: number): Form | undefined {
    const isEnd = ((this.#ends[last >>> 3] ?? 0) >>> (last & 7)) & 1
    return isEnd === 0 ? undefined : this.#forms.get(windowOf(first, last))
  }

  /**
   * Rows of letters of which each window is known, if they are as long as the form of one of them needs.
   * @param plain windows that alone show nothing
   */
  *rowsIn(values: Uint8Array, plain: readonly Windows[]): Generator<Row> {
    let [first, last, length] = [0, 0, 0]
    let form: Form | undefined
    for (let at = 0; at <= values.length; at++) {
      first = ((first << 6) | (last >>> 18)) & 0xffffff
      last = ((last << 6) | (values[at] ?? 0)) & 0xffffff
      const known = at === values.length ? undefined : this.#at(first, last)
      if (known !== undefined) {
        length = Math.max(fewest, length + 1)
        if (length < known.need) continue
        const isPlain = plain.some((windows) => windows.#at(first, last) !== undefined)
        if (!isPlain || length >= known.values.length) form = known
      } else if (length > 0) {
        if (form !== undefined) yield { first: at - length, last: at - 1, form }
        length = 0
        form = undefined
      }
    }
  }
}

/** A window as one number, mixed so that nobody can construct keys whose windows take the same places of a map. */
function windowOf(first: number, last: number): number {
  return (first ^ firstMix) * 2 ** 24 + (last ^ lastMix)
}
