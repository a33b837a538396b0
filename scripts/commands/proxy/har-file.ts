import { closeSync, openSync, writeSync } from 'node:fs'
import { harEnd, harEntry, harStart } from '../../../spec/har.ts'
import type { KeptExchange } from './kept-exchange.ts'

/** A HAR file that is whole after each exchange, so that it can be read whenever the proxy ends. A new one is for its owner alone. */
export function openHar(path: string) {
  const file = openSync(path, 'w', 0o600)
  writeSync(file, harStart + harEnd)
  let position = Buffer.byteLength(harStart)
  let separator = ''
  return {
    /** Writes an exchange, and the end of the file after it. */
    add(exchange: KeptExchange): void {
      const { requestBody, status = 0, url, ...others } = exchange
      const entry = {
        ...others,
        startedAtMilliseconds: exchange.sentAtMilliseconds,
        // Masking a key can make the URL invalid.
        url: URL.canParse(url) ? url : 'http://not-shown.invalid/',
        requestBody: requestBody ?? undefined,
        status,
      }
      const text = separator + JSON.stringify(harEntry(entry))
      writeSync(file, text + harEnd, position)
      position += Buffer.byteLength(text)
      separator = ',\n'
    },
    close: () => closeSync(file),
  }
}
