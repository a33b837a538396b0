import type { Call, Reply } from '../call/call.ts'
import type { AnimalStore } from '../world/store.ts'

const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'Allow',
]

/** What lets a page of any origin read a reply. */
export const corsPairs: readonly (readonly [name: string, value: string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', exposed.join(', ')],
]

/** The same, names and values in turns. */
export const corsHeaders: readonly string[] = corsPairs.flat()

/** Whether a browser asks for leave to send the call proper. */
export function isPreflight({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' && headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  )
}

/** Gives leave, to any origin, method and header. A browser sends no key with the question, and it counts for nothing. */
export function preflightReply(store: AnimalStore, { headers }: Call): Reply {
  const { 'Content-Type': _type, ...always } = store.refuse(405, 'method_not_allowed', '').headers
  const isPrivate = headers['access-control-request-private-network'] === 'true'
  return {
    status: 204,
    headers: {
      ...always,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': listOf(headers['access-control-request-method'], 'GET, POST'),
      'Access-Control-Allow-Headers': listOf(
        headers['access-control-request-headers'],
        'Authorization, Content-Type, Prefer',
      ),
      'Access-Control-Max-Age': '600',
      ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
    },
    body: '',
  }
}

/** What was asked for, where it is a list of names and no attempt at something else. */
function listOf(asked: string | undefined, usual: string): string {
  return asked !== undefined && /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/.test(asked) ? asked : usual
}
