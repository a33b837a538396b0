import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { readReplies } from './read-replies.ts'

/** One response as it came over the wire. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly body: string
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes, and collects whatever comes until the server closes the connection.
 * @param isHead whether the responses are to HEAD, and so have no body whatever their Content-Length
 */
export async function sendRaw(port: number, bytes: string | Uint8Array, isHead = false): Promise<RawResponse[]> {
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.write(bytes)
  return parseResponses(await received, isHead)
}

/** Everything that a connection brings until it is closed. */
export async function collect(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // events.once would reject at an error, and a connection that was cut is what some tests wait for.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks)
}

/** Reads responses, one after the other. @throws {ReplyError} when the bytes are something else */
export function parseResponses(bytes: Buffer, isHead = false): RawResponse[] {
  return readReplies(bytes, isHead).map(({ status, headers, body }) => ({
    status,
    headers: Object.fromEntries(headers),
    bytes: body,
    body: String(body),
  }))
}
