import { isSecretName, namedSecretsIn } from '../../spec/index.ts'
import type { Recorded } from './recorded.ts'

const mostWords = 16
// A larger body is no form.
const mostOfBody = 65_536

/** What a request shows that nobody else may read: its keys, whatever it calls them. */
export function keysIn({ url, requestHeaders, requestBody }: Recorded): readonly string[] {
  const { username, password, searchParams, hash } = new URL(url)
  const secret = [...requestHeaders].filter(([name]) => isSecretName(name))
  const [shown, others] = [true, false].map((wanted) =>
    secret.flatMap(([name, values]) => (/^(?:proxy-)?authorization$/.test(name) === wanted ? values : [])),
  )
  const credentials = (shown ?? []).flatMap(credentialsIn)
  const headers = (others ?? []).flatMap((value) => value.split(/[;,]\s*/, mostWords)).map(valueIn)
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

/** The words of an Authorization header but its scheme; of Basic also the password. */
function credentialsIn(header: string): readonly string[] {
  const [scheme = '', ...words] = header.trim().split(/[\s,]+/, mostWords)
  if (words.length === 0) return /^(?:bearer|basic|digest|token)?$/i.test(scheme) ? [] : [scheme]
  const isBasic = /^basic$/i.test(scheme)
  return words.flatMap((word) => {
    if (/^(?:bearer|basic|digest|token)$/i.test(word)) return []
    const plain = isBasic ? Buffer.from(word, 'base64').toString() : ''
    return [word, ...(isBasic ? [plain, plain.replace(/^[^:]*:/, '')] : []).filter(isNoWord)]
  })
}

/** What stands behind a name, as in a cookie. What base64 ends with is no name. */
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

/** Whether it could be a key: words and addresses stand elsewhere, too, and mean no harm. */
function isNoWord(value: string): boolean {
  return value.length >= 8 && !/^[a-z]{0,19}$/i.test(value) && !/^[a-z]+:\/\//i.test(value)
}
