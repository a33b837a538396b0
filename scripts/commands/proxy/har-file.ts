import { closeSync, openSync, writeSync } from 'node:fs'
import { headerOf } from '../../../contract-tests/client/index.ts'
import type { Recorded } from '../../../contract-tests/traffic/index.ts'
import { maskKey } from '../../../mocks/keys/keys.ts'
import { harEnd, harEntry, harStart } from '../../../spec/har.ts'
import { decodeUtf8, escapeForRegExp } from '../../../spec/index.ts'
import type { Forwarded } from './forwarding.ts'

const secretHeaders = ['cookie', 'set-cookie', 'x-api-key', 'proxy-authorization']
const mostKeys = 1000

/** A HAR file that is whole after each exchange, so that it can be read whenever the proxy ends. It shows no key. */
export function openHar(path: string) {
  const file = openSync(path, 'w')
  const names = new Map<string, string>()
  writeSync(file, harStart + harEnd)
  let position = Buffer.byteLength(harStart)
  let separator = ''
  return {
    /** Writes an exchange, and the end of the file after it. */
    add(exchange: Forwarded, recorded: Recorded): void {
      const text = separator + JSON.stringify(entryOf(exchange, recorded, names))
      writeSync(file, text + harEnd, position)
      position += Buffer.byteLength(text)
      separator = ',\n'
    },
    close: () => closeSync(file),
  }
}

function entryOf(
  { requestHeaders, responseHeaders, problem }: Forwarded,
  recorded: Recorded,
  names: Map<string, string>,
): object {
  const { response, requestBody, method, url, sentAtMilliseconds, tookMilliseconds, hasBody } = recorded
  const hide = hider(headerOf({ headers: recorded.requestHeaders }, 'authorization'), names)
  const bytes = hasBody ? response?.bytes : undefined
  const text = bytes && decodeUtf8(bytes)
  const size = bytes?.byteLength ?? 0
  const base64 = () => ({ text: Buffer.from(bytes ?? []).toString('base64'), size, encoding: 'base64' as const })
  return harEntry({
    startedAtMilliseconds: sentAtMilliseconds,
    tookMilliseconds,
    method,
    url: hide(url.replaceAll(/([?&][^=&]*(?:key|token|secret|auth|pass|sig)[^=&]*=)[^&]*/gi, '$1…')),
    requestHeaders: pairs(requestHeaders, hide),
    requestBody: requestBody === null ? undefined : requestBody && hide(requestBody),
    status: response?.status ?? 0,
    responseHeaders: pairs(responseHeaders, hide),
    body: bytes && (text === undefined ? base64() : { text: hide(text), size }),
    problem,
  })
}

/** Puts a name in the place of each key, the same one each time, so that a reader can tell keys apart. */
function hider(authorization = '', names: Map<string, string>): (text: string) => string {
  const key = authorization.replace(/^\S+\s+/, '')
  if (key.length >= 4 && !names.has(key) && names.size < mostKeys) names.set(key, `key-${names.size + 1}`)
  const name = names.get(key) ?? maskKey(key)
  const forms = [...new Set([key, encodeURIComponent(key)])].filter((form) => form !== '')
  const pattern = new RegExp(forms.map(escapeForRegExp).join('|') || '(?!)', 'g')
  return (text) => text.replaceAll(pattern, name)
}

function pairs(raw: readonly string[], hide: (text: string) => string): readonly (readonly [string, string])[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => {
    const [name = '', value = ''] = raw.slice(2 * at, 2 * at + 2)
    return [name, secretHeaders.includes(name.toLowerCase()) ? '…' : hide(value)]
  })
}
