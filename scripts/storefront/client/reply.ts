/**
 * What a page can do about a reply that it cannot use:
 * - `key`: the key is missing or refused. Ask for another one; the same again is refused again.
 * - `wait`: the limit is used up for so long that nobody sits and waits.
 * - `refused`: the service does not take what was sent, and says why.
 * - `missing`: there is no such animal, or no such operation any more.
 * - `failed`: nobody's fault here. Offer to try again.
 */
export type ApiErrorKind = 'key' | 'wait' | 'refused' | 'missing' | 'failed'

const kinds: Partial<Record<number, ApiErrorKind>> = { 401: 'key', 404: 'missing', 410: 'missing', 429: 'wait' }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** The HTTP status, if there was a reply that could be read. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.kind = kinds[status ?? 500] ?? (status !== undefined && status < 500 ? 'refused' : 'failed')
    this.status = status
  }
}

/** What came back. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** What a reader makes of the value of a reply. @throws {ApiError} if there is none */
export function readReply<T>({ status, text }: Reply, reader: (value: unknown) => T): T {
  if (status < 200 || status > 299) throw new ApiError(messageOf(text) ?? `The service answered ${status}.`, status)
  try {
    return reader(readExactJson(text))
  } catch {
    throw new ApiError('The answer of the service cannot be read.')
  }
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

/** Reads JSON as JSON.parse does, but an integer that a number would round comes as a `bigint`. Throws on anything else. */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, exactNumbers)
}

// petId is an int64, and JSON.parse alone makes 9223372036854775807 into …6000. Browsers give a reviver the digits as
// they were sent since 2023 (Chromium), 2024 (Safari) and 2025 (Firefox); TypeScript does not know it yet.
function exactNumbers(_member: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  // An older browser must not show the id of another animal.
  if (context?.source === undefined) throw new RangeError(`This browser cannot read the number near ${value} exactly.`)
  return BigInt(context.source)
}
