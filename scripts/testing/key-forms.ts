const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0')
const each = (write: (letter: string, at: number) => string) => (text: string) => Array.from(text, write).join('')
const bytes =
  (encoding: BufferEncoding, before = '') =>
  (text: string) =>
    Buffer.from(before + text).toString(encoding)

/** The forms of a key, and the parts of one, that docs/security.md names. */
export const keyForms: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  capitals: (key) => key.toUpperCase(),
  'small letters': (key) => key.toLowerCase(),
  base64: bytes('base64'),
  'base64, one byte in': bytes('base64', ':'),
  'base64, two bytes in': bytes('base64', '::'),
  'base64 for URLs': bytes('base64url', '?'),
  'base64 in lines': (key) => bytes('base64')(key).replaceAll(/.{11}/g, String.raw`$&\r\n`),
  hex: bytes('hex'),
  'hex in capitals': (key) => bytes('hex')(key).toUpperCase(),
  'percent, all': each((letter) => `%${hex(letter)}`),
  'percent, as URLs have it': encodeURIComponent,
  'percent, half': each((letter, at) => (at % 2 === 0 ? `%${hex(letter).toUpperCase()}` : letter)),
  'escaped for JSON': each((letter) => String.raw`\u00${hex(letter)}`),
  'escaped for JSON twice': each((letter) => String.raw`\\u00${hex(letter)}`),
  'in decimal numbers of HTML': each((letter) => `&#${letter.charCodeAt(0)};`),
  'in hex numbers of HTML': each((letter) => `&#x${hex(letter)};`),
  'with blanks between': each((letter) => `${letter} `),
  'as a list of letters': (key) => Array.from(key).join("','"),
  'in two items': (key) => `${key.slice(0, key.length / 2)}', '${key.slice(key.length / 2)}`,
  'its first half': (key) => key.slice(0, key.length / 2),
  'its second half': (key) => key.slice(key.length / 2),
  'without its end': (key) => key.slice(0, -3),
}

/** Which forms of a key, or of as much of it as a mask promises to take out, can be read in a text. */
export function keyFormsIn(text: string, key: string): readonly string[] {
  const seen = [...new Set(readings(text))].map((reading) => reading.toLowerCase())
  const size = Math.ceil(key.length * 0.6)
  return Object.entries(keyForms).flatMap(([name, encode]) => {
    const whole = encode(key)
    const share = whole.length / key.length
    const length = Math.floor(size * share)
    // Short enough steps to notice a part that is a little too long.
    const windows = Array.from({ length: 12 }, (_, at) => {
      const from = Math.round(((whole.length - length) * at) / 11)
      return whole.slice(from, from + length)
    })
    return windows.some((window) => seen.some((reading) => reading.includes(window.toLowerCase()))) ? [name] : []
  })
}

/** A text as it is, and as its reader decodes it. */
function readings(text: string): readonly string[] {
  const html = text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const json = (of: string) => of.replaceAll(/\\(["\\/])/g, '$1')
  return [text, html, json(text), json(html)]
}
