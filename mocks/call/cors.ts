import type { Call, Reply } from './call.ts'

/** What lets a page of any origin read a reply: spec/decisions/0074-cors-and-missed-calls.md. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, Allow',
}

/**
 * Names the origin that may read a reply. A call with `credentials: 'include'` cannot be told from others, and a browser
 * refuses "*" for it. The mock has no cookies, so a page gains nothing that its key does not give it.
 */
export function allowOrigin(origin: string): Reply['headers'] {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' }
}

/** Lets a page of any origin read the reply to its call. Never throws, whatever the call is. */
export function withCors(reply: Reply, call: Call): Reply {
  const { origin } = Object(Object(call).headers) as Call['headers']
  return origin === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, ...corsHeaders, ...allowOrigin(origin) } }
}

/** Whether this is a CORS preflight: a browser asks whether it may send the real call. */
export function isPreflight({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' && headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  )
}
