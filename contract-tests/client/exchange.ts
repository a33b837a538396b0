import type { Operation } from '../../spec/index.ts'

/** A method that an operation may have. */
export type Method = Operation['method']

/** A request, before it is sent. */
export interface Outgoing {
  readonly method: Method
  /** What stands behind the base address, query included, as in `/pets?limit=1`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as it is; without one, nothing is sent. */
  readonly body?: string | undefined
  /** Opens a connection for this request alone. */
  readonly isOnNewConnection?: boolean | undefined
}

/** What came back: never parsed, never decoded beyond its Content-Encoding. */
export interface Received {
  readonly status: number
  /** By lower-case name, every value in the order in which they came. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  /** Every byte of the body that came, after decompression; the first 64 KiB of one that is too large. */
  readonly bytes: Uint8Array
}

/** Why an exchange did not come to its end. */
export type TransportProblem = {
  readonly kind:
    | 'unreachable' // no connection
    | 'tls' // no trusted connection
    | 'reset' // the connection was cut before there was a response
    | 'truncated' // the connection was cut in the middle of the body
    | 'deadline' // the whole exchange took too long
    | 'too-large' // the decoded body has more bytes than allowed
    | 'malformed' // no HTTP, headers beyond bounds, or a body that cannot be decompressed
  /** For people; it may hold text of the other side. */
  readonly message: string
}

/** One request to a deployment and what came back. Whatever happens, there is one: sending never throws. */
export interface Exchange {
  readonly request: Outgoing & { readonly url: string }
  readonly sentAtMilliseconds: number
  readonly tookMilliseconds: number
  /** The places of the request and of its answer among all that the run sent and got: clocks are too coarse to tell. */
  readonly order?: { readonly sent: number; readonly came: number } | undefined
  /** There may be one together with a problem, when the body did not come to its end. */
  readonly response: Received | undefined
  readonly problem: TransportProblem | undefined
}

/** The value of a header, values of repeated ones joined by ", " as HTTP has it; `undefined` without the header. */
export function headerOf({ headers }: Pick<Received, 'headers'>, name: string): string | undefined {
  return headers.get(name.toLowerCase())?.join(', ')
}
