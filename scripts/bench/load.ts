import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Sends one request again and again over keep-alive connections, each waiting for its reply before it sends the next.
 * Ends after `seconds`. Works on raw sockets, because a client that parses more would measure itself:
 * spec/decisions/0190-where-the-time-of-a-call-goes.md.
 * @returns how many replies came in how many seconds
 * @throws {Error} when one has another status
 */
export async function load(port: number, request: string, { connections = 16, seconds = 2, status = 200 } = {}) {
  const wanted = Buffer.from(`HTTP/1.1 ${status} `)
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  let replies = 0
  const unexpected: string[] = []

  async function runConnection(): Promise<void> {
    const bytes = Buffer.from(request)
    let pending: Buffer = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      const received = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const length = endOfReply(received)
      pending = length === -1 ? Buffer.from(received) : Buffer.alloc(0)
      if (length === -1) return
      if (received.compare(wanted, 0, wanted.length, 0, wanted.length) !== 0)
        unexpected.push(received.toString('latin1', 0, 1000))
      replies++
      if (performance.now() < deadline) socket.write(bytes)
      else socket.end()
    }
    // One buffer for each connection: the load shares the CPU with the servers that it measures.
    const onread = {
      buffer: Buffer.alloc(65_536),
      callback: (size: number, buffer: Uint8Array) => (take(Buffer.from(buffer.buffer, 0, size)), true),
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.once('connect', () => socket.write(bytes))
    await once(socket, 'close')
  }

  await Promise.all(Array.from({ length: connections }, runConnection))
  const took = (performance.now() - startedAt) / 1000
  if (unexpected.length > 0)
    throw new Error(`${unexpected.length} replies were not ${status}, such as ${unexpected[0]}`)
  return { replies, seconds: took }
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** A request as it goes over the wire. */
export function requestText(method: string, target: string, body = ''): string {
  const content = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise\r\n${content}\r\n${body}`
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('Content-Length: ')

/** Where the first reply ends, or -1 if it is not complete yet. */
function endOfReply(bytes: Buffer): number {
  const head = bytes.indexOf(headEnd)
  if (head === -1) return -1
  const name = bytes.indexOf(lengthName)
  if (name === -1 || name > head) throw new Error('A reply came without Content-Length.')
  let length = 0
  for (let at = name + lengthName.length; bytes[at] !== 0x0d; at++) length = length * 10 + ((bytes[at] ?? 0x30) - 0x30)
  const end = head + headEnd.length + length
  return bytes.length >= end ? end : -1
}
