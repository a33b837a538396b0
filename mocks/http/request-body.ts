import type { IncomingMessage } from 'node:http'
import { maxBodyBytes } from '../../spec/index.ts'

/** Tells whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

// The core refuses whatever is larger than a body may be; it does not look at the bytes.
const tooLarge = new Uint8Array(maxBodyBytes + 1)

/** How much of a body that is too large is read and dropped, so that the client can finish and read the reply. */
const mostDroppedBytes = 16 * 1024 * 1024

/**
 * The bytes of a body. Keeps no more than a body may have: of a larger one it gives just as many bytes as are refused.
 * A body that breaks off never arrives, and with it goes the connection.
 */
export async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) chunks.push(chunk)
      else chunks.length = 0
      if (bytes > mostDroppedBytes) {
        request.pause()
        resolve(tooLarge)
      }
    })
    request.once('end', () => {
      if (bytes > maxBodyBytes) resolve(tooLarge)
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes))
    })
  })
}
