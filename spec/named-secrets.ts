import { isSecretName } from './secret-names.ts'

// A name and what parts it from its value: as in JSON, also within a text of JSON, in forms, queries, headers and XML.
const named = /(?<![\w.$-])(?<name>[\w.$-]{1,80})(?:\]|%5D)?(?<quote>\\*["'])?\s{0,4}(?:[:=>]|%3[AD])\s{0,4}/gi
// Bounded, so that a text takes no longer than its length.
const value = new RegExp(
  [
    String.raw`"(?:[^"\\]|\\[^]){0,20000}"?`,
    String.raw`\\+"(?:(?!\\+")[^]){0,20000}(?:\\+")?`,
    `'[^']{0,20000}'?`,
    String.raw`\{[^{}]{0,20000}\}?`,
    String.raw`\[[^[\]]{0,20000}\]?`,
    String.raw`(?:(?:bearer|basic|digest|token)\s{1,4})?[^\s"'\\&;,<>{}[\]]{1,20000}`,
  ].join('|'),
  'iy',
)
// As in a redirect of OAuth.
const codeInQuery = /(?<=[?&]code=)[^&#\s"]+/g

interface Found {
  readonly from: number
  readonly to: number
  /** Without quotes. */
  readonly text: string
  /** What stands before a text at this place: nothing in a query. */
  readonly quote: string
}

function* secretsIn(text: string): Generator<Found> {
  let end = 0
  for (const { 0: before, index, groups: { name = '', quote = '' } = {} } of text.matchAll(named)) {
    const from = index + before.length
    if (index < end || !isSecretName(name)) continue
    value.lastIndex = from
    const found = value.exec(text)?.[0] ?? ''
    if (found === '' || /^(?:true|false|null)$/.test(found)) continue
    end = from + found.length
    const own = /^\\*["']/.exec(found)?.[0] ?? ''
    yield { from, to: end, text: found.replaceAll(/^\\*["']|\\*["']$/g, ''), quote: quote === '' ? own : quote }
  }
}

/**
 * The text without the values of members, parameters and fields whose names say that they are secret.
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
  return (shown + text.slice(end)).replaceAll(codeInQuery, '…')
}

/** Those values. */
export function namedSecretsIn(text: string): readonly string[] {
  return Array.from(secretsIn(text), (found) => found.text)
}
