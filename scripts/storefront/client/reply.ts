/** Why a page gets no animals: an Error of the service, or no reply that it can read. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status, if there was a reply that could be read. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The value of a successful reply, as the reader reads it. @throws {ApiError} if there is none */
export function readReply<T>({ status, text }: Reply, reader: (value: unknown) => T): T {
  if (status < 200 || status > 299) throw new ApiError(messageOf(text) ?? `The service answered ${status}.`, status)
  try {
    return reader(readExactJson(text))
  } catch {
    throw new ApiError('The answer of the service cannot be read.')
  }
}

/** The message of an Error. A gateway in front of the service may send something else. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = Object(readExactJson(text)) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

/** Reads JSON as JSON.parse does, but reads an integer that a number would round as a `bigint`. */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, exactNumbers)
}

// Ids are int64, and JSON.parse alone turns 9223372036854775807 into …6000. Browsers give a reviver the digits that were
// sent: Chromium since 2023, Safari since 2024, Firefox since 2025. TypeScript does not know it yet.
function exactNumbers(_member: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  // An older browser must not show the id of another animal.
  if (context?.source === undefined) throw new RangeError(`This browser cannot read the number near ${value} exactly.`)
  return BigInt(context.source)
}
