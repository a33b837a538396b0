import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from './cors.ts'
import { dropBody, hasBody } from './request-body.ts'
import type { StreamedReply } from './start-server.ts'

/** Sends a reply, or does what it says in place of that. `isPublic` replies may be read by pages of any origin. */
export function sendReply(
  reply: StreamedReply,
  request: IncomingMessage,
  response: ServerResponse,
  isPublic = false,
): void {
  const { delayMilliseconds = 0 } = reply
  if (delayMilliseconds === 0) {
    // Those of one turn are written together: a client that one of them wakes is awake for the rest, and a write that
    // wakes nobody takes half the time.
    waiting.push(() => send(reply, request, response, isPublic))
    if (waiting.length === 1) setImmediate(sendWaiting)
    return
  }
  const timer = setTimeout(() => send(reply, request, response, isPublic), delayMilliseconds)
  response.once('close', () => clearTimeout(timer))
}

let waiting: (() => void)[] = []

function sendWaiting(): void {
  const ready = waiting
  waiting = []
  for (const sendNow of ready) sendNow()
}

function send(reply: StreamedReply, request: IncomingMessage, response: ServerResponse, isPublic: boolean): void {
  const { socket } = request
  if (socket.destroyed) return
  if (reply.effect === 'reset') {
    socket.resetAndDestroy()
    return
  }
  if (reply.effect === 'hang' || reply.events !== undefined) endWithServer(response)
  if (reply.effect === 'hang') return
  const isUnread = !request.complete && hasBody(request)
  const body = hasNoBody(reply.status) ? '' : reply.body
  response.sendDate = false
  response.writeHead(reply.status, headerList(reply, request, isPublic, isUnread))
  if (reply.events !== undefined) {
    stream(reply.events, body, response)
  } else if (isUnread) {
    // The reply is whole with this; its end closes the connection.
    response.write(body)
    void dropBody(request).then(() => response.end())
  } else {
    response.end(body)
  }
}

/** Names and values in turns, which node:http writes as they stand. */
function headerList(reply: StreamedReply, request: IncomingMessage, isPublic: boolean, isUnread: boolean): string[] {
  const list: string[] = []
  const { headers } = reply
  for (const name in headers) list.push(name, headers[name] as string)
  if (isPublic && request.headers.origin !== undefined) list.push(...corsHeaders)
  if (reply.events === undefined && !hasNoBody(reply.status))
    list.push('Content-Length', String(byteLength(reply.body)))
  // The rest of a body that nobody reads would be taken for the next request.
  if (isUnread) list.push('Connection', 'close')
  return list
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304
}

/** A listener that reads more slowly than that is cut off, so that it can't fill the memory. */
const mostWaitingBytes = 32 * 1024 * 1024

function stream(
  events: NonNullable<StreamedReply['events']>,
  start: string | Uint8Array,
  response: ServerResponse,
): void {
  response.write(start)
  const stop = events((chunk) => {
    if (response.writableLength > mostWaitingBytes) response.destroy()
    else response.write(chunk)
  })
  response.once('close', stop)
}

/** Cuts a reply that would never end as soon as the server stops. */
function endWithServer(response: ServerResponse): void {
  const { server } = response.req.socket as unknown as { server: NodeJS.EventEmitter }
  const cut = () => response.destroy()
  server.once('stopping', cut)
  response.once('close', () => server.off('stopping', cut))
}
