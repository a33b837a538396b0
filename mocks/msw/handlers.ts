import { http, type HttpHandler, HttpResponse } from 'msw'
import { operations } from '../../spec/index.ts'
import { respondTo } from '../fetch.ts'
import { pathPrefix } from '../route.ts'
import type { AnimalStore } from '../store.ts'

/** Where the handlers answer. */
export interface HandlersOptions {
  /** The base address of the interface, which ends in `/v1`. Default: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl?: string | undefined
}

/** The base address that the mock's own server has unless told otherwise. */
const defaultBaseUrl = `http://127.0.0.1:4010${pathPrefix}`

/** The base address does not fit; the message says what does. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError'
}

/**
 * MSW handlers that let a store answer: one for each operation, and a last one for everything else below the base
 * address, so that nothing leaks to the network. They can be overridden as any others.
 * @throws {BaseUrlError} when the base address is none, or does not end in `/v1` (section 1)
 */
export function handlers(store: AnimalStore, { baseUrl = defaultBaseUrl }: HandlersOptions = {}): HttpHandler[] {
  const base = readBaseUrl(baseUrl)
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    // The address itself, and not what MSW matched: its versions differ in case and in bad escapes.
    const target = targetOf(request.url, base)
    // Whoever gave up sees an error of its own; MSW would print one more.
    const response = await respondTo(store.answer, request, target).catch((error: unknown) => {
      if (request.signal.aborted) return 'reset' as const
      throw error
    })
    return response === 'reset' ? HttpResponse.error() : response
  }
  // Patterns without groups: with `:petId`, MSW 2 fails at a bad escape and does not tell /Pets from /pets.
  const below = (pattern: string) => new RegExp(`^${escapeForRegExp(base)}${pattern}$`)
  const { listPets, createPet, getPet } = operations
  return [
    http.get(below(listPets.path), answer),
    http.post(below(createPet.path), answer),
    http.get(below(getPet.path.replace('{petId}', '[^/]+')), answer),
    http.all(below('(?:/.*)?'), answer),
  ]
}

/** Path and query as the core knows them, whatever stands before `/v1` in the base address. */
function targetOf(url: string, base: string): string {
  return pathPrefix + url.slice(base.length)
}

function readBaseUrl(text: string): string {
  const bare = text.replace(/\/+$/, '')
  const wish = `Cannot answer at "${text}": expected an address that ends in ${pathPrefix}, such as ${defaultBaseUrl}`
  const url = URL.parse(bare, typeof location === 'undefined' ? undefined : location.href)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new BaseUrlError(`${wish}.`)
  if (!url.pathname.endsWith(pathPrefix) || url.search !== '' || url.hash !== '')
    throw new BaseUrlError(`${wish}, without a query.`)
  return url.origin + url.pathname
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
