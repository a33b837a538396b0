import { readBaseUrl } from './base-url.ts'

/**
 * Warns of the first request that was likely meant for the mock and missed its base address: one to the same server
 * outside of it, or one that looks like a call of the interface.
 */
export function warnOfMissed(baseUrl: string | undefined): (event: { readonly request: Request }) => void {
  const base = readBaseUrl(baseUrl)
  const { origin } = new URL(base)
  let isWarned = false
  return ({ request }) => {
    if (isWarned || !isMeantFor(origin, request.url)) return
    isWarned = true
    console.warn(
      `[animal-store-kit] ${request.method} ${request.url} went to the network: the mock answers below ${base} only. Call it` +
        ' there, or start the mock with another baseUrl. (This is said once; quiet: true leaves it out.)',
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
