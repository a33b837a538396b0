import type { Call, Reply } from '../call/call.ts'
import { isPreflight, withCors } from '../call/cors.ts'
import { answerFetch } from '../call/fetch.ts'
import { preflightReply } from '../call/preflight.ts'
import { StorageError, knownError } from '../animals/storage-error.ts'
import type { AnimalStore } from './store.ts'

/** The entry points of a store. Every call gets a reply: a CORS preflight too, and a call on which the mock fails. */
export function entryPoints(
  answerCall: (call: Call) => Promise<Reply>,
  refuse: AnimalStore['refuse'],
  onFailure: (error: unknown) => void,
): Pick<AnimalStore, 'answer' | 'fetch' | 'refuse'> {
  function report(error: unknown): void {
    try {
      onFailure(error)
    } catch {
      // An error in the error handler must not become another failure.
    }
  }
  async function answer(call: Call): Promise<Reply> {
    try {
      if (isPreflight(call)) return preflightReply(call, refuse(405, 'method_not_allowed', '').headers)
      return withCors(await answerCall(call), call)
    } catch (caught) {
      const error = knownError(caught)
      report(error)
      return withCors(failureReply(error, { refuse }), call)
    }
  }
  return {
    answer,
    refuse,
    async fetch(input, init) {
      // A request behind a proxy, as Next.js gives it, can be read but not copied.
      if (init === undefined && typeof input === 'object' && !(input instanceof URL)) return answerFetch(answer, input)
      const address = typeof input === 'string' ? new URL(input, 'http://localhost') : input
      return answerFetch(answer, new Request(address, init))
    },
  }
}

/** The reply to a call on which the mock failed. */
export function failureReply(error: unknown, store: Pick<AnimalStore, 'refuse'>): Reply {
  if (!(error instanceof StorageError))
    return store.refuse(500, 'internal_error', 'The mock failed. Please report this call.')
  const { status, message } = error
  return status === 503 ? store.refuse(503, 'unavailable', message) : store.refuse(500, 'internal_error', message)
}
