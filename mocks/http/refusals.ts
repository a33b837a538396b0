import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { corsHeaders } from '../call/cors.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import type { AnimalStore } from '../world/store.ts'
import { isControl } from './control-path.ts'
import { STATUS_CODES, ServerResponse } from './node-http.ts'
import { afterPendingReplies, pendingReply } from './pending-reply.ts'

/** How long a refused client may take to read the reply before the connection is cut, in milliseconds. */
const lingerMilliseconds = 500

// What comes after a request that could not be read cannot be read either.
const refused = new WeakSet<Duplex>()

/** Answers a request that `node:http` could not read, with an Error as every other (section 7). */
export function refuseBrokenRequest(store: AnimalStore, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (refused.has(socket)) return
  refused.add(socket)
  const response = pendingReply(socket)
  if (!socket.writable || error.code === 'ECONNRESET') {
    // Who has gone needs no reply.
    socket.destroy()
  } else if (response !== undefined && !response.req.complete && response.headersSent) {
    // The body broke after its request was answered; that reply is the last one of this connection.
    socket.end(() => socket.destroy())
  } else {
    afterPendingReplies(socket, () => writeRefusal(store, error, socket))
  }
}

/** Answers CONNECT, for which `node:http` hands over the bare socket, in its turn and as every other request. */
export function answerTunnel(request: IncomingMessage, socket: Socket, answer: RequestListener): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
  afterPendingReplies(socket, () => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    answer(request, response)
  })
}

function writeRefusal(store: AnimalStore, error: NodeJS.ErrnoException, socket: Duplex): void {
  const { status, headers, body } = store.refuse(...refusalOf(error))
  const lines = Object.entries({ ...headers, ...corsOf(socket) }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${String(body)}`)
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}

/** A page is to see why its request was refused. Whether one asks cannot be read, so every reply says that it may. */
function corsOf(socket: Duplex): Readonly<Record<string, string>> {
  // The headers could be read where only the body breaks; the control API is for no page of another origin.
  const { url = '' } = pendingReply(socket)?.req ?? {}
  return isControl(url) ? {} : corsHeaders
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
