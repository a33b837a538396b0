/** A route, found by its method and path. Parameters stand in braces: `/pets/{petId}`. */
interface Routed {
  readonly method: string
  readonly path: string
}

/** The routes of one path, by method. */
interface PathEntry<R extends Routed> {
  readonly byMethod: ReadonlyMap<string, R>
  readonly allow: string
}

/** The parameters of a path, by name. */
export type PathParameters = Readonly<Record<string, string>>

/** Finds a path, and its parameters as they were sent; `undefined` if there is no such path. */
type Router<R extends Routed> = (
  path: string,
) => { readonly entry: PathEntry<R>; readonly parameters: PathParameters } | undefined

const noParameters: PathParameters = {}

/** Makes a router. Paths are compared as they were sent: case counts, and so does a slash at the end. */
export function createRouter<R extends Routed>(routes: readonly R[]): Router<R> {
  const whole = new Map<string, PathEntry<R>>()
  const patterns: { readonly shape: RegExp; readonly entry: PathEntry<R> }[] = []
  for (const path of new Set(routes.map((route) => route.path))) {
    const entry = entryOf(routes.filter((route) => route.path === path))
    const shape = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    if (shape === path) whole.set(path, entry)
    else patterns.push({ shape: new RegExp(`^${shape}$`), entry })
  }
  return (path) => {
    const entry = whole.get(path)
    if (entry !== undefined) return { entry, parameters: noParameters }
    for (const { shape, entry: found } of patterns) {
      const parameters = shape.exec(path)?.groups
      if (parameters !== undefined) return { entry: found, parameters }
    }
    return undefined
  }
}

function entryOf<R extends Routed>(routes: readonly R[]): PathEntry<R> {
  return {
    byMethod: new Map(routes.map((route) => [route.method, route])),
    allow: routes.map(({ method }) => method).join(', '),
  }
}

/** Decodes a part of a path; `undefined` if an escape is broken. */
export function decodePart(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
