import { type Pet, parseInt64 } from '../../../spec/index.ts'
import { manyAnimals } from '../animals.ts'
import { editReplies } from '../edits.ts'
import { insteadOfRefusal, refuseIf } from '../refusals.ts'
import { jsonReply, refuse, textReply, withHeaders } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import { type Servers, having, starting } from '../variation.ts'
import { type Call, type Hooks, isPetStatus, notFound } from '../way.ts'

/** Lists and lookups that the interface allows: sections 4.1 and 4.3 leave open order, paging and invalid parameters. */
export const conformingLists: Servers = {
  'query-422: Answers 422 to a limit outside 1 to 100 and to an unknown status.': insteadOfRefusal('query', () =>
    refuse(422),
  ),
  'query-404: Answers 404 to a limit outside 1 to 100 and to an unknown status.': insteadOfRefusal('query', () =>
    refuse(404),
  ),
  'query-empty-list: Gives no animals for a limit outside 1 to 100 and for an unknown status.': insteadOfRefusal(
    'query',
    () => jsonReply(200, []),
  ),
  'query-clamped: Takes the nearest allowed limit, and an unknown status for none.': readingQueries((limit) =>
    clamped(Number.parseInt(limit, 10)),
  ),
  'query-ignored: Ignores a limit outside 1 to 100 and an unknown status, each by itself.': readingQueries((limit) =>
    Number.isInteger(Number(limit)) && Number(limit) >= 1 && Number(limit) <= 100 ? Number(limit) : 20,
  ),
  'query-any-case: Takes a status in any case, and a limit with a fraction or a sign.': {
    query(call, usual) {
      const query = new URLSearchParams(call.query)
      const limit = query.get('limit')
      const status = query.get('status')
      if (limit !== null && Number.isFinite(Number(limit))) query.set('limit', String(Math.floor(Number(limit))))
      if (status !== null) query.set('status', status.toLowerCase())
      return usual({ ...call, query })
    },
  },
  'query-strict: Answers 400 to a query parameter that the interface does not name.': refuseIf('query', ({ query }) =>
    [...query.keys()].some((name) => name !== 'limit' && name !== 'status'),
  ),
  'pet-id-400: Answers 400 to a petId that is no int64.': insteadOfRefusal('petId', () => refuse(400)),
  'pet-id-422: Answers 422 to a petId that is no int64.': insteadOfRefusal('petId', () => refuse(422)),
  'gateway-refuses: Has a gateway before it that refuses other limits and petIds than documented with a page of its own.':
    editReplies(
      ({ headers: { Date: date = '' } }) =>
        withHeaders(textReply(404, 'text/html', '<h1>No such page</h1>'), { Date: date }),
      (_, { query, petId }) => /^0|-|[^0-9]/.test(query.get('limit') ?? '') || /[^0-9-]/.test(petId),
    ),
  'pet-id-lenient: Reads a petId with leading zeros, a plus sign, a zero fraction or percent escapes.': {
    petId(text) {
      const plain = /^\+?0*(-?[0-9]+?)(?:\.0+)?$/.exec(decodeLeniently(text))?.[1]
      return parseInt64(plain ?? '') ?? notFound()
    },
  },
  'newest-first: Lists the latest animal first.': ({ animals }) => ({ listed: () => animals.toReversed() }),
  'random-order: Lists the animals in another order at each call.': (state) => ({ listed: () => shuffled(state) }),
  'by-name: Lists the animals by name.': ({ animals }) => ({
    listed: () => animals.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }),
  'pages-of-seven: Never lists more than seven animals.': { page: (input, usual) => usual(input).slice(0, 7) },
  'pages-varying: Lists as many animals as it likes, from one up to limit.': ({ random }) => ({
    page(input, usual) {
      const pets = usual(input)
      return pets.slice(0, 1 + Math.floor(random() * pets.length))
    },
  }),
  'pages-at-random: Lists fewer animals at some calls, as many as limit at others, when there are thousands.': having(
    5000,
    undefined,
    ({ random }) => ({ page: (input, usual) => usual(input).slice(0, 1 + Math.floor(random() * input.query.limit)) }),
  ),
  'link-cursor: Gives the next page by a Link header with a cursor.': {
    ...startingAt('cursor'),
    ...editReplies(
      (reply, call) => {
        const { length } = reply.body as readonly unknown[]
        return length === 0
          ? reply
          : withHeaders(reply, { Link: `<${call.path}?cursor=${startOf(call, 'cursor') + length}>; rel="next"` })
      },
      ({ body }) => Array.isArray(body),
    ),
  },
  'offset-and-total: Takes an offset and gives the total in X-Total-Count.': ({ animals }) => ({
    ...startingAt('offset'),
    ...editReplies(
      (reply) => withHeaders(reply, { 'X-Total-Count': String(animals.length) }),
      (_, { operation }) => operation === 'listPets',
    ),
  }),
  'other-client-adds: Another client adds an animal before every answer, and the latest comes first.': ({
    animals,
  }) => ({
    decide(counted, usual) {
      // Below zero, where no id of the usual way is.
      const id = -counted.call.number
      animals.push({ id, name: `Guest ${-id}`, categoryId: 1, status: 'pending' })
      return usual(counted)
    },
    listed: () => animals.toReversed(),
  }),
  'statuses-change: Other clients make another animal available before each answer, and sell the one before it.': ({
    animals,
  }) => ({
    decide(counted, usual) {
      const { number } = counted.call
      for (const [at, status] of [
        [number % 90, 'available'],
        [(number - 2) % 90, 'sold'],
      ] as const) {
        const pet = animals[at]
        if (pet !== undefined) animals[at] = { ...pet, status }
      }
      return usual(counted)
    },
  }),
  'list-lags: Shows a new animal in the list after two seconds, by its id at once.': ({ animals, hasBeenFor }) => ({
    listed: () => animals.filter((pet) => hasBeenFor(pet, 2000)),
  }),
  'get-lags: Finds a new animal by its id after one second, in the list at once.': ({ hasBeenFor }) => ({
    found(id, usual) {
      const pet = usual(id)
      return pet !== undefined && hasBeenFor(pet, 1000) ? pet : undefined
    },
  }),
  'list-cached: Gives the same answer to the same query for two seconds.': ({ now, scaled }) => {
    const cache = new Map<string, { until: number; pets: readonly Pet[] }>()
    return {
      page(input, usual) {
        const key = input.call.query.toString()
        const hit = cache.get(key)
        if (hit !== undefined && hit.until > now()) return hit.pets
        const pets = usual(input)
        cache.set(key, { until: now() + scaled(2000), pets })
        return pets
      },
    }
  },
  'list-by-replica: Every other list comes from a copy that is two seconds behind.': ({ animals, hasBeenFor }) => ({
    listed: ({ number }) => (number % 2 === 0 ? animals : animals.filter((pet) => hasBeenFor(pet, 2000))),
  }),
  'empty-catalogue: Has no animals at the start.': having(0),
  'one-animal: Has one animal at the start.': having(1),
  'many-animals: Has 10,000 animals at the start.': having(10_000),
  'all-sold: Has only sold animals at the start.': having(60, () => ({ status: 'sold' })),
  'no-statuses: Has only animals without a status at the start.': starting({
    animals: () => manyAnimals(60, ({ id, name, categoryId }) => ({ id, name, categoryId })),
  }),
}

function clamped(limit: number): number {
  return Number.isNaN(limit) ? 20 : Math.min(100, Math.max(1, limit))
}

/** Reads what would be refused: the limit in some way, and an unknown status for none. */
function readingQueries(limitFrom: (text: string) => number): Hooks {
  return insteadOfRefusal('query', ({ query }) => {
    const limit = limitFrom(query.get('limit') ?? '20')
    const status = query.get('status')
    return isPetStatus(status) ? { limit, status } : { limit }
  })
}

function startingAt(parameter: string): Hooks {
  return { page: (input, usual) => usual({ ...input, pets: input.pets.slice(startOf(input.call, parameter)) }) }
}

function startOf({ query }: Call, parameter: string): number {
  return Number(query.get(parameter) ?? '0') || 0
}

function shuffled({ animals, random }: ServerState): Pet[] {
  return animals
    .map((pet) => ({ pet, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ pet }) => pet)
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
