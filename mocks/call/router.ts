/** What is found by a method and a path. Parameters stand in braces: `/pets/{petId}`. */
export interface Routed {
  readonly method: string
  readonly path: string
}

/** A path, and what it knows by method. */
export interface Place<R extends Routed> {
  readonly byMethod: ReadonlyMap<string, R>
  readonly allow: string
}

/** The parameters of a path, by name. */
export type Parts = Readonly<Record<string, string>>

/** What is at a path, and the parameters of the path as they were sent; `undefined` where nothing is. */
export type Router<R extends Routed> = (path: string) => { readonly place: Place<R>; readonly parts: Parts } | undefined

const noParts: Parts = {}

/** Makes a router. Paths are compared as they were sent: case counts, and so does a slash at the end. */
export function createRouter<R extends Routed>(routes: readonly R[]): Router<R> {
  const whole = new Map<string, Place<R>>()
  const patterns: { readonly shape: RegExp; readonly place: Place<R> }[] = []
  for (const path of new Set(routes.map((route) => route.path))) {
    const place = placeOf(routes.filter((route) => route.path === path))
    const shape = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    if (shape === path) whole.set(path, place)
    else patterns.push({ shape: new RegExp(`^${shape}$`), place })
  }
  return (path) => {
    const place = whole.get(path)
    if (place !== undefined) return { place, parts: noParts }
    for (const { shape, place: found } of patterns) {
      const parts = shape.exec(path)?.groups
      if (parts !== undefined) return { place: found, parts }
    }
    return undefined
  }
}

function placeOf<R extends Routed>(routes: readonly R[]): Place<R> {
  return {
    byMethod: new Map(routes.map((route) => [route.method, route])),
    allow: routes.map(({ method }) => method).join(', '),
  }
}

/** A part of a path without its escapes; `undefined` when one of them is broken. */
export function decodePart(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
