import type { Call, Reply } from './call.ts'

/** What lets a page of any origin read a reply: spec/decisions/0074-cors-and-missed-calls.md. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, Allow, X-Mock-Why',
}

/**
 * What lets the page of an origin read a reply, also to a call with `credentials: 'include'`: nothing tells such a call from
 * others, and a browser refuses "*" for it. The mock has no cookies, so a page gains nothing that its key does not give it.
 */
export function corsFor(origin: unknown): Reply['headers'] {
  // A browser sends nothing else, and other bytes may be no header.
  const isOrigin = typeof origin === 'string' && /^(?:null|[\w+.-]+:\/\/[\w.:[\]-]+)$/.test(origin)
  if (!isOrigin) return corsHeaders
  return {
    ...corsHeaders,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  }
}

/** Lets a page of any origin read the reply to its call. Never throws, whatever the call is. */
export function withCors(reply: Reply, call: Call): Reply {
  const { origin } = Object(Object(call).headers) as Call['headers']
  return origin === undefined ? reply : { ...reply, headers: { ...reply.headers, ...corsFor(origin) } }
}

/** Whether this is a CORS preflight: a browser asks whether it may send the real call. */
export function isPreflight({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' && headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  )
}
