import { isSecretName } from './secret-names.ts'

// A name and its separator: in JSON (also inside a string of JSON), forms, queries, headers and XML.
const named = /(?<![\w.$-])(?<name>[\w.$-]{1,80})(?:\]|%5D)?(?<quote>\\*["'])?\s{0,4}(?:[:=>]|%3[AD])\s{0,4}/gi
// Bounded, so that the time only grows with the length of the text.
const value = new RegExp(
  [
    String.raw`"(?:[^"\\]|\\[^]){0,20000}"?`,
    String.raw`\\+"(?:[^\\]|\\+(?![\\"])){0,20000}(?:\\+")?`,
    `'[^']{0,20000}'?`,
    String.raw`[{[]`,
    String.raw`(?:(?:bearer|basic|digest|token)\s{1,4})?[^\s"'\\&;,<>{}[\]]{1,20000}`,
  ].join('|'),
  'iy',
)
// A field of a multipart form: its name, the end of its headers, and its value.
const field =
  /name="(?<name>[^"]{1,80})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n(?<value>[^\r\n]{1,20000})/gi
const mostOfObject = 20_000
// The code in a redirect of OAuth.
const codeInQuery = /(?<=[?&]code=)[^&#\s"]+/g

interface Found {
  readonly from: number
  readonly to: number
  /** Without quotes. */
  readonly text: string
  /** The quote around a value here; empty in a query. */
  readonly quote: string
}

function* secretsIn(text: string): Generator<Found> {
  let end = 0
  for (const { 0: before, index, groups: { name = '', quote = '' } = {} } of text.matchAll(named)) {
    const from = index + before.length
    if (index < end || !isSecretName(name)) continue
    value.lastIndex = from
    const first = value.exec(text)?.[0] ?? ''
    const found = /^[{[]$/.test(first) ? objectAt(text, from) : first
    if (found === '' || /^(?:true|false|null)$/.test(found)) continue
    end = from + found.length
    const own = /^\\*["']/.exec(found)?.[0] ?? ''
    yield { from, to: end, text: found.replaceAll(/^\\*["']|(?<!\\)\\*["']$/g, ''), quote: quote === '' ? own : quote }
  }
}

/** The text of an object or array, up to its end or the bound. */
function objectAt(text: string, from: number): string {
  let depth = 0
  let isText = false
  const most = Math.min(text.length, from + mostOfObject)
  for (let at = from; at < most; at++) {
    const sign = text[at] ?? ''
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (/[{[]/.test(sign)) depth++
    else if (/[}\]]/.test(sign) && --depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from, most)
}

/**
 * Masks the values of members, parameters and fields whose names say that they are secret.
 * @param isHarmless which values may stay
 */
export function withoutNamedSecrets(text: string, isHarmless: (value: string) => boolean = () => false): string {
  let shown = ''
  let end = 0
  for (const { from, to, text: found, quote } of secretsIn(text)) {
    if (isHarmless(found)) continue
    shown += `${text.slice(end, from)}${quote}…${quote}`
    end = to
  }
  return (shown + text.slice(end))
    .replaceAll(codeInQuery, '…')
    .replaceAll(field, (all: string, name: string, content: string) =>
      isSecretName(name) ? `${all.slice(0, all.length - content.length)}…` : all,
    )
}

/** The values that {@link withoutNamedSecrets} masks. */
export function namedSecretsIn(text: string): readonly string[] {
  const fields = [...text.matchAll(field)].flatMap(({ groups: { name = '', value: content = '' } = {} }) =>
    isSecretName(name) ? [content] : [],
  )
  return [...Array.from(secretsIn(text), (found) => found.text), ...fields]
}
