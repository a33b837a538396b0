import { curlLine } from '../../../../spec/index.ts'
import type { InterfaceCall } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { keyIn } from '../../../keys/keys.ts'

/** The line for a shell that sends a call. A test key is named, any other has a variable's place. */
export function callLine(
  origin: string,
  { method, target, headers: { authorization, ...headers }, body = '' }: InterfaceCall,
  testKeys: readonly string[],
): string {
  const [, scheme = '', key = ''] = /^(bearer +)?(.*)/is.exec(authorization ?? '') ?? []
  const isShown = testKeys.includes(key.split('.')[0] ?? '')
  // A variable has a value only between double quotes, and only what is known to be harmless may stand there.
  const named = isShown ? `authorization: ${authorization}` : { code: `"authorization: ${scheme}\${API_KEY}"` }
  return curlLine({
    options: ['-i'],
    method,
    url: origin + target,
    headers: [
      ...(authorization === undefined ? [] : [named]),
      ...Object.entries(headers).map((header) => header.join(': ')),
      // It keeps curl from adding a media type of its own to a body that had none.
      ...(body === '' || headers['content-type'] !== undefined ? [] : ['content-type: ']),
    ],
    body: body || undefined,
  })
}

// What a client's own software adds for its connection, and what a browser lets no page set.
const ofTheClient =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|user-agent|accept|accept-.*|origin|referer|sec-.*|dnt|priority|pragma|cache-control|cookie)$/

/**
 * The call of an entry once more. The journal names test keys alone, so in place of any other key it has a test key of the
 * same plan, or one that is refused.
 */
export function callOf(entry: JournalEntry, sandbox: string): InterfaceCall {
  const { authorization, ...others } = entry.request.headers
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => !ofTheClient.test(name.toLowerCase())))
  const key = entry.plan === null ? 'no-such-key' : keyIn(sandbox, `test_${entry.plan}`)
  const sent = /^bearer .*…$/i.test(authorization ?? '') ? `Bearer ${key}` : authorization
  return {
    method: entry.method,
    target: entry.target,
    headers: {
      ...(sent !== undefined && { authorization: sent }),
      ...kept,
    },
    ...(entry.request.body === '' ? {} : { body: entry.request.body }),
  }
}
