import { type Socket, connect } from 'node:net'
import { once } from 'node:events'

/** One response as it came over the wire. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name; the last of a repeated header counts. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** The bytes as text. */
  readonly body: string
}

/** Opens a connection for a test. */
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

/** Reads responses with Content-Length, one after the other. @throws {Error} when the bytes are something else */
export function parseResponses(bytes: Buffer, isHead = false): RawResponse[] {
  const responses: RawResponse[] = []
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]
    if (end === -1 || status === undefined)
      throw new Error(`This is no response: ${JSON.stringify(rest.toString('latin1').slice(0, 200))}`)
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length)
    if (body.length < length)
      throw new Error(`The body of a ${status} broke off after ${body.length} of ${length} bytes.`)
    responses.push({ status: Number(status), headers, bytes: body, body: body.toString() })
    rest = rest.subarray(end + 4 + length)
  }
  return responses
}
