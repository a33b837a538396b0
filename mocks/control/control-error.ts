import { type ErrorBody, writeJson } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'

/** The codes of the control API's Errors, and when each is sent. */
export const controlErrorCodes = {
  host_refused: 'the Host header names neither this machine nor an allowed host',
  origin_refused: 'a page of another origin asks',
  unauthorized: 'the token is missing or wrong',
  not_found: 'there is no such route, sandbox, snapshot, animal, key or scenario',
  method_not_allowed: 'the path knows other methods only',
  unsupported_media_type: 'the body is not labelled application/json',
  malformed_json: 'the body is no JSON',
  invalid_utf8: 'the body is no UTF-8',
  json_too_deep: 'arrays and objects in the body are nested deeper than 64',
  body_too_large: 'the body has more than 16 MiB',
  invalid_body: 'the body is not what the route takes',
  invalid_query: 'the query is not what the route takes',
  limit_reached: 'there are as many snapshots or scenarios as there may be',
  nothing_came: 'no call that fits came in time',
  internal_error: 'the control API failed',
} as const

/** One of {@link controlErrorCodes}. */
export type ControlErrorCode = keyof typeof controlErrorCodes

/** What a control call is refused with. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly code: ControlErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: ControlErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** The refusal as a reply, in the shape that the interface has for errors (section 2). */
export function errorReply({ status, code, message, headers }: ControlError): Reply {
  const error: ErrorBody = { code, message, status }
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: writeJson(error) }
}
