import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Reply, bytesOf } from '../reply.ts'

/** A reply as the text of an HTTP message, without a length: the end of the connection ends the body. */
export function rawReply(reply: Reply, version: string): string {
  return `${rawHead(reply, version)}${bytesOf(reply).toString('latin1')}`
}

/** The status line and headers of a reply, with the empty line after them. */
export function rawHead({ status, headers }: Reply, version: string): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`))
  return [`${version} ${status} Because`, ...lines, '', ''].join('\r\n')
}

/** Writes bytes (latin1) past the HTTP server and ends the connection. */
export function closeRaw(response: ServerResponse, text: string): void {
  response.socket?.end(text, 'latin1')
}

/** Writes the same bytes again and again, as fast as the client takes them, until it goes away or enough was written. */
export async function pour(
  target: Socket | ServerResponse,
  chunk: Uint8Array | string,
  mostBytes = Infinity,
): Promise<void> {
  let written = 0
  while (!target.destroyed && written < mostBytes) {
    written += chunk.length
    if (!target.write(chunk)) await drained(target)
  }
}

function drained(target: Socket | ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      target.off('drain', done)
      target.off('close', done)
      resolve()
    }
    target.on('drain', done)
    target.on('close', done)
  })
}
