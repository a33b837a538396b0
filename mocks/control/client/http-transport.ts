import { EventReader } from './event-reader.ts'
import { RequestError, type Transport, type Watcher, chunksOf, requestsBy } from './transport.ts'

// Waiting for a call may take a minute; no other answer takes longer.
const usualDeadlineMilliseconds = 90_000
const firstWaitMilliseconds = 500
const longestWaitMilliseconds = 8000

/** The limits of a request. */
export interface HttpBounds {
  /** For a request and its whole answer. A stream has no time limit. */
  readonly deadlineMilliseconds?: number
  readonly mostReplyCharacters?: number
  /** Ends all requests. */
  readonly ending?: AbortSignal
}

/**
 * Reaches a mock that serves this page.
 * @param origin the part of its addresses before `/_mock` and `/v1`
 * @param token gives the token of the control API; called for each request, because a page may learn the token later
 */
export function httpTransport(
  origin: string,
  token: () => string | undefined,
  { deadlineMilliseconds = usualDeadlineMilliseconds, mostReplyCharacters, ending }: HttpBounds = {},
): Transport {
  const deadline = () => {
    const late = AbortSignal.timeout(deadlineMilliseconds)
    return ending === undefined ? late : AbortSignal.any([ending, late])
  }
  const reach = async (target: string, { headers, ...init }: RequestInit): Promise<Response> => {
    requireStraight(target)
    const known = target.startsWith('/_mock') ? token() : undefined
    try {
      return await fetch(origin + target, {
        signal: deadline(),
        ...init,
        headers: { ...(headers as Record<string, string>), ...(known && { authorization: `Bearer ${known}` }) },
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
      })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new RequestError(`No answer came from the mock within ${deadlineMilliseconds / 1000} s.`)
      throw new RequestError('No answer came from the mock. Is it still running?')
    }
  }
  return {
    origin,
    isServer: true,
    ...requestsBy(
      async (target, { body, ...request }) => reach(target, { ...request, body: body ?? null }),
      mostReplyCharacters,
    ),
    watch: (target, watcher) => watchStream((init) => reach(target, init), watcher),
  }
}

/** fetch resolves dots in a path: a sandbox named ".." would reach all sandboxes. */
function requireStraight(target: string): void {
  const steps = target.replace(/[?#].*/s, '').split(/[/\\]/)
  if (/[\t\n\r]/.test(target) || steps.some((step) => /^(?:\.|%2e){1,2}$/i.test(step)))
    throw new RequestError('Cannot send this path: "." and ".." in it would lead to another one. Use another name.')
}

/** Reads a stream with fetch, because EventSource cannot send a token. */
function watchStream(open: (init: RequestInit) => Promise<Response>, { onEvent, onState }: Watcher): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const watch = async () => {
    const reader = new EventReader(onEvent)
    let waitMilliseconds = firstWaitMilliseconds
    while (!signal.aborted) {
      try {
        const headers = reader.lastId === undefined ? {} : { 'last-event-id': reader.lastId }
        const response = await open({ headers, signal })
        if (response.ok && response.body !== null) {
          onState('live')
          waitMilliseconds = firstWaitMilliseconds
          for await (const chunk of chunksOf(response.body)) reader.read(chunk)
        }
      } catch {
        // The stream starts again, whatever ended it.
      }
      if (signal.aborted) return
      reader.breakOff()
      onState('lost')
      await pause(waitMilliseconds, signal)
      waitMilliseconds = Math.min(waitMilliseconds * 2, longestWaitMilliseconds)
    }
  }
  void watch()
  return () => stopping.abort()
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve())
  })
}
