import { EventReader } from './event-reader.ts'
import type { MockReport } from '../report/mock-report.ts'
import { readJson, validateError, writeJson } from '../../../spec/index.ts'

/** How a panel or a test reaches a mock: over HTTP, or in the same process. */
export interface Transport {
  /** The origin of the control API for `curl`, such as `http://127.0.0.1:4010`. In a tab: the one that `npm start` serves. */
  readonly origin: string
  /** What is known of a mock that is gone: its answers come from a report. Absent for one that runs. */
  readonly report?: Omit<MockReport, 'answers'> | undefined
  /** False for a mock in this tab: `curl` cannot reach it. */
  readonly isServer: boolean
  /** Sends a request of the control API. Rejects with a {@link RequestError} when it is refused or nothing answers. */
  send(request: ControlRequest): Promise<unknown>
  /** Downloads a file of the control API as text. Rejects as `send` does. */
  read(target: string): Promise<string>
  /** Watches a stream of the control API until the returned function is called. Reconnects when the stream breaks. */
  watch(target: string, watcher: Watcher): () => void
  /** Sends a call of the interface as any client would. Rejects with a {@link RequestError} if no reply comes. */
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
interface Watcher {
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

/** Why a request failed, in words for people. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** The status of the refusal; `undefined` when nothing answered. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Sends a request to the mock. Rejects with a {@link RequestError} when no reply comes. */
export type Reach = (
  target: string,
  request: Omit<InterfaceCall, 'target'> & { readonly signal?: AbortSignal },
) => Promise<Response>

/** How long a stream waits before it starts again: no longer than until a panel asks again what the mock shows. */
const againMilliseconds = 1000

/** What all transports do alike; they differ in how they send a request. */
export function requestsBy(reach: Reach): Omit<Transport, 'origin' | 'isServer'> {
  return {
    async send({ method, target, body }) {
      const json = { headers: { 'content-type': 'application/json' }, body: writeJson(body) }
      const response = await reach(target, { method, ...(body === undefined ? { headers: {} } : json) })
      const text = await acceptedText(response)
      const reading = text === '' ? undefined : readJson(text)
      if (reading?.ok === false) throw new RequestError('The mock answered with something that is not JSON.')
      return reading?.value
    },
    async read(target) {
      return acceptedText(await reach(target, { method: 'GET', headers: {} }))
    },
    async call({ method, target, headers, body }) {
      const response = await reach(target, { method, headers, body })
      return { status: response.status, headers: [...response.headers], body: await textOf(response) }
    },
    watch: (target, watcher) => watchStream(reach, target, watcher),
  }
}

/** The body of a reply of the control API. @throws {RequestError} with the words of a refusal */
async function acceptedText(response: Response): Promise<string> {
  const { ok, status } = response
  const text = await textOf(response)
  if (ok) return text
  const reading = readJson(text)
  const value = reading.ok ? reading.value : undefined
  throw new RequestError(validateError(value) ? value.message : `The mock answered with ${status}.`, status)
}

/** The body of a reply as text. @throws {RequestError} when it breaks off */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    throw new RequestError('The answer of the mock broke off.')
  }
}

/** The text of a body as it comes. Safari's streams are not iterable by themselves. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    // The reader has stopped, so the rest is not needed.
    await reader.cancel().catch(() => undefined)
  }
}

/** Reads a stream by its requests, because EventSource cannot send a token. */
function watchStream(reach: Reach, target: string, { onEvent, onState }: Watcher): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const watch = async () => {
    const reader = new EventReader(onEvent)
    while (!signal.aborted) {
      try {
        const headers = reader.lastId === undefined ? {} : { 'last-event-id': reader.lastId }
        const response = await reach(target, { method: 'GET', headers, signal })
        if (response.ok && response.body !== null) {
          onState('live')
          for await (const chunk of chunksOf(response.body)) reader.read(chunk)
        }
      } catch {
        // The stream starts again, whatever ended it.
      }
      if (signal.aborted) return
      reader.breakOff()
      onState('lost')
      await pause(againMilliseconds, signal)
    }
  }
  void watch()
  return () => stopping.abort()
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
