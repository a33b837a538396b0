import { writeJson } from '../../../spec/index.ts'
import { EventReader } from './event-reader.ts'
import { readReply } from './read-reply.ts'
import { sessionMemory } from './session-memory.ts'
import { type ControlRequest, PanelError, type Transport, type Watcher } from './transport.ts'

const firstWaitMilliseconds = 500
const longestWaitMilliseconds = 8000

/**
 * Reaches a mock that serves this page.
 * @param token what the control API asks for; asked anew for each request, so that a page can learn it later
 */
export function httpTransport(origin: string, token: () => string | undefined): Transport {
  const headersOf = (): Record<string, string> => {
    const known = token()
    return known === undefined ? {} : { authorization: `Bearer ${known}` }
  }
  return {
    origin,
    isServer: true,
    memory: sessionMemory(),
    async send({ method, target, body }: ControlRequest) {
      const response = await reach(origin + target, {
        method,
        headers: { ...headersOf(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: writeJson(body) }),
      })
      return readReply(response.status, await response.text())
    },
    async read(target) {
      const response = await reach(origin + target, { headers: headersOf() })
      const text = await response.text()
      if (!response.ok) readReply(response.status, text)
      return text
    },
    watch: (target, watcher) => watchStream(origin + target, headersOf, watcher),
    async call({ method, target, headers, body }) {
      const response = await reach(origin + target, { method, headers, ...(body === undefined ? {} : { body }) })
      return { status: response.status, headers: [...response.headers], body: await response.text() }
    },
  }
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, cache: 'no-store', credentials: 'omit', redirect: 'manual' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new PanelError('No answer came from the mock. Is it still running?')
  }
}

/** Reads a stream by fetch: EventSource can send no token. */
function watchStream(address: string, headersOf: () => Record<string, string>, watcher: Watcher): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  void (async () => {
    const reader = new EventReader(watcher.onEvent)
    let waitMilliseconds = firstWaitMilliseconds
    while (!signal.aborted) {
      try {
        const resume = reader.lastId === undefined ? {} : { 'last-event-id': reader.lastId }
        const response = await reach(address, { headers: { ...headersOf(), ...resume }, signal })
        if (response.ok && response.body !== null) {
          watcher.onState('live')
          waitMilliseconds = firstWaitMilliseconds
          for await (const chunk of chunksOf(response.body)) reader.read(chunk)
        }
      } catch {
        // Whatever broke it off, it is begun again.
      }
      if (signal.aborted) return
      reader.breakOff()
      watcher.onState('lost')
      await pause(waitMilliseconds, signal)
      waitMilliseconds = Math.min(waitMilliseconds * 2, longestWaitMilliseconds)
    }
  })()
  return () => stopping.abort()
}

/** The text of a body as it comes. Safari's streams are not iterable by themselves. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
