import { type OperationId, operations } from '../../spec/index.ts'

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
      /** The methods that the path knows, as an Allow header has them. */
      readonly allow: string
      /** Whether nothing is left of the path once the operations that are to be removed are. */
      readonly isToBeRemoved: boolean
    }
  | { readonly kind: 'unknown-path'; readonly path: string; readonly query: string }
  /** Not below the path prefix, so not of the interface at all. */
  | { readonly kind: 'outside'; readonly path: string; readonly query: string }

/** The path prefix of every address of the interface (section 1). */
export const pathPrefix = '/v1'

/** The operations of one path, by method. */
interface Place {
  readonly operations: ReadonlyMap<string, OperationId>
  readonly allow: string
  readonly isToBeRemoved: boolean
}

/** Every path of the interface, below its prefix, as the document writes it. */
export const documentedPaths: readonly string[] = [
  ...new Set(Object.values(operations).map(({ path }) => pathPrefix + path)),
]

function placeOf(path: string): Place {
  const here = Object.values(operations).filter((operation) => pathPrefix + operation.path === path)
  return {
    operations: new Map(here.map(({ method, id }) => [method, id])),
    allow: here.map(({ method }) => method).join(', '),
    isToBeRemoved: here.every(({ removalDate }) => removalDate !== null),
  }
}

const wholePlaces = new Map(
  documentedPaths.filter((path) => !path.includes('{')).map((path): [string, Place] => [path, placeOf(path)]),
)

// The interface has one parameter in a path at most.
const petPlaces = documentedPaths
  .filter((path) => path.includes('{'))
  .map((path) => {
    const [before = '', after] = path.split('{petId}')
    if (after === undefined) throw new Error(`mocks/call/route.ts reads {petId} alone, and there is a path ${path}.`)
    return { before, after, place: placeOf(path) }
  })

/** Reads the target of a call. Paths are compared as they were sent: case counts, and so does a slash at the end. */
export function findRoute(method: string, target: string): Route {
  const { path, query } = splitTarget(target)
  const whole = wholePlaces.get(path)
  if (whole !== undefined) return routeAt(whole, method, path, query, '')
  for (const { before, after, place } of petPlaces) {
    const end = path.length - after.length
    const isHere = end > before.length && path.startsWith(before) && path.endsWith(after)
    const part = isHere ? path.slice(before.length, end) : ''
    if (part !== '' && !part.includes('/')) return routeAt(place, method, path, query, decodePart(part))
  }
  return { kind: path === pathPrefix || path.startsWith(`${pathPrefix}/`) ? 'unknown-path' : 'outside', path, query }
}

function routeAt(place: Place, method: string, path: string, query: string, petId: string): Route {
  const operation = place.operations.get(method)
  if (operation !== undefined) return { kind: 'operation', operation, path, query, petId }
  return { kind: 'wrong-method', path, query, allow: place.allow, isToBeRemoved: place.isToBeRemoved }
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
