import { plainInteger } from './int64.ts'

/** The deepest nesting of arrays and objects that a body may have. */
const maxJsonDepth = 64

/** The most bytes that the body of a request may have: 1 MiB. */
export const maxBodyBytes = 1_048_576

export type JsonProblem = 'malformed-json' | 'invalid-utf8' | 'too-deep' | 'too-large' | 'too-many-values'

/** The result of reading a body: its value, or the one reason why it has none. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: JsonProblem }

/**
 * Reads JSON with exact integers: a number within ±(2^53-1), a `bigint` beyond (up to 40 digits), and `1.0` and `1e2`
 * are integers. A fraction never becomes an integer: if the nearest number is one, it is read as `NaN`.
 * Never throws. Text must be well-formed JSON with nesting no deeper than {@link maxJsonDepth}.
 */
export function readJson(text: string): JsonReading {
  const { depth, exact, isTooMuch } = surveyJson(text)
  if (depth > maxJsonDepth) return { ok: false, problem: 'too-deep' }
  if (isTooMuch) return { ok: false, problem: 'too-many-values' }
  try {
    // JSON.parse rounds above 2^53 - 1, but is far faster than any other way: spec/decisions/0001-exact-int64.md.
    const value: unknown = JSON.parse(exact ?? text)
    return { ok: true, value: exact === undefined ? value : withExactNumbers(value) }
  } catch {
    return { ok: false, problem: 'malformed-json' }
  }
}

/**
 * Reads JSON from the bytes of a request or response, and says what is wrong with them.
 * @param maxBytes the most bytes to look at, default {@link maxBodyBytes}
 */
export function readJsonBytes(bytes: Uint8Array, maxBytes: number = maxBodyBytes): JsonReading {
  if (bytes.byteLength > maxBytes) return { ok: false, problem: 'too-large' }
  const text = decodeUtf8(bytes)
  return text === undefined ? { ok: false, problem: 'invalid-utf8' } : readJson(text)
}

/** The text of UTF-8 bytes, a byte order mark kept; `undefined` when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    // A decoder that ran into an error may keep state.
    decoder = strictDecoder()
    return undefined
  }
}

const strictDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
let decoder = strictDecoder()

/** Writes JSON with every digit of a `bigint`. Takes what `JSON.stringify` takes. */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, exactDigits, indent)
}

/** This JavaScript rounds an int64 when it reads one, and cannot write one. */
export class InexactJsonError extends Error {
  override readonly name = 'InexactJsonError'

  constructor() {
    const { node } = globalThis.process?.versions ?? {}
    const found = node === undefined ? 'Chrome or Edge 114, Firefox 135, Safari 18.4' : `and this is Node ${node}`
    super(`Cannot keep every digit of an int64: that needs Node 22.13 or later, ${found}.`)
  }
}

/**
 * Called by the entry points of the package, so that an old runtime fails at once, and not at the first large int64.
 * @throws {InexactJsonError} if JSON cannot be read and written exactly
 */
export function requireExactJson(): void {
  if (!('rawJSON' in JSON)) throw new InexactJsonError()
}

// `JSON.rawJSON` has no type yet: https://github.com/tc39/proposal-json-parse-with-source.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

function exactDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(value.toString()) : value
}

/** The beginning of the texts that replace numbers during JSON.parse. It is random, so that no body can contain it. */
const standIn = `number ${Array.from({ length: 3 }, Math.random).join(' ')} `

function withExactNumbers(value: unknown): unknown {
  if (typeof value === 'string') {
    const literal = value.startsWith(standIn) ? value.slice(standIn.length) : undefined
    return literal === undefined ? value : exactNumber(literal, Number(literal))
  }
  if (typeof value !== 'object' || value === null) return value
  // An index is no name, so millions of plain numbers cost nothing.
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) if (typeof item !== 'number') value[index] = withExactNumbers(item)
    return value
  }
  const members = value as Record<string, unknown>
  for (const name in members) members[name] = withExactNumbers(members[name])
  return value
}

function exactNumber(literal: string, nearest: number): number | bigint {
  const { digits, shift } = decimalParts(literal)
  if (digits === '') return nearest
  if (shift < 0) return Number.isInteger(nearest) ? Number.NaN : nearest
  if (digits.length + shift > 40) return nearest
  const sign = literal.startsWith('-') ? '-' : ''
  return plainInteger(BigInt(`${sign}${digits}${'0'.repeat(shift)}`))
}

/** A literal as significant digits times a power of ten; no digits for zero. */
function decimalParts(literal: string): { digits: string; shift: number } {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const all = whole + fraction
  let end = all.length
  while (end > 0 && all[end - 1] === '0') end--
  return {
    digits: all.slice(0, end).replace(/^0+/, ''),
    shift: Number(exponent) - fraction.length + (all.length - end),
  }
}

/** A number that a double holds exactly: at most 15 characters, and no exponent. */
const plainNumber = /[-.0-9]{1,15}(?![-+.0-9eE])/y

/** Any other number that is a value, not a name. */
const otherNumber = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![ \t\n\r]*:)/y

// Each of these bounds takes less than half a second to read. A file of 100,000 animals has about 700,000 texts, objects and
// arrays, perhaps 200,000 other numbers, and four names of members.
const mostParts = 1_000_000
const mostOthers = 300_000
const mostNames = 10_000
const isName = /[ \t\n\r]*:/y

/** Reads the text once: its depth, and the text with a stand-in for each number that JSON.parse might round. */
function surveyJson(text: string) {
  let depth = 0
  let deepest = 0
  let others = 0
  let parts = 0
  let exact = ''
  let taken = 0
  const names = new Set<string>()
  let at = 0
  for (; at < text.length && parts <= mostParts && others <= mostOthers && names.size <= mostNames; at++) {
    const sign = text[at] ?? ''
    if (sign === '"') {
      const start = at
      at = endOfString(text, at)
      isName.lastIndex = at + 1
      if (++parts > mostNames && isName.test(text)) names.add(text.slice(start, at))
    } else if (sign === '[' || sign === '{') {
      parts++
      if (++depth > deepest) deepest = depth
    } else if (sign === ']' || sign === '}') {
      depth--
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      plainNumber.lastIndex = at
      otherNumber.lastIndex = at
      if (plainNumber.test(text)) {
        at = plainNumber.lastIndex - 1
      } else if (otherNumber.test(text)) {
        others++
        exact += `${text.slice(taken, at)}"${standIn}${text.slice(at, otherNumber.lastIndex)}"`
        taken = otherNumber.lastIndex
        at = taken - 1
      }
    }
  }
  return {
    depth: deepest,
    exact: others === 0 ? undefined : exact + text.slice(taken),
    isTooMuch: at < text.length,
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}
