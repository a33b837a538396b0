import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type Reply, bytesOf } from './reply.ts'

/** A reply as the text of an HTTP message, without a length: the end of the connection ends the body. */
export function rawReply(reply: Reply, version = 'HTTP/1.1'): string {
  return `${rawHead(reply, version)}${bytesOf(reply).toString('latin1')}`
}

/** The status line and headers of a reply, with the empty line after them. */
export function rawHead({ status, headers }: Reply, version = 'HTTP/1.1'): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`))
  return [`${version} ${status} Because`, ...lines, '', ''].join('\r\n')
}

/** Writes bytes (latin1) past the HTTP server and ends the connection. */
export function closeRaw(response: ServerResponse, text: string): void {
  response.socket?.end(text, 'latin1')
}

/** Writes the same bytes again and again, as fast as the client takes them, until it goes away or enough is written. */
export async function writeRepeatedly(
  target: Socket | ServerResponse,
  chunk: string,
  mostBytes = Infinity,
): Promise<void> {
  function* chunks(): Generator<string> {
    for (let written = 0; written < mostBytes; written += chunk.length) yield chunk
  }
  // It fails when the client goes away, as it should.
  await pipeline(chunks, target, { end: false }).catch(() => {})
}
