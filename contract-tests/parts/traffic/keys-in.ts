import { credentialsIn, isSecretName, mayBeKey, namedSecretsIn } from '../../../spec/index.ts'
import type { Recorded } from './read-entry.ts'

const mostWords = 16
// A larger body is not a form.
const mostOfBody = 65_536

/** The secrets of a request: keys, cookies, passwords, wherever they are. */
export function keysIn({ url, requestHeaders, requestBody }: Recorded): readonly string[] {
  const { username, password, searchParams, hash } = new URL(url)
  const secret = [...requestHeaders].filter(([name]) => isSecretName(name))
  const valuesOf = (isShown: boolean): readonly string[] =>
    secret.flatMap(([name, values]) => (/^(?:proxy-)?authorization$/.test(name) === isShown ? values : []))
  const credentials = valuesOf(true).flatMap(withPasswords)
  const headers = valuesOf(false)
    .flatMap((value) => value.split(/[;,]\s*/, mostWords))
    .map(valueIn)
  const parameters = [...searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
  const texts = [...(requestHeaders.get('referer') ?? []), hash, (requestBody ?? '').slice(0, mostOfBody)]
  const named = [...headers, ...parameters, ...texts.flatMap(namedSecretsIn), username, password]
  return [
    ...new Set([
      ...credentials,
      ...named.filter((value) => isNoWord(decoded(value))).flatMap((value) => [value, decoded(value)]),
    ]),
  ]
}

/** The words of an Authorization header; for Basic also the decoded password. */
function withPasswords(header: string): readonly string[] {
  const words = credentialsIn(header)
  if (!/^\s*basic\s/i.test(header)) return words
  return words.flatMap((word) => {
    const plain = Buffer.from(word, 'base64').toString()
    return [word, plain, plain.replace(/^[^:]*:/, '')]
  })
}

/** The value after a name, as in a cookie. The `=` at the end of base64 does not separate anything. */
function valueIn(text: string): string {
  return /^[\w.-]+=(?=[^=])(.*)$/s.exec(text)?.[1] ?? text
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether it could be a key. Plain words occur elsewhere, too, and must stay readable. */
function isNoWord(value: string): boolean {
  return mayBeKey(value) && !/^[a-z]{0,19}$/i.test(value)
}
