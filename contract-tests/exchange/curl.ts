import { curlLine } from '../../spec/index.ts'
import { type KeyForms, authorizationWith } from './credentials.ts'
import type { Seen } from './question.ts'

/** The key for a shell, which has it in `$API_KEY`. */
export const shellForms: KeyForms = {
  key: '${API_KEY}',
  other: 'contract-test-wrong-key',
  truncated: `$(printf %s "$API_KEY" | sed -E 's/(^|[^0-9])[0-9]*$//')`,
  otherCase: "$(printf %s \"$API_KEY\" | tr 'A-Za-z' 'a-zA-Z')",
  renamed: `$(printf %s "$API_KEY" | sed -E 's/[A-Za-z0-9]+[^A-Za-z0-9]*$/contracttest/')`,
}

/**
 * A shell command that repeats a request. It expects the key in `$API_KEY`.
 * @param mask hides keys before their characters are escaped for the shell
 */
export function curlOf({ exchange: { request }, question }: Seen, mask: (text: string) => string): string {
  const { method, url, body } = request
  const shown = authorizationWith(question.credential, shellForms)
  const mediaType = request.headers['Content-Type']
  return curlLine({
    options: ['-i'],
    method,
    url: mask(url),
    headers: [
      // In double quotes, so that the shell inserts the key.
      ...(shown === undefined ? [] : [{ code: `"Authorization: ${shown}"` }]),
      ...(mediaType === undefined ? [] : [mask(`Content-Type: ${mediaType}`)]),
    ],
    body: body === undefined ? undefined : mask(body),
  })
}

/** A request and its answer in a line, by the number that findings give it. */
export function requestLine({ number, exchange: { request, ...exchange }, question, status }: Seen): string {
  const body = request.body === undefined ? '' : ` ${request.body.slice(0, 200)}`
  const key = question.credential === 'valid' ? '' : ` (key: ${question.credential})`
  return `${number}: ${request.method} ${question.path}${body}${key} → ${status ?? exchange.problem?.kind}`
}
