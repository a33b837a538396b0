import { curlLine } from '../../spec/index.ts'
import { type Credential, authorization } from './credentials.ts'
import type { Seen } from './question.ts'

/** The credential for a shell, with `$API_KEY` for the key; `undefined` for `missing`. */
export function authorizationForShell(credential: Credential): string | undefined {
  if (credential === 'truncated') return String.raw`Bearer $(printf %s "$API_KEY" | sed -E 's/.(\.|$)/\1/')`
  if (credential === 'suffixed') return String.raw`Bearer $(printf %s "$API_KEY" | sed -E 's/(\.|$)/x\1/')`
  if (credential === 'other-case') return "Bearer $(printf %s \"$API_KEY\" | tr 'A-Za-z' 'a-zA-Z')"
  if (credential === 'wrong') return 'Bearer contract-test-wrong-key'
  return authorization(credential, '${API_KEY}')
}

/**
 * A shell command that repeats a request. It expects the key in `$API_KEY`.
 * @param mask hides keys before their characters are escaped for the shell
 */
export function curlOf({ exchange: { request }, question }: Seen, mask: (text: string) => string): string {
  const { method, url, body } = request
  const shown = authorizationForShell(question.credential)
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
    body: body === undefined ? undefined : shortened(mask(body)),
  })
}

/** A long body is cut: nobody types a command of a megabyte. */
function shortened(body: string): string {
  return body.length <= 10_000 ? body : `${body.slice(0, 100)}… (${body.length} characters)`
}
