import type { IncomingMessage } from 'node:http'
import { Connection } from './connection.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

export function isBodyTooLarge({ headers }: IncomingMessage, mostBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > mostBytes
}

/** Of all bodies that are on their way, so many bytes are kept; beyond that, whoever sends more than a few is cut off. */
const mostTogether = 128 * 1024 * 1024
const few = 16 * 1024
let together = 0

/** A body, or why it was not read to its end. */
type Body = { readonly body: Uint8Array } | { readonly isBodyTooLarge: true } | 'scattered'

/** node:http takes some microseconds for each chunk, and meanwhile nobody else is served. */
const mostPieces = 10_000
/** Beyond so many pieces they must have so many bytes on average. */
const fewBytes = 16

export const scatteredMessage = `The body comes in more than ${mostPieces} pieces of less than ${fewBytes} bytes.`

/** Says after each piece whether there were too many small ones; then nothing more of the connection is read. */
function piecesCounter({ socket }: IncomingMessage): (piece: Buffer) => boolean {
  let pieces = 0
  let bytes = 0
  return (piece) => {
    bytes += piece.length
    const isScattered = ++pieces > mostPieces && bytes < pieces * fewBytes
    if (isScattered) Connection.of(socket)?.readNoMore()
    return isScattered
  }
}

/**
 * The bytes of a body, unless they are too many, which is known as soon as the headers or the bytes say so. A body that
 * breaks off never arrives, and with it goes the connection.
 */
export async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<Body> {
  if (isBodyTooLarge(request, mostBytes)) return { isBodyTooLarge: true }
  // node:http hands over what came with the headers as soon as nothing else is to be done.
  await Promise.resolve()
  if (request.readableLength !== Number(request.headers['content-length'])) return collectBody(request, mostBytes)
  const body = (request.read() as Buffer | null) ?? Buffer.alloc(0)
  request.resume()
  return { body }
}

function collectBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    let kept: Buffer = Buffer.alloc(0)
    let bytes = 0
    const isScattered = piecesCounter(request)
    const keep = (next: Buffer): void => {
      together += next.length - kept.length
      kept = next
    }
    const forget = (): void => keep(Buffer.alloc(0))
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes || isScattered(chunk)) {
        forget()
        resolve(bytes > mostBytes ? { isBodyTooLarge: true } : 'scattered')
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
 * Bytes with a chunk after them. Kept as they come, a million chunks of one byte would take a hundred times their room.
 */
function appended(kept: Buffer, bytes: number, chunk: Buffer, mostBytes: number): Buffer {
  if (bytes === 0) return chunk
  const whole = bytes + chunk.length
  // Twice as much each time, so that bytes are not copied again and again.
  const room = whole <= kept.length ? kept : Buffer.concat([kept.subarray(0, bytes)], Math.min(2 * whole, mostBytes))
  chunk.copy(room, bytes)
  return room
}

/** How much of a body that nobody reads is dropped, and for how long, before the connection is cut. */
const mostDroppedBytes = 16 * 1024 * 1024
const lingerMilliseconds = 1000

/** Drops the rest of a body, within bounds: a client that is cut off while it sends may never see the reply. */
export async function dropBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = (): void => {
      clearTimeout(timer)
      request.pause()
      resolve()
    }
    const timer = setTimeout(end, lingerMilliseconds)
    const isScattered = piecesCounter(request)
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostDroppedBytes) end()
      else isScattered(chunk)
    })
    request.once('end', end)
    request.once('close', end)
  })
}
