const secretName =
  /token|secret|passw|passphrase|pwd|session|credential|signature|jwt|bearer|cookie|[cx]srf|authori[sz]ation|assertion|(?:api|auth|access|private|shared)[-_.]?key|(?:^|[-_.])(?:keys?|auth|sig|sid|pass|pin|otp|access(?!-control-))(?:$|[-_.])/

/** Whether the name of a header, a parameter or a member says that nobody else may read what it holds. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase())
}

// A name and its value as in JSON, also within a text of JSON, in forms, queries, headers and XML. Bounded, so that a text
// takes no longer than its length.
const pair = new RegExp(
  [
    String.raw`(?<![\w.$-])(?<name>[\w.$-]{1,80})(?:\]|%5D)?(?<quote>\\*["'])?\s{0,4}(?:[:=>]|%3[AD])\s{0,4}`,
    String.raw`(?<value>"(?:[^"\\]|\\[^]){0,20000}"?|\\+"(?:(?!\\+")[^]){0,20000}(?:\\+")?|'[^']{0,20000}'?`,
    String.raw`|\{[^{}]{0,20000}\}?|\[[^[\]]{0,20000}\]?`,
    String.raw`|(?:(?:bearer|basic|digest|token)\s{1,4})?[^\s"'\\&;,<>{}[\]]{1,20000})`,
  ].join(''),
  'gi',
)
// As in a redirect of OAuth.
const codeInQuery = /(?<=[?&]code=)[^&#\s"]+/g

/** The text without the values of members, parameters and fields whose names say that they are secret. */
export function withoutNamedSecrets(text: string): string {
  const shown = text.replaceAll(pair, (all: string, ...more: unknown[]) => {
    const { name = '', value = '', quote = '' } = more.at(-1) as Readonly<Record<string, string | undefined>>
    if (!isSecretName(name) || /^(?:true|false|null)$/.test(value)) return all
    const mark = quote === '' ? (/^\\*["']/.exec(value)?.[0] ?? '') : quote
    return `${all.slice(0, all.length - value.length)}${mark}…${mark}`
  })
  return shown.replaceAll(codeInQuery, '…')
}

/** Those values. */
export function namedSecretsIn(text: string): readonly string[] {
  return [...text.matchAll(pair)].flatMap(({ groups: { name = '', value = '' } = {} }) =>
    isSecretName(name) ? [value.replaceAll(/^\\*["']|\\*["']$/g, '')] : [],
  )
}
