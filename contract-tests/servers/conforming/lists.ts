import { type Pet, completed, parseInt64, shapes } from '../../../spec/index.ts'
import { manyAnimals } from '../animals.ts'
import { editReplies } from '../edits.ts'
import { insteadOfRefusal, refuseIf } from '../refusals.ts'
import { jsonReply, refuse, textReply, withHeaders } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import { type Servers, withAnimals, withSetup } from '../variation.ts'
import { habits, withQuery } from './habits.ts'
import type { Call } from '../call.ts'
import { type Hooks, notFound } from '../plain-server.ts'

/** Lists and lookups that the interface allows: sections 4.1 and 4.3 leave open order, paging and invalid parameters. */
export const conformingLists: Servers = {
  'query-404': insteadOfRefusal('query', () => refuse(404)),
  'query-empty-list': insteadOfRefusal('query', () => jsonReply(200, [])),
  'query-any-case': withQuery((query) => {
    const limit = Number(query.get('limit') ?? Number.NaN)
    if (Number.isFinite(limit)) query.set('limit', String(Math.floor(limit)))
    if (query.has('status')) query.set('status', String(query.get('status')).toLowerCase())
  }),
  'query-strict': refuseIf('query', ({ query }) =>
    [...query.keys()].some((name) => name !== 'limit' && name !== 'status'),
  ),
  // A gateway before it answers other limits and petIds than documented with a page of its own.
  'gateway-refuses': editReplies(
    ({ headers: { Date: date = '' } }) =>
      withHeaders(textReply(404, 'text/html', '<h1>No such page</h1>'), { Date: date }),
    (_, { query, id }) => /^0|-|[^0-9]/.test(query.get('limit') ?? '') || /[^0-9-]/.test(id),
  ),
  'pet-id-lenient': {
    petId(text) {
      const plain = /^\+?0*(0|-?[1-9][0-9]*)(?:\.0+)?$/.exec(text)?.[1]
      return parseInt64(plain ?? '') ?? notFound()
    },
  },
  'newest-first': habits.order.newest,
  'random-order': (state) => ({ listed: () => shuffled(state) }),
  'newest-three': {
    page: (input, usual) => usual({ ...input, pets: input.pets.toReversed() }).slice(0, 3),
  },
  'pages-of-seven': { page: (input, usual) => usual(input).slice(0, 7) },
  'pages-at-random': withAnimals(5000, undefined, ({ random }) => ({
    page: (input, usual) => usual(input).slice(0, 1 + Math.floor(random() * input.query.limit)),
  })),
  'link-cursor': {
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
  'other-client-adds': ({ animals }) => ({
    decide(counted, usual) {
      // Negative, so that no other animal has it.
      const id = -counted.call.number
      animals.push(completed<Pet>(shapes.Pet, { id, name: `Guest ${-id}`, categoryId: 1, status: 'pending' }))
      return usual(counted)
    },
    listed: () => animals.toReversed(),
  }),
  'list-lags': ({ animals, hasBeenFor }) => ({ listed: () => animals.filter((pet) => hasBeenFor(pet, 2000)) }),
  'get-lags': ({ hasBeenFor }) => ({
    found(id, usual) {
      const pet = usual(id)
      return pet !== undefined && hasBeenFor(pet, 1000) ? pet : undefined
    },
  }),
  'list-cached': ({ now, scaled }) => {
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
  // Every other list comes from a copy that is two seconds behind.
  'list-by-replica': ({ animals, hasBeenFor }) => ({
    listed: ({ number }) => (number % 2 === 0 ? animals : animals.filter((pet) => hasBeenFor(pet, 2000))),
  }),
  'empty-catalogue': withAnimals(0),
  'one-animal': withAnimals(1),
  'many-animals': withAnimals(10_000),
  'all-sold': withAnimals(60, () => ({ status: 'sold' })),
  'no-statuses': withSetup({
    animals: () => manyAnimals(60, withoutStatus),
  }),
}

function withoutStatus(pet: Pet): Pet {
  const { status: _, ...others } = pet
  return others
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
