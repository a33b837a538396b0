import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Why a request is not forwarded. */
export type Refusal = readonly [status: number, code: string, message: string]

/** Connections with a refused request: nothing that comes behind it is forwarded. */
export const refused = new WeakSet<Socket>()

/** Answers a request that is not forwarded, and reads nothing more of its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  refused.add(response.req.socket)
  if (response.headersSent) return void response.destroy()
  const { status, headers, body } = errorOf(...refusal)
  response.shouldKeepAlive = false
  // Without a reason, writeHead would use that of the answer that could not be forwarded.
  const reason = STATUS_CODES[status] ?? ''
  response.writeHead(status, reason, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The Error of a refusal. */
export function errorOf(...[status, code, message]: Refusal) {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code, message, status }) }
}
