import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from '../../spec/index.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

export function isBodyTooLarge({ headers }: IncomingMessage, mostBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > mostBytes
}

/** How many bytes of unfinished bodies are kept together. With more, a request with a larger body is cut off. */
const mostTogether = 128 * 1024 * 1024
const few = 16 * 1024
/** What a chunk takes beside its bytes. A body may come in pieces of one byte. */
const chunkBytes = 200
let together = 0

/** A body, or that it was not read. */
type Body = { readonly body: Uint8Array | string } | { readonly isBodyTooLarge: true }

/**
 * A body, or that its bytes are too many, as soon as the headers or the bytes show it. Never resolves if the
 * body breaks off, because then the connection ends.
 */
export async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<Body> {
  if (isBodyTooLarge(request, mostBytes)) return { isBodyTooLarge: true }
  // Its stream has no events: the server has optimizeEmptyRequests.
  if (!hasBody(request)) return { body: Buffer.alloc(0) }
  // One turn later, node:http has passed on the bytes that came with the headers.
  await Promise.resolve()
  if (request.readableLength !== Number(request.headers['content-length'])) return collectBody(request, mostBytes)
  const bytes = request.read() as Buffer
  // Both the operation and the journal need its text.
  return { body: decodeUtf8(bytes) ?? bytes }
}

function collectBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let bytes = 0
    let kept = 0
    const forget = (): void => {
      chunks = []
      together -= kept
      kept = 0
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) {
        forget()
        resolve({ isBodyTooLarge: true })
        return
      }
      chunks.push(chunk)
      kept += chunk.length + chunkBytes
      together += chunk.length + chunkBytes
      if (together > mostTogether && bytes > few) request.destroy()
    })
    request.on('end', () => resolve({ body: Buffer.concat(chunks) }))
    request.on('close', forget)
  })
}

/** How many bytes of an unread body are dropped, and for how long, before the connection is cut. */
const mostDroppedBytes = 16 * 1024 * 1024
const lingerMilliseconds = 1000

/** Drops the rest of a body, within limits: a client that is cut off while it sends may never see the reply. */
export async function dropBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = (): void => {
      clearTimeout(timer)
      request.pause()
      resolve()
    }
    const timer = setTimeout(end, lingerMilliseconds)
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostDroppedBytes) end()
    })
    request.once('end', end)
    request.once('close', end)
  })
}
