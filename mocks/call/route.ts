import { operations } from '../../spec/made/operations.ts'
import type { OperationId } from '../../spec/names.ts'
import type { Profile } from '../../spec/made/choices.ts'
import { type PathParameters, createRouter, decodePart } from './router.ts'

/** Where a call goes, read from its method and target alone. */
export type Route = { readonly path: string; readonly query: string } & (
  | { readonly kind: 'operation'; readonly operation: OperationId; readonly parameters: PathParameters }
  | {
      readonly kind: 'wrong-method'
      /** The methods of the path, as an Allow header has them. */
      readonly allow: string
      /** Whether every operation of the path is to be removed. */
      readonly isToBeRemoved: boolean
    }
  | { readonly kind: 'unknown-path' }
  /** Not below the path prefix, so not of the interface. */
  | { readonly kind: 'outside' }
)

/** The path prefix of every address of the interface (section 1). */
export const pathPrefix = '/v1'

const routed = Object.values(operations).map(({ path, ...operation }) => ({ ...operation, path: pathPrefix + path }))
const router = createRouter(routed)

/** Every path of the interface, below its prefix, as the document writes it. */
export const documentedPaths: readonly string[] = [...new Set(routed.map(({ path }) => path))]

/** Whether a path with a slash at the end is redirected to the one without it (silence `path-form`). */
export function redirectsSlash(form: Profile['path-form']): boolean {
  return form.startsWith('redirect')
}

/** @param form which other paths are taken for documented ones (silence `path-form`) */
export function findRoute(method: string, target: string, form: Profile['path-form'] = 'exact'): Route {
  const { path: sent, query } = splitTarget(target)
  const path = form === 'exact' ? sent : (form === 'lenient' ? sent.toLowerCase() : sent).replace(/\/$/, '')
  const found = router(path)
  if (found === undefined) {
    return { kind: path === pathPrefix || path.startsWith(`${pathPrefix}/`) ? 'unknown-path' : 'outside', path, query }
  }
  const { byMethod, allow } = found.entry
  const operation = byMethod.get(method)
  if (operation === undefined) {
    const isToBeRemoved = [...byMethod.values()].every(({ removalDate }) => removalDate !== null)
    return { kind: 'wrong-method', path, query, allow, isToBeRemoved }
  }
  const parameters = path.includes('%') ? decodedParameters(found.parameters) : found.parameters
  return { kind: 'operation', operation: operation.id, path, query, parameters }
}

function decodedParameters(parameters: PathParameters): PathParameters {
  // A part with a bad escape stays as it is: it is no int64 either way.
  return Object.fromEntries(Object.entries(parameters).map(([name, part]) => [name, decodePart(part) ?? part]))
}

/** The id in the path of a call, as text; `undefined` if its operation has none. */
export function idTextOf(route: Route): string | undefined {
  if (route.kind !== 'operation') return undefined
  const { idParameter } = operations[route.operation]
  return idParameter === null ? undefined : route.parameters[idParameter]
}

/** Splits a target, which may be a whole address, into its path and its query without the "?". */
export function splitTarget(target: string): { path: string; query: string } {
  const hash = target.indexOf('#')
  const bare = hash === -1 ? target : target.slice(0, hash)
  const rooted = bare.startsWith('/') ? bare : bare.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  const mark = rooted.indexOf('?')
  return mark === -1 ? { path: rooted, query: '' } : { path: rooted.slice(0, mark), query: rooted.slice(mark + 1) }
}
