import { closest, writeJson } from '../../spec/index.ts'
import type { Awaitable, Call, Reply } from '../call/call.ts'
import { splitTarget } from '../call/route.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { AnimalStore } from '../world/store.ts'
import { ControlError } from './control-error.ts'
import type { KeyNames } from './key-names.ts'
import { type Kinds, type Members, readMembers, readQuery, shown } from './kinds.ts'

/** A reply of the control API: whole, or the beginning of a stream of server-sent events. */
export type ControlReply = Reply & {
  /** Sends the body piece by piece from now on; returns how to end it. */
  readonly events?: (send: (chunk: string) => void) => () => void
}

/** What every route may use. */
export interface ControlWorld {
  readonly store: AnimalStore
  readonly keyNames: KeyNames
}

/** What a route reads from the body of a call. */
export interface BodyReader<B> {
  /** The names of the members that there may be. */
  readonly names: readonly string[]
  /** @throws {ControlError} when the value is not what the route takes */
  readonly read: (value: unknown) => B
}

/** A route of the control API, as a value. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with its parameters in braces. */
  readonly path: string
  /** One line for people. */
  readonly summary: string
  /** The parameters of the query, and the members of the body, that it takes. */
  readonly takes: { readonly query: readonly string[]; readonly body: readonly string[] }
  /** @throws {ControlError} when it refuses the call */
  readonly run: (arrival: Arrival) => Awaitable<ControlReply>
}

/** A call that has come to its route. */
export interface Arrival {
  readonly world: ControlWorld
  readonly call: Call
  /** The parameters of the path, decoded. */
  readonly parts: Readonly<Record<string, string>>
  readonly query: string
  /** The body as it was read; an empty object if there was none. */
  readonly body: unknown
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal | undefined
}

interface Definition<K extends Kinds, B> {
  readonly method: ControlRoute['method']
  readonly path: string
  readonly summary: string
  readonly query?: K
  readonly body?: BodyReader<B>
}

type Input<K extends Kinds, B> = ControlWorld & {
  readonly call: Call
  readonly signal: AbortSignal | undefined
  readonly part: (name: string) => string
  readonly query: Members<K, never>
  readonly body: B
}

const noBody: BodyReader<unknown> = members({})

/** A body with these members, those of `required` being a must. */
export function members<K extends Kinds, R extends keyof K & string = never>(
  kinds: K,
  required: readonly R[] = [],
): BodyReader<Members<K, R>> {
  return { names: Object.keys(kinds), read: (value) => readMembers(value, kinds, required) }
}

/** Makes a route; query and body are read before it runs, so it need not look at anything unread. */
export function route<K extends Kinds, B>(
  definition: Definition<K, B>,
  run: (input: Input<K, B>) => Awaitable<ControlReply>,
): ControlRoute {
  const { method, path, summary, query: kinds = {} as K, body: reader = noBody as BodyReader<B> } = definition
  return {
    method,
    path,
    summary,
    takes: { query: Object.keys(kinds), body: reader.names },
    run: ({ world, call, signal, parts, query, body }) =>
      run({
        ...world,
        call,
        signal,
        part: (name) => parts[name] ?? '',
        query: readQuery(query, kinds),
        body: reader.read(body),
      }),
  }
}

/**
 * Makes a route below a sandbox. As with keys, a sandbox is made at its first use, and reading is no use: GET and DELETE
 * want one that is there.
 */
export function sandboxRoute<K extends Kinds, B>(
  definition: Definition<K, B>,
  run: (input: Input<K, B> & { readonly sandbox: Sandbox }) => Awaitable<ControlReply>,
): ControlRoute {
  const mustExist = definition.method === 'GET' || definition.method === 'DELETE'
  return route({ ...definition, path: `/_mock/sandboxes/{sandbox}${definition.path}` }, (input) => {
    const name = input.part('sandbox')
    return run({ ...input, sandbox: mustExist ? existingSandbox(input.store, name) : input.store.sandbox(name) })
  })
}

function existingSandbox({ sandboxes }: AnimalStore, name: string): Sandbox {
  const found = sandboxes.find((sandbox) => sandbox.name === name)
  if (found !== undefined) return found
  throw notFound(
    'sandbox',
    name,
    sandboxes.map((sandbox) => sandbox.name),
    'It is made at its first use.',
  )
}

/** The refusal of a name that nothing has. */
export function notFound(kind: string, name: string, names: readonly string[], advice = ''): ControlError {
  const near = closest(name, names)
  const hint = near === undefined ? thereAre(names) : `Did you mean "${near}"?`
  return new ControlError(404, 'not_found', `There is no ${kind} ${shown(name)}. ${hint} ${advice}`.trim())
}

/** A message is no place for hundreds of names. */
const mostNames = 20

function thereAre(names: readonly string[]): string {
  if (names.length <= mostNames) return `There are: ${names.join(', ') || 'none'}.`
  return `There are ${names.length}, such as ${names.slice(0, 3).join(', ')}.`
}

/** A reply with a value as JSON. */
export function json(value: unknown, status = 200): ControlReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: writeJson(value) }
}

/** The reply of a removal: there is nothing left to show. */
export const nothing: ControlReply = { status: 204, headers: {}, body: '' }

/**
 * Finds the route of a call, with the parameters of its path.
 * @throws {ControlError} 404 naming the paths, 405 with Allow, or 400 for a bad escape
 */
export function findControlRoute(
  routes: readonly ControlRoute[],
  { method, target }: Call,
): { readonly route: ControlRoute; readonly parts: Arrival['parts']; readonly query: string } {
  const { path: given, query } = splitTarget(target)
  const path = given === '/_mock/' ? '/_mock' : given
  const found = routes.flatMap((candidate) => {
    const parts = matchPath(candidate.path, path)
    return parts === undefined ? [] : [{ route: candidate, parts, query }]
  })
  const exact = found.find(({ route: { method: known } }) => known === method)
  if (exact !== undefined) return exact
  if (found.length === 0) throw notFoundPath(path, [...new Set(routes.map((candidate) => candidate.path))])
  const allow = found.map(({ route: { method: known } }) => known).join(', ')
  throw new ControlError(405, 'method_not_allowed', `This path knows ${allow} only.`, { Allow: allow })
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const found = given[index] ?? ''
    if (!segment.startsWith('{')) {
      if (segment !== found) return undefined
      continue
    }
    const decoded = decodeSegment(found)
    // Nothing has an empty name.
    if (decoded === undefined || decoded === '') return undefined
    parts[segment.slice(1, -1)] = decoded
  }
  return parts
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function notFoundPath(path: string, paths: readonly string[]): ControlError {
  const near = closest(path, paths)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return new ControlError(404, 'not_found', `There is no route ${shown(path)}.${hint} Routes: ${paths.join(', ')}.`)
}
