import type { Duplex } from 'node:stream'
import type { Call, Reply } from '../call.ts'
import type { ErrorCode } from '../error-reply.ts'
import type { AnimalStore } from '../store.ts'
import { STATUS_CODES } from './node-http.ts'
import { pendingReply } from './pending-reply.ts'

/** How long a refused client may take to read the reply before the connection is cut, in milliseconds. */
const lingerMilliseconds = 500

/** Answers a request that `node:http` could not read, with an Error as every other (section 7). */
export function refuseBrokenRequest(store: AnimalStore, error: NodeJS.ErrnoException, socket: Duplex): void {
  // A reply that is on its way must not get another one into its middle; and who has gone needs none.
  if (!socket.writable || hasPendingReply(socket) || refused.has(socket) || error.code === 'ECONNRESET') {
    if (!refused.has(socket)) socket.destroy()
    return
  }
  const [status, code, message] = refusalOf(error)
  writeReply(store.refuse(status, code, message), socket)
}

/** Answers CONNECT, for which `node:http` hands over the bare socket. */
export async function answerTunnel(store: AnimalStore, call: Call, socket: Duplex): Promise<void> {
  socket.on('error', () => socket.destroy())
  writeReply(await store.answer(call), socket)
}

const refused = new WeakSet<Duplex>()

function writeReply({ status, headers, body }: Reply, socket: Duplex): void {
  refused.add(socket)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${String(body)}`)
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}

function refusalOf({ code }: NodeJS.ErrnoException): readonly [status: number, code: ErrorCode, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'headers_too_large', 'The headers of the request are too large.']
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'body_too_large', 'The chunk extensions of the body are too large.']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'request_timeout', 'The request took too long to arrive.']
    default:
      return [400, 'malformed_request', 'The request is not HTTP/1.1 as this server understands it.']
  }
}

/** Whether a request of this connection was read whole and has not been answered, or its reply has begun. */
function hasPendingReply(socket: Duplex): boolean {
  const response = pendingReply(socket)
  return response !== undefined && (response.headersSent || response.req.complete)
}
