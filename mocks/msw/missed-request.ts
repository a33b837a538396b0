import { type OptionKinds, aBoolean, aText, oneOfOptions } from '../known-options.ts'
import { readBaseUrl } from './base-url.ts'
import type { HandlersOptions } from './handlers.ts'

/** What becomes of requests that are not below the base address. */
export interface UnhandledOptions {
  /** They go to the network, silently unless this says `warn`, or fail with `error`. */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined
  /** Leaves out the warning about a request that seems to have missed the base address. */
  readonly quiet?: boolean | undefined
}

/** The kinds of what every mock of MSW takes beside the options of its store. */
export const unhandledOptionKinds: OptionKinds<UnhandledOptions & HandlersOptions> = {
  baseUrl: aText,
  onUnhandled: oneOfOptions('bypass', 'warn', 'error'),
  quiet: aBoolean,
}

/**
 * Tells of the first request that was likely meant for the mock and missed its base address: one to the same server
 * outside of it, or one that looks like a call of the interface.
 */
export function warnOfMissed(baseUrl: string | undefined): (event: { readonly request: Request }) => void {
  const base = readBaseUrl(baseUrl)
  const { origin } = new URL(base)
  let isTold = false
  return ({ request }) => {
    if (isTold || !isMeantFor(origin, request.url)) return
    isTold = true
    console.warn(
      `[animal-store-kit] ${request.method} ${request.url} went to the network: the mock answers below ${base} only. Call it` +
        ' there, or start the mock with another baseUrl. (Told once; quiet: true leaves it out.)',
    )
  }
}

function isMeantFor(origin: string, address: string): boolean {
  const url = new URL(address)
  // An app's own server also sends its scripts and pictures.
  const isOwnServer = typeof location !== 'undefined' && url.origin === location.origin
  if (url.origin === origin && !isOwnServer) return true
  return /\/pets(?:\/[^/]+)?\/?$/.test(url.pathname) && (url.origin === origin || url.pathname.includes('/v1/'))
}
