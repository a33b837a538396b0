import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { corsHeaders } from '../call/cors.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import type { AnimalStore } from '../store/store.ts'
import { isControl } from './static-files.ts'

/**
 * An import statement would load the WebSocket of node:http too, which takes a third of a start:
 * spec/decisions/0031-cold-start.md.
 */
export const nodeHttp = process.getBuiltinModule('node:http')

const pending = Symbol('pending reply')

/** A socket with its reply: a WeakMap that changes twice a call takes 0.4 µs of each. */
interface WithReply {
  [pending]?: ServerResponse | undefined
}

/** The class of responses that a server must have, so that {@link pendingReply} knows them. */
export class KnownResponse<Request extends IncomingMessage = IncomingMessage> extends nodeHttp.ServerResponse<Request> {
  override assignSocket(socket: Socket & WithReply): void {
    socket[pending] = this
    super.assignSocket(socket)
  }

  override detachSocket(socket: Socket & WithReply): void {
    socket[pending] = undefined
    super.detachSocket(socket)
  }
}

/** The reply that a connection waits for, or that is being written to it. */
export function pendingReply(socket: Duplex & WithReply): ServerResponse | undefined {
  return socket[pending]
}

/**
 * Writes after the earlier requests of the connection are answered: a client takes replies in the order of its requests.
 * Does nothing if the connection ends before.
 */
function afterPendingReplies(socket: Duplex, write: () => void): void {
  const response = pendingReply(socket)
  if (response?.req.complete === true) response.once('close', () => afterPendingReplies(socket, write))
  else if (socket.writable) write()
}

/** How long a refused client may take to read the reply before the connection is cut, in milliseconds. */
const lingerMilliseconds = 500

// Nothing after an unreadable request can be read.
const refused = new WeakSet<Duplex>()

/**
 * Answers a request that `node:http` could not read with an Error (section 7).
 * @param extraHeaders further headers. Default: CORS headers that let every page read it
 */
export function refuseBrokenRequest(
  store: Refusing,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  extraHeaders?: Readonly<Record<string, string>>,
): void {
  if (refused.has(socket)) return
  refused.add(socket)
  const response = pendingReply(socket)
  if (!socket.writable) {
    // The client has left.
    socket.destroy()
  } else if (response !== undefined && !response.req.complete && response.headersSent) {
    // The request was answered before its body broke, and needs no second reply.
    socket.end(() => socket.destroy())
  } else {
    afterPendingReplies(socket, () => writeRefusal(store, error, socket, extraHeaders ?? corsOf(socket)))
  }
}

/** Answers CONNECT like any other request, in its turn. `node:http` gives only the bare socket for it. */
export function answerTunnel(request: IncomingMessage, socket: Socket, answer: RequestListener): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
  afterPendingReplies(socket, () => {
    const response = new KnownResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    answer(request, response)
  })
}

/** What makes the reply of a refusal. */
interface Refusing {
  readonly refuse: (...refusal: Refusal) => Pick<ReturnType<AnimalStore['refuse']>, 'status' | 'headers' | 'body'>
}

function writeRefusal(
  store: Refusing,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  extraHeaders: Readonly<Record<string, string>>,
): void {
  const { status, headers, body } = store.refuse(...(refusals[error.code ?? ''] ?? unreadable))
  const lines = Object.entries({ ...headers, ...extraHeaders }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${String(body)}`)
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}

/** Lets pages read why their request was refused. Its Origin could not be read, so every reply has these headers. */
function corsOf(socket: Duplex): Readonly<Record<string, string>> {
  // If only the body was broken, the target is known. The control API is not for pages of other origins.
  const { url = '' } = pendingReply(socket)?.req ?? {}
  return isControl(url) ? {} : corsHeaders
}

type Refusal = readonly [status: number, code: ErrorCode, message: string]

const unreadable: Refusal = [400, 'malformed_request', 'The request is not HTTP/1.1 as this server understands it.']

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive.'],
}
