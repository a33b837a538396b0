import { type Int64, isObject, plainInteger, writeJson } from '../../../spec/index.ts'
import { editBodies, editErrors, editHeaders, editReplies } from '../edits.ts'
import type { Call } from '../call.ts'
import { type Hooks, isPetStatus, route } from '../plain-server.ts'
import { insteadOfRefusal, refuseResultIf } from '../refusals.ts'
import { bytesOf, jsonReply, onSuccess, refuse, successOf, withHeaders } from '../reply.ts'
import { type Behaviour, type Servers, combined } from '../variation.ts'

const lastDay = 'Thu, 05 Dec 2030 00:00:00 GMT'

/** Habits of real services, by what they are about. Each conforms, and so does one of each together. */
export const habits = {
  limits: {
    strict: {},
    'without-zeros': withLimit((limit) => (limit.startsWith('0') ? 'refused' : limit)),
    unprocessable: insteadOfRefusal('query', () => refuse(422)),
    // As `Math.min(Math.max(parseInt(limit) || 20, 1), 100)` does.
    parsed: withLimit((limit) => clamped(Number.parseInt(limit, 10) || 20)),
    clamped: withLimit((limit) => (/^-?\d+$/.test(limit) ? clamped(Number(limit)) : 20)),
    ignored: withLimit((limit) =>
      /^\d+$/.test(limit) && clamped(Number(limit)) === Number(limit) ? Number(limit) : 20,
    ),
    'capped-above': withLimit((limit) => (Number(limit) > 100 ? 100 : limit)),
  },
  statuses: {
    strict: {},
    ignored: withQuery((query) => void (isPetStatus(query.get('status')) || query.delete('status'))),
    // As a filter that compares does.
    'finds-none': {
      ...withQuery((query) => void (isPetStatus(query.get('status')) || query.delete('status'))),
      page: (input, usual) => {
        const status = input.call.query.get('status')
        return status === null || isPetStatus(status) ? usual(input) : []
      },
    },
  },
  names: {
    any: {},
    'not-empty': refuseResultIf('accept', ({ name }) => name === ''),
    'up-to-255': refuseResultIf('accept', ({ name }) => name.trim() === '' || name.length > 255),
    'up-to-64': refuseResultIf('accept', ({ name }) => name.length > 64),
    'up-to-120': refuseResultIf('accept', ({ name }) => name === '' || name.length > 120),
  },
  ids: {
    rising: {},
    // As time in the upper bits makes them.
    large: ({ created }) => ({ id: (): Int64 => plainInteger(2n ** 60n + BigInt(created()) * 4096n) }),
    negative: ({ created }) => ({ id: () => -1 - created() }),
  },
  petIds: {
    'not-found': {},
    refused: insteadOfRefusal('petId', () => refuse(400, 'bad_id')),
    unprocessable: insteadOfRefusal('petId', () => refuse(422, 'bad_id')),
  },
  undocumented: {
    'not-found': {},
    'allow-told': { undocumented: (call, usual) => (isKnownPath(call) ? allowing('GET, POST') : usual(call)) },
    'without-allow': { undocumented: (call, usual) => (isKnownPath(call) ? refuse(405, 'bad_method') : usual(call)) },
    welcome: { undocumented: () => jsonReply(200, {}) },
  },
  codes: {
    plain: {},
    blank: editErrors({ code: '' }),
    capitals: editErrors({ code: (code) => String(code).toUpperCase() }),
  },
  announcing: {
    no: {},
    success: editHeaders({ Deprecation: '@1764892800', Sunset: lastDay }, successOf('getPet')),
    sunset: editHeaders({ Sunset: lastDay }, (_, { operation }) => operation === 'getPet'),
    deprecation: editHeaders({ Deprecation: 'true' }, successOf('getPet')),
  },
  members: {
    none: {},
    times: withMembers((id) => ({ createdAt: `2026-11-2${String(id).at(-1)}T10:00:00.000Z`, deletedAt: null })),
    links: withMembers((id) => ({ url: `/v1/pets/${id}` })),
  },
  order: { oldest: {}, newest: ({ animals }) => ({ listed: () => animals.toReversed() }) },
  head: { no: {}, 'as-get': pathsRead((call) => (call.method === 'HEAD' ? { ...call, method: 'GET' } : call)) },
  paths: {
    exact: {},
    'slash-at-end': pathsRead((call) => ({ ...call, path: call.path.replace(/\/$/, '') })),
    'any-case': pathsRead((call) => ({ ...call, path: call.path.toLowerCase().replace(/\/$/, '') })),
  },
  caching: {
    none: {},
    etags: editReplies((reply, call) => {
      if (reply.status !== 200 || call.method !== 'GET') return reply
      const etag = `W/"${bytesOf(reply).length.toString(16)}-${writeJson(reply.body).length}"`
      const tagged = withHeaders(reply, { ETag: etag, 'X-Powered-By': 'Express' })
      return call.headers['if-none-match'] === etag ? { status: 304, headers: tagged.headers } : tagged
    }),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Behaviour>>>>

const { limits, statuses, names, ids, petIds, undocumented, codes, announcing, members, order, head, paths, caching } =
  habits

/** Deployments with the habits that frameworks bring along. */
export const conformingFrameworks: Servers = {
  'like-express': combined([
    limits.parsed,
    statuses['finds-none'],
    names['not-empty'],
    codes.blank,
    members.times,
    head['as-get'],
    paths['any-case'],
    caching.etags,
  ]),
  'like-spring': combined([
    limits.strict,
    names['up-to-255'],
    petIds.refused,
    undocumented['allow-told'],
    codes.capitals,
    announcing.success,
    head['as-get'],
  ]),
  'like-fastapi': combined([
    limits.unprocessable,
    names['up-to-120'],
    petIds.unprocessable,
    undocumented['allow-told'],
    announcing.sunset,
  ]),
  'like-rails': combined([
    limits.clamped,
    statuses.ignored,
    ids.large,
    members.links,
    order.newest,
    paths['slash-at-end'],
    caching.etags,
  ]),
  'like-a-prototype': combined([limits.ignored, statuses.ignored, ids.negative, undocumented.welcome, codes.blank]),
}

function clamped(limit: number): number {
  return Math.min(100, Math.max(1, limit))
}

/** Reads the query after it was changed. */
export function withQuery(change: (query: URLSearchParams) => void): Hooks {
  return {
    query(call, usual) {
      const query = new URLSearchParams(call.query)
      change(query)
      return usual({ ...call, query })
    },
  }
}

/** Reads the limit, if there is one, by this function. */
function withLimit(limitFrom: (text: string) => number | string): Hooks {
  return withQuery((query) => {
    const limit = query.get('limit')
    if (limit !== null) query.set('limit', String(limitFrom(limit)))
  })
}

/** Adds members to each animal, whatever path led to it. */
function withMembers(membersOf: (id: Int64) => object): Hooks {
  const more = (value: unknown) =>
    isObject(value) && 'categoryId' in value ? { ...value, ...membersOf(value['id'] as Int64) } : value
  return editBodies((body) => (Array.isArray(body) ? body.map(more) : more(body)), onSuccess)
}

/** Takes some calls for others. */
function pathsRead(read: (call: Call) => Call): Hooks {
  return {
    decide(counted, usual) {
      const { method, path } = read(counted.call)
      return usual({ ...counted, call: { ...counted.call, path, ...route(method, path) } })
    },
  }
}

function isKnownPath({ path }: Call): boolean {
  return ['GET', 'POST'].some((method) => route(method, path).operation !== undefined)
}

function allowing(methods: string) {
  return withHeaders(refuse(405, 'bad_method'), { Allow: methods })
}
