import type { Call } from '../call/call.ts'

/** Scheme and host as the caller sees them, also through a proxy that ends TLS; `undefined` if no host is named. */
export function originOf({ headers, isEncrypted = false }: Call): string | undefined {
  const { host = '', 'x-forwarded-proto': forwarded } = headers
  const scheme = isEncrypted || forwarded === 'https' ? 'https' : 'http'
  return /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host) ? `${scheme}://${host}` : undefined
}
