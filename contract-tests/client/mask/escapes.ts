import type { Decoded } from './decoded.ts'

/** A character in JSON, JavaScript, a URL or HTML. */
const escapes = new RegExp(
  [
    String.raw`(?:\\+[ux]\{|&#x)(?<long>0{0,64}[0-9a-f]{1,6})[};]?`,
    // With eight digits as Python and C have it.
    String.raw`\\+u(?:0000)?(?<unit>[0-9a-f]{4})`,
    overlong(String.raw`(?:\\+x|%)`),
    String.raw`(?:\\+x|%)(?<hex>[0-9a-f]{2})`,
    String.raw`%u(?<old>[0-9a-f]{4})`,
    String.raw`&#(?<decimal>0{0,64}[0-9]{1,7});?`,
    // As printf of a shell and C have it.
    String.raw`\\0?(?<octal>[0-3][0-7]{2}|[0-7]{2})`,
    String.raw`\\+(?<sign>["'/\\nrtabefv])`,
    '&(?<name>amp|lt|gt|quot|apos|sol|plus|equals|lowbar|period|hyphen|dash|num|percnt|commat|colon|excl|dollar|ast);',
  ].join('|'),
  'gi',
)

/** A letter of ASCII in two, three or four bytes of UTF-8, which careless readers take for it. */
function overlong(byte: string): string {
  const first = `(?:(?:${byte}e0|${byte}f0${byte}80)${byte}8|${byte}c)(?<high>[01])`
  return `${first}${byte}(?<low>[89ab][0-9a-f])`
}

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
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  v: '\v',
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { long, unit, hex, old, decimal, octal, high, low, sign, name } = groups
  if (low !== undefined) return String.fromCodePoint((Number(high) << 6) | (Number.parseInt(low, 16) & 0x3f))
  const base = decimal !== undefined ? 10 : octal !== undefined ? 8 : 16
  const code = Number.parseInt(decimal ?? octal ?? long ?? unit ?? old ?? hex ?? '', base)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  const literal = name ?? sign ?? ''
  return named[literal.toLowerCase()] ?? literal
}

/** The text with its escapes decoded; nothing without any. */
export const unescaped = (text: string) => decoded(text, escapes)

// Less of it is found in any bytes, and leaves most of a key as it is.
const muchCss = /(?:\\[0-9a-f]{1,6}\s?[^\\]{0,30}){3}/i

/** The same as in style sheets. Apart, because others read the digits behind a backslash as octal. */
export function* unescapedCss(text: string): Generator<Decoded> {
  if (muchCss.test(text)) yield* decoded(text, /(?<!\\)\\+(?<hex>[0-9a-f]{1,6})[ \t\r\n\f]?/gi)
}

/** The same as in mail. Apart, because an equals sign may also stand before a key. */
export const unescapedMail = (text: string) => decoded(text, /=(?<hex>[0-9a-f]{2})|=\r?\n/gi)

function* decoded(text: string, pattern: RegExp): Generator<Decoded> {
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
