/**
 * Takes secrets out of text, whatever form they have there.
 * @param most how many characters to keep (default: all); the cut leaves no part of a secret
 * @param place where the text stands: a key of a few letters is looked for in headers alone
 */
export type Mask = (text: string, most?: number, place?: 'header') => string

const shown = '[API key]'
// A shorter key is found in innocent words.
const fewestCharacters = 8

/**
 * Makes a mask for API keys: wherever most of a key stands in a text, plain, escaped for JSON, JavaScript, URLs, HTML
 * or mail, in base64 or in hex, or in two of these, `[API key]` stands instead: spec/decisions/0063-keys-out-of-reports.md.
 */
export function maskFor(...keys: readonly (string | undefined)[]): Mask {
  const known = keys.filter((key) => key !== undefined)
  const short = known.filter((key) => key.length < fewestCharacters)
  const long = known.filter((key) => key.length >= fewestCharacters)
  // Others may echo the key as text or as its bytes.
  const secrets = [...new Set(long.flatMap((key) => [key, Buffer.from(key).toString('latin1')]))].map(lowerCase)
  // No form of a key is longer; a key of many letters has no long form of each.
  const bytes = Math.max(0, ...long.map((key) => Buffer.byteLength(key)))
  const longest = Math.min(24 * bytes, Math.max(12_000, 6 * bytes))
  return (given, most = Number.POSITIVE_INFINITY, place?) => {
    const text = place === 'header' ? short.reduce(wordMasked, given) : given
    const end = most + longest
    if (secrets.length === 0) return cut(text, most)
    if (text.length <= end) return cut(masked(text, secrets), most)
    // The last of what is looked at may be the beginning of a key, so it goes.
    const start = masked(text.slice(0, end), secrets)
    return cut(`${start.slice(0, Math.max(0, start.length - longest))}…`, most)
  }
}

function cut(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/…$/, '')}…`
}

function wordMasked(text: string, key: string): string {
  const word = key.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return key === '' ? text : text.replaceAll(new RegExp(String.raw`(?<!\w)${word}(?!\w)`, 'g'), shown)
}

function masked(text: string, secrets: readonly string[]): string {
  const found = viewsOf({ text, at: Array.from({ length: text.length }, (_, index) => [index, index + 1] as const) })
    .flatMap((view) => secrets.flatMap((secret) => runsOf(secret, view)))
    .toSorted(([one], [other]) => one - other)
  let result = ''
  let end = 0
  for (const [from, to] of found) {
    if (from >= end) result += text.slice(end, from) + shown
    end = Math.max(end, to)
  }
  return result + text.slice(end)
}

type Span = readonly [from: number, to: number]

/** A text as it reads once it is decoded, and where each of its characters stands in the text as it came. */
interface View {
  readonly text: string
  readonly at: readonly Span[]
}

/** Where a view has at least 8 characters, and 60 %, of a secret in a row. */
function runsOf(secret: string, { text, at }: View): readonly Span[] {
  const size = Math.max(fewestCharacters, Math.ceil(secret.length * 0.6))
  // So much of a secret holds a whole one of these pieces; the rest is beside it.
  const step = Math.floor(size / 2)
  const plain = lowerCase(text)
  const spans: Span[] = []
  for (let start = 0; start + step <= secret.length; start += step) {
    const piece = secret.slice(start, start + step)
    for (let index = plain.indexOf(piece); index !== -1; index = plain.indexOf(piece, index + 1)) {
      let before = 0
      while (before < Math.min(start, index) && plain[index - before - 1] === secret[start - before - 1]) before++
      let length = step
      while (start + length < secret.length && plain[index + length] === secret[start + length]) length++
      if (before + length >= size) spans.push(spanOf(at, index - before, index + length - 1))
    }
  }
  return spans
}

// As in JSON that holds JSON, and base64 of that.
const mostLayers = 3

/** A text and what it may stand for, decoded once and more often. */
function viewsOf(view: View, layers = 0): readonly View[] {
  if (layers === mostLayers) return [view]
  const decoded = decoders.flatMap((decode) => decode(view))
  return [view, ...decoded.flatMap((each) => viewsOf(each, layers + 1))]
}

const decoders: readonly ((view: View) => readonly View[])[] = [
  (view) => unescaped(view, escapes),
  // Apart, because an equals sign may also stand before a key.
  (view) => unescaped(view, /=(?<hex>[0-9a-f]{2})|=\r?\n/gi),
  (view) => packed(view, 6, /[\w+/-](?:[\r\n]*[\w+/-]){9,}/g),
  (view) => packed(view, 4, /[0-9a-f](?:(?:0x|[\s:,-])*[0-9a-f]){15,}/gi),
]

/** A character in JSON, JavaScript, a URL or HTML. */
const escapes = new RegExp(
  [
    String.raw`(?:\\+u\{|&#x)(?<long>[0-9a-f]{1,6})[};]`,
    String.raw`\\+u(?<unit>[0-9a-f]{4})`,
    String.raw`(?:\\+x|%)(?<hex>[0-9a-f]{2})`,
    String.raw`&#(?<decimal>[0-9]{1,7});`,
    String.raw`\\+(?<sign>["'/\\nrt])`,
    '&(?<name>amp|lt|gt|quot|apos);',
  ].join('|'),
  'gi',
)
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  n: '\n',
  r: '\r',
  t: '\t',
}

function characterOf({ long, unit, hex, decimal, sign, name }: Readonly<Record<string, string | undefined>>): string {
  const code = Number.parseInt(decimal ?? long ?? unit ?? hex ?? '', decimal === undefined ? 16 : 10)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  const literal = name ?? sign ?? ''
  return named[literal.toLowerCase()] ?? literal
}

/** The view with its escapes decoded; nothing without any. */
function unescaped({ text, at }: View, pattern: RegExp): readonly View[] {
  let decoded = ''
  let last = 0
  const spans: Span[] = []
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const character = characterOf(groups)
    const end = index + found.length
    decoded += text.slice(last, index) + character
    spans.push(...at.slice(last, index), ...Array.from({ length: character.length }, () => spanOf(at, index, end - 1)))
    last = end
  }
  return last === 0 ? [] : [{ text: decoded + text.slice(last), at: [...spans, ...at.slice(last)] }]
}

function spanOf(at: readonly Span[], first: number, last: number): Span {
  return [at[first]?.[0] ?? 0, at[last]?.[1] ?? 0]
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The bytes of each long run of base64 or hex, whichever of its digits is the first of a byte. */
function packed({ text, at }: View, bits: 4 | 6, run: RegExp): readonly View[] {
  const runs = [...text.matchAll(run)].map(({ 0: found, index }) =>
    [...found.matchAll(bits === 4 ? /0x|([0-9a-f])/gi : /([\w+/-])/g)].flatMap(({ 1: digit, index: place }) =>
      digit === undefined ? [] : [{ place: index + place, value: valueOf(digit, bits) }],
    ),
  )
  if (runs.length === 0) return []
  return Array.from({ length: bits === 4 ? 2 : 4 }, (_, offset) => {
    let decoded = ''
    const spans: Span[] = []
    for (const digits of runs) {
      let held = 0
      let count = 0
      for (const [index, { place, value }] of digits.entries()) {
        if (index < offset) continue
        held = ((held << bits) | value) & 0xffff
        count += bits
        if (count < 8) continue
        count -= 8
        decoded += String.fromCharCode((held >> count) & 0xff)
        spans.push(spanOf(at, digits[index - Math.floor((7 + count) / bits)]?.place ?? place, place))
      }
    }
    return { text: decoded, at: spans }
  })
}

function valueOf(digit: string, bits: 4 | 6): number {
  return bits === 4 ? Number.parseInt(digit, 16) : base64.indexOf(digit.replace('-', '+').replace('_', '/'))
}

/** A text of the same length, without capitals of ASCII. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
