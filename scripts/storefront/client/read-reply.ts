import { ApiError } from './api-error.ts'
import { readExactJson } from './exact-json.ts'

/** The value of a reply. @throws {ApiError} that says what a page can do without one */
export function readReply(response: Response, text: string): unknown {
  if (response.ok) return readAs(text, readExactJson)
  const { status } = response
  const message = messageOf(text) ?? `The service answered ${status}.`
  if (status === 401) throw new ApiError('key', message, { status })
  if (status === 404 || status === 410) throw new ApiError('missing', message, { status })
  throw new ApiError(status < 500 ? 'refused' : 'failed', message, { status })
}

/** What the Error says to people; a gateway before the service may send something else than an Error. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = Object(readExactJson(text)) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

/** What a reader makes of a value. @throws {ApiError} when it cannot read that */
export function readAs<From, To>(value: From, reader: (value: From) => To): To {
  try {
    return reader(value)
  } catch {
    throw new ApiError('garbled', 'The answer of the service cannot be read.')
  }
}
