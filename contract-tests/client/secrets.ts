/**
 * Takes secrets out of text, whatever form they have there.
 * @param most how many characters to keep (default: all); the cut leaves no part of a secret
 */
export type Mask = (text: string, most?: number) => string

const shown = '[API key]'

/**
 * Makes a mask for an API key: wherever the key or nearly all of it stands in a text, plain, escaped for JSON, URLs or
 * HTML, character by character as it may be, in base64 or in hex, in any case, `[API key]` stands instead:
 * spec/decisions/0063-keys-out-of-reports.md.
 */
export function maskFor(key: string | undefined): Mask {
  if (key === undefined || key === '') return (text, most) => cut(text, most)
  const pattern = new RegExp([spelled(key), ...wholeForms(key)].join('|'), 'gi')
  // No form of a key is longer.
  const longest = 24 * Buffer.byteLength(key)
  return (text, most = Number.POSITIVE_INFINITY) => {
    const end = most + 2 * longest
    if (text.length <= end) return cut(text.replace(pattern, shown), most)
    // The last of what is looked at may be the beginning of a key, so it goes.
    const start = text.slice(0, end).replace(pattern, shown)
    return cut(`${start.slice(0, Math.max(0, start.length - longest))}…`, most)
  }
}

function cut(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/…$/, '')}…`
}

/** A key in plain letters or escaped ones, in any mixture. Of a long one, the first and the last may be missing. */
function spelled(key: string): string {
  // A deployment may echo a key that was cut or lengthened on purpose, so all but the last and the first character counts.
  const may = Array.from(key).length >= 8 ? '?' : ''
  const characters = Array.from(key).map((character) => `(?:${escapesOf(character).map(escapePattern).join('|')})`)
  return characters.map((one, at) => (at === 0 || at === characters.length - 1 ? one + may : one)).join('')
}

const named: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;', '\\"'],
  "'": ['&apos;', "\\'"],
  '\\': ['\\\\'],
  '/': ['\\/'],
}

function escapesOf(character: string): readonly string[] {
  const percents = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  // JSON escapes code units, and a character may have two.
  const units = character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
  const point = character.codePointAt(0) ?? 0
  return [
    character,
    units,
    units.replaceAll('\\', '\\\\'),
    percents,
    percents.replaceAll('%', '%25'),
    `&#${point};`,
    `&#${String(point).padStart(3, '0')};`,
    `&#x${point.toString(16)};`,
    `&#x${point.toString(16).padStart(4, '0')};`,
    ...(named[character] ?? []),
  ]
}

/** Forms in which a key is one piece, as patterns. */
function wholeForms(key: string): readonly string[] {
  const parts = key.length >= 8 ? [key, key.slice(0, -1), key.slice(1)] : [key]
  const bytes = parts.map((part) => Buffer.from(part))
  const hex = bytes.map((part) => part.toString('hex'))
  const base64 = bytes.flatMap(base64Forms)
  const longEnough = [...new Set([...hex, ...base64])].filter((form) => form.length >= 4)
  return longEnough.toSorted((one, other) => other.length - one.length).map(base64Pattern)
}

/** How bytes look in the base64 of a longer text: that depends on where they begin, and their ends are blurred. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const start = Math.ceil((offset * 8) / 6)
    return shifted.toString('base64').slice(start, Math.floor((shifted.length * 8) / 6))
  })
}

/** Base64 in either alphabet, as JSON and URLs may escape it. */
function base64Pattern(text: string): string {
  return text.replaceAll('/', String.raw`(?:\\?\/|%2f|_)`).replaceAll('+', String.raw`(?:\+|%2b|-)`)
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
