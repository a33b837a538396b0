/** What a client sends, free of any transport. */
export interface Call {
  /** As sent: methods are case-sensitive. */
  readonly method: string
  /** Path and query as sent, such as `/v1/pets?limit=20`. A whole URL is accepted, too. */
  readonly target: string
  /** By lower-case name; the values of a repeated header are joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Bytes as they came, or text. */
  readonly body?: Uint8Array | string | undefined
  /** Whether the body was too large to read. Then `body` is absent. */
  readonly isBodyTooLarge?: boolean | undefined
  /** Why it missed the mock, where its adapter knows: it gets a 404 that says so. */
  readonly missed?: string | undefined
  /** Whether it came over TLS. Not said of calls under `/v1`. */
  readonly isEncrypted?: boolean | undefined
}

/** The longest delay of a reply, whoever asks for it: ten minutes. */
export const mostDelayMilliseconds = 600_000

/** What the mock answers, free of any transport. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, or the bytes of an invalid text, which some faults send. */
  readonly body: string | Uint8Array
  /** How long the adapter waits before it acts on this reply. */
  readonly delayMilliseconds?: number
  /** Called by the adapter if the client leaves meanwhile. */
  readonly whenLeft?: () => void
  /** What the adapter does instead of sending the reply: cut the connection, never answer, or hold it back until released. */
  readonly effect?: 'reset' | 'hang' | 'hold'
  /**
   * With the effect `hold`: waits until somebody releases the reply, and returns what is sent then. Rejects with the reason
   * of the signal when it is aborted before, because the client has left.
   */
  readonly whenReleased?: (made: Reply, client: AbortSignal) => Promise<Reply>
}

/** Whether the client gets this reply, sooner or later, for all that the journal knows. */
export function isSent({ effect }: { readonly effect?: Reply['effect'] | null }): boolean {
  return effect !== 'reset' && effect !== 'hang'
}

/** Whether HTTP allows no body with this status. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** The body of a call or of a reply as text. Bytes that are not UTF-8 become replacement characters. */
export function textOf(body: Uint8Array | string | undefined = ''): string {
  return typeof body === 'string' ? body : decoder.decode(body)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
