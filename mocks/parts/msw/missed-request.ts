import { http, type HttpHandler, HttpResponse } from 'msw'
import { operations } from '../../../spec/index.ts'
import { getResponse } from '../../call/fetch.ts'
import type { AnimalStore } from '../../store/store.ts'
import { below, patternOf, readBaseUrl } from './base-url.ts'

const anyPath = `(?:${Object.values(operations)
  .map(({ path }) => patternOf(path))
  .join('|')})`

/**
 * Answers calls that miss the base address on the same host, such as one without `/v1`, with a 404 that says so; the journal has
 * them. Does not answer for the app's own server, which has pages of its own: spec/decisions/0074-cors-and-missed-calls.md.
 */
export function missedCalls(store: AnimalStore, baseUrl: string | undefined): HttpHandler[] {
  const base = readBaseUrl(baseUrl)
  const { origin } = new URL(base)
  if (isOwnServer(origin)) return []
  return [
    http.all(below(origin, `(?:/.*)?${anyPath}/?`), async ({ request }) => {
      // Its query may hold a key.
      const [address] = request.url.split('?', 1)
      const missed = `${request.method} ${address} missed the mock, which ${advice(base)}`
      const response = await getResponse((call) => store.answer({ ...call, missed }), request)
      return response === 'reset' ? HttpResponse.error() : response
    }),
  ]
}

/** Warns of the first other request that missed the base address on the same host and went to the network. */
export function warnOfMissed(baseUrl: string | undefined): (event: { readonly request: Request }) => void {
  const base = readBaseUrl(baseUrl)
  const { origin } = new URL(base)
  let isWarned = false
  return ({ request }) => {
    if (isWarned || !isMeantFor(origin, request.url)) return
    isWarned = true
    // Its query may hold a key.
    const [address] = request.url.split('?', 1)
    console.warn(
      `[animal-store-kit] ${request.method} ${address} went to the network: the mock ${advice(base)} (This is said once;` +
        ' quiet: true leaves it out.)',
    )
  }
}

function advice(base: string): string {
  return `answers below ${base} only. Call it there, or start the mock with another baseUrl.`
}

/** Whether it is the app's own server, which also has scripts, pictures and pages. */
function isOwnServer(origin: string): boolean {
  return typeof location !== 'undefined' && origin === location.origin
}

function isMeantFor(origin: string, address: string): boolean {
  const url = new URL(address)
  if (url.origin === origin && !isOwnServer(origin)) return true
  return new RegExp(`${anyPath}$`).test(url.pathname) && (url.origin === origin || url.pathname.includes('/v1/'))
}
