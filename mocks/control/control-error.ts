import { writeJson } from '../../spec/index.ts'
import type { ErrorBody } from '../../spec/made/control-types.ts'
import type { Reply } from '../call/call.ts'

/** What a control call is refused with. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly code: ErrorBody['code']
  readonly headers: Reply['headers']

  constructor(status: number, code: ErrorBody['code'], message: string, headers: Reply['headers'] = {}) {
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
