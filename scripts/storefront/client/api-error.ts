/**
 * What a page can do about a reply that it cannot use:
 * - `key`: the key is missing or refused. Ask for another one; the same again is refused again.
 * - `wait`: the limit is used up for so long that nobody sits and waits.
 * - `refused`: the service does not take what was sent, and says why.
 * - `missing`: there is no such animal, or no such operation any more.
 * - `failed`, `garbled`, `slow`, `offline`: nobody's fault here. Offer to try again.
 */
export type ApiErrorKind = 'key' | 'wait' | 'refused' | 'missing' | 'failed' | 'garbled' | 'slow' | 'offline'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** The HTTP status, where there was a reply. */
  readonly status: number | undefined
  /** How long until the next request may be sent, in milliseconds, where `kind` is `wait`. */
  readonly waitMilliseconds: number | undefined

  constructor(kind: ApiErrorKind, message: string, facts: { status?: number; waitMilliseconds?: number } = {}) {
    super(message)
    this.kind = kind
    this.status = facts.status
    this.waitMilliseconds = facts.waitMilliseconds
  }
}
