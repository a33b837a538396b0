import { http, type HttpHandler, HttpResponse } from 'msw'
import { type OptionKinds, aStore, aText, checkOptions, oneOfOptions, operations } from '../../../spec/index.ts'
import { getResponse } from '../../call/fetch.ts'
import { pathPrefix } from '../../call/route.ts'
import type { AnimalStore } from '../../store/store.ts'
import { below, patternOf, readBaseUrl } from './base-url.ts'

/** Where the handlers answer. */
export interface HandlersOptions {
  /** The base address of the interface, which ends in `/v1`. Default: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl?: string | undefined
  /**
   * What happens to other requests below the base address: `pass` leaves them to your other handlers, `answer` refuses
   * them as the mock's server does, with a 404 or 405. Default: `pass`.
   */
  readonly undocumented?: 'pass' | 'answer' | undefined
}

const optionKinds: OptionKinds<HandlersOptions & { store: AnimalStore }> = {
  store: aStore,
  baseUrl: aText,
  undocumented: oneOfOptions('pass', 'answer'),
}

/**
 * MSW handlers that let a store answer: for each operation, and for the question that a browser asks before it (CORS). They
 * can be overridden as any others.
 * @throws {OptionsError} when an option is unknown or invalid
 * @throws {BaseUrlError} when the base address is invalid or does not end in `/v1` (section 1)
 */
export function handlers(store: AnimalStore, options: HandlersOptions = {}): HttpHandler[] {
  checkOptions('handlers', { store, ...options }, optionKinds, ['store'])
  const base = readBaseUrl(options.baseUrl)
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    // The address as it was sent: versions of MSW differ in how they match case and bad escapes.
    const target = targetOf(request.url, base)
    // The client has aborted, and sees its own error. MSW would print another one.
    const response = await getResponse(store.answer, request, target).catch((error: unknown) => {
      if (request.signal.aborted) return 'reset' as const
      throw error
    })
    return response === 'reset' ? HttpResponse.error() : response
  }
  const ofOperations = Object.values(operations).flatMap(({ method, path }) => {
    const address = below(base, patternOf(path))
    return [http[verbs[method]](address, answer), http.options(address, answer)]
  })
  return options.undocumented === 'answer' ? [...ofOperations, http.all(below(base, '(?:/.*)?'), answer)] : ofOperations
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

/** Path and query from `/v1` on, whatever the base address has before it. */
function targetOf(url: string, base: string): string {
  return pathPrefix + url.slice(base.length)
}
