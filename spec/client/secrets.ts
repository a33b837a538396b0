/** Takes secrets out of text, whatever form they have there. */
export type Mask = (text: string) => string

/**
 * Makes a mask for an API key: wherever the key or nearly all of it stands in a text, plain, escaped for JSON or HTML,
 * percent-encoded, in base64 or in hex, in any case, `[API key]` stands instead.
 */
export function maskFor(key: string | undefined): Mask {
  if (key === undefined || key === '') return (text) => text
  // A deployment may echo a key that was cut or lengthened on purpose, so all but the last and the first character counts.
  const parts = key.length >= 8 ? [key, key.slice(0, -1), key.slice(1)] : [key]
  const forms = [...new Set(parts.flatMap(formsOf))].filter((form) => form === key || form.length >= 4)
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'gi')
  return (text) => text.replace(pattern, '[API key]')
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  // JSON escapes code units, and a character may have two.
  const escaped = secret
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    encodeURI(secret),
    percent,
    escaped,
    html,
    html.replaceAll("'", '&#39;'),
    bytes.toString('hex'),
    ...base64Forms(bytes),
  ]
}

/** How bytes look in the base64 of a longer text: that depends on where they begin, and their ends are blurred. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const start = Math.ceil((offset * 8) / 6)
    const end = Math.floor((shifted.length * 8) / 6)
    const text = shifted.toString('base64').slice(start, end)
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
