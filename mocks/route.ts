import { type OperationId, operations } from '../spec/index.ts'

/** Where a call goes, read from its method and target alone. */
export type Route =
  | {
      readonly kind: 'operation'
      readonly operation: OperationId
      readonly path: string
      readonly query: string
      readonly petId: string
    }
  | {
      readonly kind: 'wrong-method'
      readonly path: string
      readonly query: string
      readonly allow: string
      readonly isPet: boolean
    }
  | { readonly kind: 'unknown-path'; readonly path: string; readonly query: string }
  /** Not below the path prefix, so not of the interface at all. */
  | { readonly kind: 'outside'; readonly path: string; readonly query: string }

/** The path prefix of every address of the interface (section 1). */
export const pathPrefix = '/v1'

const petsPath = `${pathPrefix}${operations.listPets.path}`
const petPath = `${petsPath}/`

/** Reads the target of a call. Paths are compared as they were sent: case counts, and so does a slash at the end. */
export function findRoute(method: string, target: string): Route {
  const { path, query } = splitTarget(target)
  if (path === petsPath) {
    if (method === 'GET') return { kind: 'operation', operation: 'listPets', path, query, petId: '' }
    if (method === 'POST') return { kind: 'operation', operation: 'createPet', path, query, petId: '' }
    return { kind: 'wrong-method', path, query, allow: 'GET, POST', isPet: false }
  }
  if (path.startsWith(petPath) && path.length > petPath.length && !path.includes('/', petPath.length)) {
    if (method === 'GET') {
      return { kind: 'operation', operation: 'getPet', path, query, petId: decodePart(path.slice(petPath.length)) }
    }
    return { kind: 'wrong-method', path, query, allow: 'GET', isPet: true }
  }
  return { kind: path === pathPrefix || path.startsWith(`${pathPrefix}/`) ? 'unknown-path' : 'outside', path, query }
}

/** Splits a target, which may be a whole address, into its path and its query without the "?". */
export function splitTarget(target: string): { path: string; query: string } {
  const hash = target.indexOf('#')
  const bare = hash === -1 ? target : target.slice(0, hash)
  const rooted = bare.startsWith('/') ? bare : bare.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  const mark = rooted.indexOf('?')
  return mark === -1 ? { path: rooted, query: '' } : { path: rooted.slice(0, mark), query: rooted.slice(mark + 1) }
}

function decodePart(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    // A bad escape is no int64, and that is all that matters here.
    return part
  }
}
