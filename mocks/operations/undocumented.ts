import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import { documentedPaths, findRoute, redirectsSlash } from '../call/route.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'

/**
 * Answers a path that is not documented (silences `path-form` and `undocumented`):
 * spec/decisions/0004-silences-that-were-added.md.
 */
export function otherPath({ call, route, choices }: CallContext): Outcome {
  const form = choices.profile['path-form']
  if (redirectsSlash(form) && findRoute(call.method, call.target, 'trailing-slash').kind !== 'unknown-path') {
    const [last = ''] = route.path.split('/').slice(-2)
    // Relative, because a client may see the mock below another path than /v1.
    const Location = `../${last}${route.query && `?${route.query}`}`
    return { status: Number(form.slice(-3)), body: '', headers: { Location } }
  }
  const paths = documentedPaths.join(' and ')
  return undocumented(choices, 'path', `The interface documents no such path. It has ${paths}.`, '')
}

/** Answers a method that is not documented on a path that has these (silence `undocumented`). */
export function otherMethod({ choices }: CallContext, allow: string): Outcome {
  return undocumented(choices, 'method', `This path has ${allow} only.`, allow)
}

function undocumented(choices: ParsedChoices, what: 'path' | 'method', message: string, allow: string): Outcome {
  const { [what]: status, hasAllow } = choices.undocumented
  if (status === 200) return { status, body: '{}' }
  if (status !== 405) return errorOutcome(choices, status, `not_found/${what}`, message)
  const code = what === 'path' ? 'not_found/path' : 'method_not_allowed'
  return errorOutcome(choices, status, code, message, hasAllow ? { Allow: allow } : {})
}
