import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, pipeline } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ControlReply } from '../control/index.ts'
import type { Reply } from '../call/call.ts'
import { Connection, largeBytes } from './connection.ts'
import { dropBody, hasBody } from './request-body.ts'

/** Sends a reply, or plays its effect in place of it. */
export function sendReply(reply: ControlReply, request: IncomingMessage, response: ServerResponse): void {
  Connection.of(request.socket)?.replyMade(response, reply.body.length)
  // If the client has left, nobody would clear a timer.
  if (response.destroyed) return reply.whenLeft?.()
  const { delayMilliseconds = 0, whenLeft = () => undefined } = reply
  if (delayMilliseconds > 0) {
    const client = untilClosed(response)
    const timer = setTimeout(() => {
      client.removeEventListener('abort', whenLeft)
      send(reply, request, response)
    }, delayMilliseconds)
    client.addEventListener('abort', whenLeft)
    response.once('close', () => clearTimeout(timer))
  } else if (reply.body.length > largeBytes) {
    // Waiting would keep its text in memory.
    send(reply, request, response)
  } else if (waiting.push(() => send(reply, request, response)) === 1) {
    // The replies of one turn are written together: the first one wakes the client, and a write to a client that is
    // awake takes half the time.
    setImmediate(sendWaiting)
  }
}

const waiting: (() => void)[] = []

function sendWaiting(): void {
  for (const sendNow of waiting.splice(0)) sendNow()
}

function send(reply: ControlReply, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  if (socket.destroyed) return reply.whenLeft?.()
  const connection = Connection.of(socket)
  if (reply.effect === 'reset') {
    connection?.reset()
    return
  }
  if (connection) connection.isEndless ||= reply.effect !== undefined || reply.events !== undefined
  if (reply.effect !== undefined) {
    void sendOnceReleased(reply, request, response)
    return
  }
  const isUnread = !request.complete && hasBody(request)
  const body = hasNoLength(reply.status) ? '' : reply.body
  response.sendDate = false
  response.writeHead(reply.status, headerList(reply, isUnread, response.shouldKeepAlive))
  if (reply.events !== undefined) {
    pipeline(Readable.fromWeb(reply.events as WebStream), response, () => undefined)
  } else if (isUnread) {
    // This is the whole reply. Its end closes the connection.
    response.write(body)
    void dropBody(request).then(() => response.end())
  } else {
    response.end(body)
  }
}

/** Waits until a reply that is held back is released. One that hangs never is. */
async function sendOnceReleased(held: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    untilClosed(response).addEventListener('abort', () => held.whenLeft?.())
    const reply = await held.whenReleased?.(held, untilClosed(response))
    if (reply === undefined) return
    const connection = Connection.of(request.socket)
    if (connection) connection.isEndless = false
    send(reply, request, response)
  } catch {
    // The client has left.
  }
}

/** A signal that is aborted when the client leaves or has its reply. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  else for (const event of ['close', 'half-close']) response.once(event, () => controller.abort())
  return controller.signal
}

/** Names and values in turns, as writeHead takes them. */
function headerList(reply: ControlReply, isUnread: boolean, isKept: boolean): string[] {
  const list: string[] = []
  const { headers } = reply
  for (const name in headers) list.push(name, headers[name] as string)
  if (reply.events === undefined && !hasNoLength(reply.status))
    list.push('Content-Length', String(Buffer.byteLength(reply.body)))
  // The unread rest of the body would be taken for the next request.
  if (isUnread) list.push('Connection', 'close')
  else if (isKept) list.push('Keep-Alive', 'timeout=5')
  return list
}

/** Whether a reply has neither a body nor a Content-Length. A 205 has no body either, but a Content-Length of 0. */
function hasNoLength(status: number): boolean {
  return status === 204 || status === 304
}
