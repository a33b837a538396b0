import { authorizationForShell } from './credentials.ts'
import { escapedJson } from '../../spec/index.ts'
import type { Seen } from './question.ts'

/** A command that repeats a request in a shell; the key is to be in `$API_KEY`. */
export function curlOf({ exchange: { request }, question }: Seen): string {
  const shown = authorizationForShell(question.credential)
  const mediaType = request.headers['Content-Type']
  return [
    'curl -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    // In double quotes, so that the shell puts the key in.
    ...(shown === undefined ? [] : [`-H "Authorization: ${shown}"`]),
    ...(mediaType === undefined ? [] : [`-H ${quote(`Content-Type: ${mediaType}`)}`]),
    ...(request.body === undefined ? [] : [`-d ${quote(escapedJson(shortened(request.body)))}`]),
    quote(request.url),
  ].join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A body of a megabyte is no command that somebody types. */
function shortened(body: string): string {
  return body.length <= 10_000 ? body : `${body.slice(0, 100)}… (${body.length} characters)`
}
