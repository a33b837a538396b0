/** A text as it reads once it is decoded, and where its characters stand in the text as it came. */
export interface View {
  readonly text: string
  /** The place of a range, its last character included, in the text as it came. */
  readonly spanOf: (first: number, last: number) => readonly [from: number, to: number]
}

// As in JSON that holds JSON, and base64 of that.
const mostLayers = 3
// What is no code is seldom in another one.
const mostLayersOfLetters = 2
// What is searched of a text: JSON in JSON has four times its length of it, hex in base64 nine times.
const mostTimes = 24
const mostOfAny = 4_000_000

/** A text and what it may stand for, decoded once and more often. Ends with `undefined` where that would be too much. */
export function* viewsOf(text: string): Generator<View | undefined> {
  let left = mostTimes * text.length + mostOfAny
  function* decoded(view: View, layers: number): Generator<View | undefined> {
    left -= view.text.length
    if (left < 0) return yield undefined
    yield view
    if (layers < mostLayersOfLetters)
      for (const read of [joined, numbered]) for (const each of read(view.text)) yield placedIn(view, each)
    if (layers === mostLayers) return
    for (const decode of decoders)
      for (const each of decode(view.text)) yield* decoded(placedIn(view, each), layers + 1)
  }
  yield* decoded({ text, spanOf: (first, last) => [first, last + 1] }, 0)
}

/** A decoded text, and where each character of it begins and ends in what was decoded. */
interface Decoded {
  readonly text: string
  readonly from: Int32Array
  readonly to: Int32Array
}

function placedIn({ spanOf }: View, { text, from, to }: Decoded): View {
  return { text, spanOf: (first, last) => spanOf(from[first] ?? 0, (to[last] ?? 0) - 1) }
}

/** A character in JSON, JavaScript, a URL or HTML. */
const escapes = new RegExp(
  [
    String.raw`(?:\\+u\{|&#x)(?<long>0{0,64}[0-9a-f]{1,6})[};]?`,
    String.raw`\\+u(?<unit>[0-9a-f]{4})`,
    String.raw`(?:\\+x|%)(?<hex>[0-9a-f]{2})`,
    String.raw`%u(?<old>[0-9a-f]{4})`,
    String.raw`&#(?<decimal>0{0,64}[0-9]{1,7});?`,
    // As printf of a shell has it.
    String.raw`\\0?(?<octal>[0-3][0-7]{2})`,
    String.raw`\\+(?<sign>["'/\\nrt])`,
    '&(?<name>amp|lt|gt|quot|apos|sol|plus|equals|lowbar|period|hyphen|dash|num|percnt|commat|colon|excl|dollar|ast);',
  ].join('|'),
  'gi',
)
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
  lowbar: '_',
  period: '.',
  hyphen: '-',
  dash: '-',
  num: '#',
  percnt: '%',
  commat: '@',
  colon: ':',
  excl: '!',
  dollar: '$',
  ast: '*',
  n: '\n',
  r: '\r',
  t: '\t',
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { long, unit, hex, old, decimal, octal, sign, name } = groups
  const base = decimal !== undefined ? 10 : octal !== undefined ? 8 : 16
  const code = Number.parseInt(decimal ?? octal ?? long ?? unit ?? old ?? hex ?? '', base)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  const literal = name ?? sign ?? ''
  return named[literal.toLowerCase()] ?? literal
}

/** The text with its escapes decoded; nothing without any. */
function* unescaped(text: string, pattern: RegExp): Generator<Decoded> {
  if (text.search(pattern) === -1) return
  const parts: string[] = []
  const from = new Int32Array(text.length)
  const to = new Int32Array(text.length)
  let last = 0
  let length = 0
  const add = (part: string, at: number, end?: number): void => {
    for (let index = 0; index < part.length; index++, length++) {
      from[length] = end === undefined ? at + index : at
      to[length] = end ?? at + index + 1
    }
    parts.push(part)
  }
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    add(text.slice(last, index), last)
    last = index + found.length
    add(characterOf(groups), index, last)
  }
  add(text.slice(last), last)
  yield { text: parts.join(''), from, to }
}

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

function* joined(text: string): Generator<Decoded> {
  const parts: string[] = []
  const from = new Int32Array(text.length)
  const to = new Int32Array(text.length)
  let length = 0
  for (const { 0: found, index } of text.matchAll(/[A-Za-z0-9]+|[^\p{ASCII}]/gu)) {
    const isPlain = found.charCodeAt(0) < 128
    const letters = isPlain ? found : plainLetter(found)
    for (let at = 0; at < letters.length; at++, length++) {
      from[length] = index + at
      to[length] = isPlain ? index + at + 1 : index + found.length
    }
    parts.push(letters)
  }
  if (length < text.length) yield { text: parts.join(''), from, to }
}

/** The letters of numbers in a row, as Node writes a Buffer. */
function* numbered(text: string): Generator<Decoded> {
  if (!/(?:\d{1,3}[\s,;]{1,9}){7}/.test(text)) return
  const found = [...text.matchAll(/(?<!\d)\d{1,3}(?!\d)/g)]
  yield {
    text: found.map(([number]) => String.fromCharCode(Number(number))).join(''),
    from: Int32Array.from(found, ({ index }) => index),
    to: Int32Array.from(found, ({ 0: number, index }) => index + number.length),
  }
}

const [ends, skipped] = [-1, -2]

/** What each character of ASCII is worth as a digit. */
function digits(values: string, between: string, others: Readonly<Record<string, number>> = {}): Int8Array {
  const table = new Int8Array(128).fill(ends)
  for (const sign of between) table[sign.charCodeAt(0)] = skipped
  for (const [value, sign] of values.split('').entries()) table[sign.charCodeAt(0)] = value
  for (const [sign, value] of Object.entries(others)) table[sign.charCodeAt(0)] = value
  return table
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64 = {
  bits: 6,
  fewest: 10,
  digits: digits(`${capitals}${capitals.toLowerCase()}0123456789+/`, '\r\n', { '-': 62, _: 63 }),
}
const hex = {
  bits: 4,
  fewest: 16,
  digits: digits('0123456789abcdef', ' \t\r\n:,-', { A: 10, B: 11, C: 12, D: 13, E: 14, F: 15 }),
}

/** The places of the digits of each long run, and -1 behind it. */
function runsIn(text: string, { digits: values, fewest, bits }: typeof base64): Int32Array {
  const places = new Int32Array(text.length + 1)
  let length = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const value = at === text.length ? ends : (values[text.charCodeAt(at)] ?? ends)
    // As in 0x41.
    if (bits === 4 && value === 0 && (text.charCodeAt(at + 1) | 32) === 120) at++
    else if (value >= 0) places[length++] = at
    else if (value === ends && length > start) {
      if (length - start < fewest) length = start
      else places[length++] = -1
      start = length
    }
  }
  return places.subarray(0, length)
}

/** The bytes of each long run of base64 or hex, whichever of its digits is the first of a byte. */
function* packed(text: string, kind: typeof base64): Generator<Decoded> {
  const places = runsIn(text, kind)
  if (places.length === 0) return
  const offsets = kind.bits === 4 ? 2 : 4
  for (let offset = 0; offset < offsets; offset++) yield unpacked(text, places, offset, kind)
}

function unpacked(text: string, places: Int32Array, offset: number, { bits, digits: values }: typeof base64): Decoded {
  const bytes = Buffer.alloc(places.length)
  const from = new Int32Array(places.length)
  const to = new Int32Array(places.length)
  let [length, held, count, index] = [0, 0, 0, 0]
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? -1
    if (place === -1) [held, count, index] = [0, 0, 0]
    else if (index++ >= offset) {
      held = ((held << bits) | (values[text.charCodeAt(place)] ?? 0)) & 0xffff
      count += bits
      if (count < 8) continue
      count -= 8
      bytes[length] = (held >> count) & 0xff
      from[length] = places[at - Math.floor((7 + count) / bits)] ?? place
      to[length++] = place + 1
    }
  }
  return { text: bytes.toString('latin1', 0, length), from, to }
}

const decoders: readonly ((text: string) => Generator<Decoded>)[] = [
  (text) => unescaped(text, escapes),
  // Apart, because an equals sign may also stand before a key.
  (text) => unescaped(text, /=(?<hex>[0-9a-f]{2})|=\r?\n/gi),
  (text) => packed(text, base64),
  (text) => packed(text, hex),
]
