import { type Int64, type Pet, parseInt64 } from '../../../spec/index.ts'
import { manyAnimals } from '../animals.ts'
import { editReplies, insteadOfRefusal } from '../edits.ts'
import type { Variation } from '../listen.ts'
import { jsonReply, refuse, textReply, withHeaders } from '../reply.ts'
import { type Call, type Hooks, type Query, isPetStatus, notFound } from '../way.ts'
import type { World } from '../world.ts'

/** Lists and lookups that the interface allows: sections 4.1 and 4.3 leave open order, paging and invalid parameters. */
export const conformingLists: readonly Variation[] = [
  {
    id: 'query-422',
    summary: 'Answers 422 to a limit outside 1 to 100 and to an unknown status.',
    hooks: () => ({
      query: insteadOfRefusal<Call, Query>(() => refuse(422, 'unprocessable', 'The query is not valid.')),
    }),
  },
  {
    id: 'query-404',
    summary: 'Answers 404 to a limit outside 1 to 100 and to an unknown status.',
    hooks: () => ({
      query: insteadOfRefusal<Call, Query>(() => refuse(404, 'no_such_page', 'There is no such page.')),
    }),
  },
  {
    id: 'query-empty-list',
    summary: 'Gives no animals for a limit outside 1 to 100 and for an unknown status.',
    hooks: () => ({ query: insteadOfRefusal<Call, Query>(() => jsonReply(200, [])) }),
  },
  {
    id: 'query-clamped',
    summary: 'Takes the nearest allowed limit, and an unknown status for none.',
    hooks: () => ({
      query: insteadOfRefusal(({ query }) => {
        const limit = Number.parseInt(query.get('limit') ?? '20', 10)
        const status = query.get('status')
        const clamped = Math.min(100, Math.max(1, Number.isNaN(limit) ? 20 : limit))
        return isPetStatus(status) ? { limit: clamped, status } : { limit: clamped }
      }),
    }),
  },
  {
    id: 'query-ignored',
    summary: 'Ignores a limit outside 1 to 100 and an unknown status, each by itself.',
    hooks: () => ({
      query: insteadOfRefusal(({ query }) => {
        const limit = Number(query.get('limit') ?? '20')
        const status = query.get('status')
        const kept = Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : 20
        return isPetStatus(status) ? { limit: kept, status } : { limit: kept }
      }),
    }),
  },
  {
    id: 'query-any-case',
    summary: 'Takes a status in any case, and a limit with a fraction or a sign.',
    hooks: () => ({
      query(call, usual) {
        const query = new URLSearchParams(call.query)
        const limit = query.get('limit')
        const status = query.get('status')
        if (limit !== null && Number.isFinite(Number(limit))) query.set('limit', String(Math.floor(Number(limit))))
        if (status !== null) query.set('status', status.toLowerCase())
        return usual({ ...call, query })
      },
    }),
  },
  {
    id: 'query-strict',
    summary: 'Answers 400 to a query parameter that the interface does not name.',
    hooks: () => ({
      query: (call, usual) =>
        [...call.query.keys()].every((name) => name === 'limit' || name === 'status')
          ? usual(call)
          : refuse(400, 'unknown_parameter', 'There is no such parameter.'),
    }),
  },
  {
    id: 'pet-id-400',
    summary: 'Answers 400 to a petId that is no int64.',
    hooks: () => ({ petId: insteadOfRefusal<string, Int64>(() => refuse(400, 'bad_id', 'The id is not an int64.')) }),
  },
  {
    id: 'pet-id-422',
    summary: 'Answers 422 to a petId that is no int64.',
    hooks: () => ({ petId: insteadOfRefusal<string, Int64>(() => refuse(422, 'bad_id', 'The id is not an int64.')) }),
  },
  {
    id: 'gateway-refuses',
    summary: 'Has a gateway before it that refuses other limits and petIds than documented with a page of its own.',
    hooks: () =>
      editReplies(
        ({ headers: { Date: date = '' } }) => ({
          ...textReply(404, 'text/html', '<h1>No such page</h1>'),
          headers: { 'Content-Type': 'text/html', Date: date },
        }),
        (_, { query, petId }) => /^0|-|[^0-9]/.test(query.get('limit') ?? '') || /[^0-9-]/.test(petId),
      ),
  },
  {
    id: 'pet-id-lenient',
    summary: 'Reads a petId with leading zeros, a plus sign, a zero fraction or percent escapes.',
    hooks: () => ({
      petId(text) {
        const plain = /^\+?0*(-?[0-9]+?)(?:\.0+)?$/.exec(decodeLeniently(text))?.[1]
        return parseInt64(plain ?? '') ?? notFound()
      },
    }),
  },
  {
    id: 'newest-first',
    summary: 'Lists the latest animal first.',
    hooks: ({ animals }) => ({ listed: () => animals.toReversed() }),
  },
  {
    id: 'random-order',
    summary: 'Lists the animals in another order at each call.',
    hooks: (world) => ({ listed: () => shuffled(world) }),
  },
  {
    id: 'by-name',
    summary: 'Lists the animals by name.',
    hooks: ({ animals }) => ({ listed: () => animals.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }),
  },
  {
    id: 'pages-of-seven',
    summary: 'Never lists more than seven animals.',
    hooks: () => ({ page: (input, usual) => usual(input).slice(0, 7) }),
  },
  {
    id: 'pages-varying',
    summary: 'Lists as many animals as it likes, from one up to limit.',
    hooks: (world) => ({
      page(input, usual) {
        const pets = usual(input)
        return pets.slice(0, 1 + Math.floor(world.random() * pets.length))
      },
    }),
  },
  {
    id: 'pages-at-random',
    summary: 'Lists fewer animals at some calls, as many as limit at others, when there are thousands.',
    animals: () => manyAnimals(5000),
    hooks: (world) => ({
      page: (input, usual) => usual(input).slice(0, 1 + Math.floor(world.random() * input.query.limit)),
    }),
  },
  {
    id: 'link-cursor',
    summary: 'Gives the next page by a Link header with a cursor.',
    hooks: () => ({
      ...startingAt('cursor'),
      reply: (reply, call) =>
        Array.isArray(reply.body) && reply.body.length > 0
          ? withHeaders(reply, { Link: `<${call.path}?cursor=${nextStart(call, reply.body)}>; rel="next"` })
          : reply,
    }),
  },
  {
    id: 'offset-and-total',
    summary: 'Takes an offset and tells the total in X-Total-Count.',
    hooks: ({ animals }) => ({
      ...startingAt('offset'),
      reply: (reply, call) =>
        call.operation === 'listPets' ? withHeaders(reply, { 'X-Total-Count': String(animals.length) }) : reply,
    }),
  },
  {
    id: 'other-client-adds',
    summary: 'Another client adds an animal before every answer, and the latest comes first.',
    hooks: (world) => ({
      decide(counted, usual) {
        // Below zero, where no id of the usual way is.
        const id = -counted.call.number
        world.animals.push({ id, name: `Guest ${-id}`, categoryId: 1, status: 'pending' })
        return usual(counted)
      },
      listed: () => world.animals.toReversed(),
    }),
  },
  {
    id: 'statuses-change',
    summary: 'Other clients make another animal available before each answer, and sell the one before it.',
    hooks: ({ animals }) => ({
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
  },
  {
    id: 'list-lags',
    summary: 'Shows a new animal in the list after two seconds, by its id at once.',
    hooks: ({ animals, hasBeenFor }) => ({ listed: () => animals.filter((pet) => hasBeenFor(pet, 2000)) }),
  },
  {
    id: 'get-lags',
    summary: 'Finds a new animal by its id after one second, in the list at once.',
    hooks: ({ hasBeenFor }) => ({
      found(id, usual) {
        const pet = usual(id)
        return pet !== undefined && hasBeenFor(pet, 1000) ? pet : undefined
      },
    }),
  },
  {
    id: 'list-cached',
    summary: 'Gives the same answer to the same query for two seconds.',
    hooks(world) {
      const cache = new Map<string, { until: number; pets: readonly Pet[] }>()
      return {
        page(input, usual) {
          const key = input.call.query.toString()
          const hit = cache.get(key)
          if (hit !== undefined && hit.until > world.now()) return hit.pets
          const pets = usual(input)
          cache.set(key, { until: world.now() + world.scaled(2000), pets })
          return pets
        },
      }
    },
  },
  {
    id: 'list-by-replica',
    summary: 'Every other list comes from a copy that is two seconds behind.',
    hooks: ({ animals, hasBeenFor }) => ({
      listed: ({ number }) => (number % 2 === 0 ? animals : animals.filter((pet) => hasBeenFor(pet, 2000))),
    }),
  },
  { id: 'empty-catalogue', summary: 'Has no animals at the start.', animals: () => [] },
  { id: 'one-animal', summary: 'Has one animal at the start.', animals: () => manyAnimals(1) },
  { id: 'many-animals', summary: 'Has 10,000 animals at the start.', animals: () => manyAnimals(10_000) },
  {
    id: 'all-sold',
    summary: 'Has only sold animals at the start.',
    animals: () => manyAnimals(60, (pet) => ({ ...pet, status: 'sold' })),
  },
  {
    id: 'no-statuses',
    summary: 'Has only animals without a status at the start.',
    animals: () => manyAnimals(60, ({ id, name, categoryId }) => ({ id, name, categoryId })),
  },
]

function startingAt(parameter: string): Hooks {
  return {
    page: (input, usual) =>
      usual({ ...input, pets: input.pets.slice(Number(input.call.query.get(parameter) ?? '0') || 0) }),
  }
}

function nextStart(call: { query: URLSearchParams }, page: readonly unknown[]): number {
  return (Number(call.query.get('cursor') ?? '0') || 0) + page.length
}

function shuffled({ animals, random }: World): Pet[] {
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
