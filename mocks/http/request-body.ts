import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from '../../spec/index.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

export function isBodyTooLarge({ headers }: IncomingMessage, mostBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > mostBytes
}

/** How many bytes of unfinished bodies are kept together. With more, a request with a larger body is cut off. */
const mostTogether = 128 * 1024 * 1024
const few = 16 * 1024
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
    let kept: Buffer = Buffer.alloc(0)
    let bytes = 0
    const keep = (next: Buffer): void => {
      together += next.length - kept.length
      kept = next
    }
    const forget = (): void => keep(Buffer.alloc(0))
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) {
        forget()
        resolve({ isBodyTooLarge: true })
        return
      }
      keep(appended(kept, bytes - chunk.length, chunk, mostBytes))
      if (together > mostTogether && bytes > few) request.destroy()
    })
    request.on('end', () => resolve({ body: kept.subarray(0, bytes) }))
    request.on('close', forget)
  })
}

/**
 * Appends a chunk. A list of chunks would be a hundred times larger for a million chunks of one byte.
 */
function appended(kept: Buffer, bytes: number, chunk: Buffer, mostBytes: number): Buffer {
  if (bytes === 0) return chunk
  const whole = bytes + chunk.length
  // Doubles the room, so that bytes are not copied for each chunk.
  const room = whole <= kept.length ? kept : Buffer.concat([kept.subarray(0, bytes)], Math.min(2 * whole, mostBytes))
  chunk.copy(room, bytes)
  return room
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
