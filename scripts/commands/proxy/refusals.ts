import { STATUS_CODES, type ServerResponse } from 'node:http'

/** Why a request is not forwarded. */
export type Refusal = readonly [status: number, code: string, message: string]

/** Answers a request that is not forwarded, and reads nothing more of its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
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
