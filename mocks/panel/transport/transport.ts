/** How the panel reaches the mock that it shows: over HTTP, or in the same tab. */
export interface Transport {
  /** Where `curl` finds the control API, such as `http://127.0.0.1:4010`. In a tab, where `npm start` would serve it. */
  readonly origin: string
  /** False for a mock in this tab, which no `curl` reaches. */
  readonly isServer: boolean
  /** Sends a request of the control API. Rejects with a {@link PanelError} when it is refused or nothing answers. */
  send(request: ControlRequest): Promise<unknown>
  /** What the control API gives as a file, as text. Rejects as `send` does. */
  read(target: string): Promise<string>
  /** Watches a stream of the control API, again and again when it breaks off, until the returned function is called. */
  watch(target: string, watcher: Watcher): () => void
  /** Sends a call of the interface, as any client would. Rejects with a {@link PanelError} when no reply comes. */
  call(call: InterfaceCall): Promise<InterfaceReply>
}

/** A request of the control API. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with `/_mock`. */
  readonly target: string
  /** Sent as JSON, every digit of a `bigint` included. */
  readonly body?: unknown
}

/** Gets the events of a stream, and its state. */
export interface Watcher {
  /** The data of an event, as it was sent. */
  readonly onEvent: (data: string) => void
  readonly onState: (state: 'live' | 'lost') => void
}

/** A call of the interface. */
export interface InterfaceCall {
  readonly method: string
  /** Begins with `/v1`. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** What came back, as text. */
export interface InterfaceReply {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Why a request of the panel came to nothing, in words for people. */
export class PanelError extends Error {
  override readonly name = 'PanelError'
  /** The status of the refusal; `undefined` when nothing answered. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
