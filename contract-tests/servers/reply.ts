import { type OperationId, writeJson } from '../../spec/index.ts'
import type { Call } from './call.ts'

/** The headers of a reply, spelled as they are sent. Several values become several lines. */
export type Headers = Readonly<Record<string, string | string[]>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Sent as JSON; nothing when undefined. */
  readonly body?: unknown
  /** Sent as it is, instead of the body. */
  readonly bytes?: Uint8Array | string
}

/** Changes of headers: a value, a function of the present value, or undefined to remove the header. */
export type HeaderChanges = Readonly<
  Record<string, string | string[] | undefined | ((value: string, reply: Reply) => string)>
>

export function jsonReply(status: number, body: unknown): Reply {
  return { status, headers: { 'Content-Type': 'application/json' }, body }
}

/** A reply with an Error (sections 2 and 7). */
export function refuse(status: number, code = 'refused', message = 'Not this one.'): Reply {
  return jsonReply(status, { code, message, status })
}

export function textReply(status: number, mediaType: string, bytes: Uint8Array | string): Reply {
  return { status, headers: { 'Content-Type': mediaType }, bytes }
}

/** Whether a step refused, and gave a reply instead of its result. */
export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'headers' in value
}

/** The same reply with other headers. Names are compared as they are written. */
export function withHeaders(reply: Reply, changes: HeaderChanges): Reply {
  const entries = Object.entries({ ...reply.headers, ...changes }).map(
    ([name, value]) => [name, typeof value === 'function' ? value(String(reply.headers[name]), reply) : value] as const,
  )
  const headers = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return { ...reply, headers }
}

export function bytesOf({ body, bytes }: Reply): Buffer {
  if (bytes instanceof Buffer) return bytes
  if (bytes !== undefined) return Buffer.from(bytes)
  return Buffer.from(body === undefined ? '' : writeJson(body))
}

/** Which replies are edited. */
export type When = (reply: Reply, call: Call) => boolean

export function on(status: number): When {
  return (reply) => reply.status === status
}

/** Replies of one operation, below 300. */
export function successOf(operation: OperationId): When {
  return (reply, call) => reply.status < 300 && call.operation === operation
}

export function onSuccess({ status }: Reply): boolean {
  return status < 300
}

export function onError({ status }: Reply): boolean {
  return status >= 400
}
