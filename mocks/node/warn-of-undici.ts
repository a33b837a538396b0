import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readBaseUrl } from '../msw/base-url.ts'

/** What every version of undici tells of a request that it sends. */
interface Sent {
  readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string }
}

const channel = 'undici:request:create'

/**
 * Warns of the first request that undici from npm sends below the base address: MSW 2 does not see it, so it goes to the
 * network. What MSW answers never comes to undici.
 * @returns a function that ends this
 */
export function warnOfUndici(baseUrl: string | undefined): () => void {
  const base = readBaseUrl(baseUrl)
  function warn(message: unknown): void {
    const { method, origin, path } = (message as Sent).request
    const address = String(origin).replace(/\/$/, '') + path
    if (!`${address}/`.replace('?', '/').startsWith(`${base}/`)) return
    unsubscribe(channel, warn)
    console.warn(
      `[animal-store-kit] ${method} ${address} went to the network: MSW 2 does not see the requests of undici from npm. Use` +
        ' msw 3, or send them to startServer of animal-store-kit/server. (This is said once; quiet: true leaves it out.)',
    )
  }
  subscribe(channel, warn)
  return () => unsubscribe(channel, warn)
}
