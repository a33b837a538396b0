import { type Call, type Reply, callProblem } from '../call/call.ts'
import { isPreflight, withCors } from '../call/cors.ts'
import { answerFetch } from '../call/fetch.ts'
import { OptionsError } from '../../spec/index.ts'
import { StorageError } from '../animals/storage-error.ts'
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
      if (isPreflight(call)) {
        // A tab has no preflights, so their code is loaded with the first one.
        const { preflightReply } = await import('../call/preflight.ts')
        return preflightReply(call, refuse(405, 'method_not_allowed', '').headers)
      }
      return withCors(await answerCall(call), call)
    } catch (error) {
      const problem = callProblem(call)
      report(problem === undefined ? error : new OptionsError(problem))
      const isAway = error instanceof StorageError && error.status === 503
      const kept = error instanceof StorageError ? error.message : undefined
      const message = problem ?? kept ?? 'The mock failed. Please report this call.'
      return withCors(isAway ? refuse(503, 'unavailable', message) : refuse(500, 'internal_error', message), call)
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
