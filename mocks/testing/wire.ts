import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** A reply as it came over the wire. */
export interface WireReply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly body: string
}

/** Bytes that are not a series of valid replies. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

/**
 * Reads replies as strictly as RFC 9112 has them: nothing before, between and after them, each header well-formed and
 * there once, and each body as long as Content-Length says. "100 Continue" is left out.
 * @param mayAnswerHead whether a reply may be one to HEAD, which ends with its headers
 * @throws {ReplyError} saying what is wrong, and where
 */
export function readReplies(bytes: Buffer, mayAnswerHead = false): WireReply[] {
  const replies: WireReply[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) throw new ReplyError(`no whole reply begins at byte ${at}`)
    const { status, headers } = readHead(bytes.toString('latin1', at, end), at)
    at = end + 4
    if (status === 100) continue
    const length = bodyLength(status, headers, bytes, at, mayAnswerHead)
    if (at + length > bytes.length) {
      throw new ReplyError(`the body at byte ${at} breaks off after ${bytes.length - at} of ${length} bytes`)
    }
    const body = bytes.subarray(at, at + length)
    replies.push({ status, headers: Object.fromEntries(headers), bytes: body, body: String(body) })
    at += length
  }
  return replies
}

function readHead(text: string, at: number) {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(first)?.[1]
  if (status === undefined)
    throw new ReplyError(`the status line at byte ${at} is not a valid status line: ${first.slice(0, 100)}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): ([\t -~]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new ReplyError(`in the reply at byte ${at}, ${JSON.stringify(line)} is no header`)
    }
    if (headers.has(name.toLowerCase())) throw new ReplyError(`the reply at byte ${at} has two headers ${name}`)
    headers.set(name.toLowerCase(), value)
  }
  return { status: Number(status), headers }
}

function bodyLength(
  status: number,
  headers: ReadonlyMap<string, string>,
  bytes: Buffer,
  at: number,
  mayAnswerHead: boolean,
): number {
  const announced = headers.get('content-length')
  if (headers.has('transfer-encoding')) throw new ReplyError(`the ${status} has a Transfer-Encoding`)
  if (status < 200 || status === 204 || status === 304) {
    if (announced !== undefined) throw new ReplyError(`the ${status} has a Content-Length, but may have no body`)
    return 0
  }
  if (announced === undefined || !/^\d+$/.test(announced)) throw new ReplyError(`the ${status} has no Content-Length`)
  // No body begins like that.
  const isNextReply = at === bytes.length || bytes.toString('latin1', at, at + 9) === 'HTTP/1.1 '
  return mayAnswerHead && isNextReply ? 0 : Number(announced)
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes, and collects the replies until the server closes the connection.
 * @param isHead whether the requests are HEAD, so that replies have no body whatever their Content-Length
 */
export async function sendRaw(port: number, bytes: string | Uint8Array, isHead = false): Promise<WireReply[]> {
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.write(bytes)
  return readReplies(await received, isHead)
}

/** All bytes of a connection until it is closed. */
export async function collect(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // events.once would reject at an error, but some tests expect a cut connection.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks)
}
