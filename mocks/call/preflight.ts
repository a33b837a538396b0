import { operations } from '../../spec/made/operations.ts'
import type { Call, Reply } from './call.ts'
import { corsFor } from './cors.ts'

/**
 * Allows any origin, method and header. A preflight has no key, and no quota counts it.
 * @param always the headers that every reply has
 */
export function preflightReply({ headers }: Call, always: Reply['headers']): Reply {
  const { 'Content-Type': _type, ...others } = always
  const isPrivate = headers['access-control-request-private-network'] === 'true'
  return {
    status: 204,
    headers: {
      ...others,
      ...corsFor(headers['origin']),
      'Access-Control-Allow-Methods': listOf(headers['access-control-request-method'], methods),
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

const methods = [...new Set(Object.values(operations).map(({ method }) => method))].join(', ')

/** The list of names that was asked for, or the usual one if it is no such list. */
function listOf(asked: string | undefined, usual: string): string {
  return asked !== undefined && /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/.test(asked) ? asked : usual
}
