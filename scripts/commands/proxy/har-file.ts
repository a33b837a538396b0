import { closeSync, openSync, writeSync } from 'node:fs'
import { headerOf } from '../../../contract-tests/client/index.ts'
import type { Recorded } from '../../../contract-tests/traffic/index.ts'
import { maskKey } from '../../../mocks/keys/keys.ts'
import { harEnd, harEntry, harStart } from '../../../spec/har.ts'
import { decodeUtf8, escapeForRegExp } from '../../../spec/index.ts'
import type { Forwarded } from './forward.ts'

const secretHeaders = ['cookie', 'set-cookie', 'x-api-key', 'proxy-authorization']
const mostKeys = 1000

/** A HAR file that is whole after each exchange, so that it can be read whenever the proxy ends. It shows no key. */
export class HarFile {
  readonly #file: number
  readonly #names = new Map<string, string>()
  #position: number

  constructor(path: string) {
    this.#file = openSync(path, 'w')
    writeSync(this.#file, harStart + harEnd)
    this.#position = Buffer.byteLength(harStart)
  }

  /** Writes an exchange, and the end of the file after it. */
  add(exchange: Forwarded, recorded: Recorded): void {
    const isFirst = this.#position === Buffer.byteLength(harStart)
    const text = `${isFirst ? '' : ',\n'}${JSON.stringify(this.#entryOf(exchange, recorded))}`
    writeSync(this.#file, text + harEnd, this.#position)
    this.#position += Buffer.byteLength(text)
  }

  close(): void {
    closeSync(this.#file)
  }

  #entryOf({ requestHeaders, responseHeaders, problem }: Forwarded, recorded: Recorded): object {
    const { response, requestBody, method, url, sentAtMilliseconds, tookMilliseconds, hasBody } = recorded
    const hide = this.#hider(headerOf({ headers: recorded.requestHeaders }, 'authorization'))
    const text = response === undefined || !hasBody ? undefined : decodeUtf8(response.bytes)
    const size = response?.bytes.byteLength ?? 0
    const base64 = () => ({
      text: Buffer.from(response?.bytes ?? []).toString('base64'),
      size,
      encoding: 'base64' as const,
    })
    return harEntry({
      startedAtMilliseconds: sentAtMilliseconds,
      tookMilliseconds,
      method,
      url: hide(url.replaceAll(/([?&][^=&]*(?:key|token|secret|auth|pass|sig)[^=&]*=)[^&]*/gi, '$1…')),
      requestHeaders: pairs(requestHeaders, hide),
      requestBody: requestBody === null ? undefined : requestBody && hide(requestBody),
      status: response?.status ?? 0,
      responseHeaders: pairs(responseHeaders, hide),
      body: !hasBody || response === undefined ? undefined : text === undefined ? base64() : { text: hide(text), size },
      problem,
    })
  }

  /** Puts a name in the place of each key, the same one each time, so that a reader can tell keys apart. */
  #hider(authorization = ''): (text: string) => string {
    const key = authorization.replace(/^\S+\s+/, '')
    if (key.length >= 4 && !this.#names.has(key) && this.#names.size < mostKeys)
      this.#names.set(key, `key-${this.#names.size + 1}`)
    const name = this.#names.get(key) ?? maskKey(key)
    const forms = [...new Set([key, encodeURIComponent(key)])].filter((form) => form !== '')
    const pattern = new RegExp(forms.map(escapeForRegExp).join('|') || '(?!)', 'g')
    return (text) => text.replaceAll(pattern, name)
  }
}

function pairs(raw: readonly string[], hide: (text: string) => string): readonly (readonly [string, string])[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => {
    const [name = '', value = ''] = raw.slice(2 * at, 2 * at + 2)
    return [name, secretHeaders.includes(name.toLowerCase()) ? '…' : hide(value)]
  })
}
