import type { NewPet, OperationId, Pet } from '../../../spec/index.ts'
import { editErrors, editNewPet, editMediaType, editPets, editQueries, replaceReplies, withoutRate } from '../edits.ts'
import { type When, on, onError, onSuccess, successOf, isReply } from '../reply.ts'
import { insteadOfRefusal, refuseIf, refuseResultIf } from '../refusals.ts'
import type { ServerState } from '../server-state.ts'
import type { Behaviour, BrokenServers } from '../variation.ts'
import { type Call, type Hooks, type Query, notFound, tokenOf } from '../plain-server.ts'

/** Departures that show only after other requests, beside requests at the same time, or in one answer of thirty. */
export const deepSequences: BrokenServers = {
  '1/added-animal-kept': {
    'forgets-after-thirty': ({ animals }) => {
      const until = new Map<unknown, number>()
      let requests = 0
      return {
        isKey(call, usual) {
          requests = call.number
          const at = animals.findIndex((pet) => (until.get(pet) ?? Infinity) < requests)
          if (at !== -1) animals.splice(at, 1)
          return usual(call)
        },
        add(newPet, usual) {
          const pet = usual(newPet)
          until.set(pet, requests + 30)
          return pet
        },
      }
    },
    'oldest-dropped': ({ animals }) => ({
      add(newPet, usual) {
        if (animals.length >= 160) animals.shift()
        return usual(newPet)
      },
    }),
    'one-in-30-unkept': ({ random }) => ({
      add: (newPet, usual) => (random() < 1 / 30 ? lost(newPet, random) : usual(newPet)),
    }),
    'one-of-two-lost': atOnce('createPet', (others, { random }) => ({
      add: (newPet, usual) => (others() === 0 ? usual(newPet) : lost(newPet, random)),
    })),
  },
  '2/pet-id-unique': {
    'id-repeated-every-tenth': ({ created, animals }) => ({
      id: (newPet, usual) => (created() % 10 === 9 ? (animals.at(-1)?.id ?? 1) : usual(newPet)),
    }),
    'ids-collide-at-once': atOnce('createPet', (others, { animals }) => ({
      id: (newPet, usual) => (others() === 0 ? usual(newPet) : (animals.at(-1)?.id ?? 1)),
    })),
    'id-repeated-after-refusal': ({ animals }) => {
      let isRefused = false
      return {
        ...insteadOfRefusal('accept', (_, refusal) => {
          isRefused = true
          return refusal
        }),
        id(newPet, usual) {
          const id = isRefused ? animals.at(-1)?.id : undefined
          isRefused = false
          return id ?? usual(newPet)
        },
      }
    },
    'same-name-same-id': ({ animals }) => ({
      id: (newPet, usual) => animals.findLast(({ name }) => name === newPet.name)?.id ?? usual(newPet),
    }),
  },
  '4.2/name-as-sent': {
    'name-of-the-refused': () => {
      let refused: string | undefined
      return {
        ...insteadOfRefusal('accept', ({ body }, refusal) => {
          refused = /"name":"([^"\\]+)"/.exec(body.toString())?.[1]
          return refusal
        }),
        add(newPet, usual) {
          const name = refused ?? newPet.name
          refused = undefined
          return usual({ ...newPet, name })
        },
      }
    },
    'name-of-the-other-at-once': atOnce('createPet', (others, { animals }) =>
      editNewPet({ name: (name) => (others() === 0 ? name : (animals.at(-1)?.name ?? name)) }),
    ),
    'one-in-30-name-cut': ({ random }) =>
      editNewPet({ name: (name) => (random() < 1 / 30 ? name.slice(0, -1) : name) }),
  },
  '4.2/status-as-sent': {
    'status-of-the-list-before': after((before) =>
      editNewPet({ status: (status) => before()?.query.get('status') ?? status }),
    ),
  },
  '4.2/category-id-as-sent': {
    'category-shifted-in-a-row': after((before) =>
      editNewPet({ categoryId: (id) => (before()?.operation === 'createPet' && typeof id === 'number' ? id + 1 : id) }),
    ),
  },
  '4.2/answers-pet': {
    'creations-end': ({ created }) => refuseResultIf('accept', () => created() >= 15, 500),
    'third-of-a-name-500': ({ animals }) =>
      refuseResultIf('accept', ({ name }) => animals.filter((pet) => pet.name === name).length >= 2, 500),
    'creations-at-once-500': atOnce('createPet', (others) => refuseIf('accept', () => others() > 0, 500)),
  },
  '4.3/same-animal': {
    'renamed-after-three-reads': () => {
      const reads = new Map<unknown, number>()
      return editPets(
        {
          name(name, { id }) {
            reads.set(id, (reads.get(id) ?? 0) + 1)
            return (reads.get(id) ?? 0) > 3 ? `${name}*` : name
          },
        },
        successOf('getPet'),
      )
    },
    'renamed-by-the-next': ({ animals }) => ({
      add(newPet, usual) {
        const latest = animals.at(-1)
        if (newPet.status === 'sold' && latest !== undefined) animals.splice(-1, 1, { ...latest, name: newPet.name })
        return usual(newPet)
      },
    }),
  },
  '4.3/answers-pet': {
    'missing-remembered': () => {
      let isMissing = false
      return {
        found(id, usual) {
          const pet = isMissing ? undefined : usual(id)
          isMissing = !isMissing && pet === undefined
          return pet
        },
      }
    },
    'one-in-30-missing': rarely(successOf('getPet'), (when) => replaceReplies(notFound(), when)),
    'get-repeated-304': after((before) =>
      replaceReplies(
        { status: 304, headers: {} },
        (reply, call) => successOf('getPet')(reply, call) && before()?.id === call.id,
      ),
    ),
  },
  '4.3/same-id': {
    'get-after-short-list': after((before, { animals }) => ({
      found: (id, usual) =>
        before()?.operation === 'listPets' && before()?.query.get('limit') === '1' ? animals[0] : usual(id),
    })),
    'gets-at-once-mixed': atOnce('getPet', (others) => {
      let latest: ReturnType<NonNullable<Hooks['found']>>
      return { found: (id, usual) => (latest = others() === 0 ? usual(id) : (latest ?? usual(id))) }
    }),
  },
  '4.1/limit-default': {
    'limit-remembered': remembering((query, last, call) =>
      call.query.has('limit') ? query : { ...query, limit: last.limit },
    ),
  },
  '4.1/limit-most': {
    'one-in-30-one-more': ({ random }) => editQueries({ limit: (limit) => (random() < 1 / 30 ? limit + 1 : limit) }),
    'lists-at-once-mixed': atOnce('listPets', (others) =>
      remembered((query, last) => (others() === 0 ? query : { ...query, limit: last.limit })),
    ),
  },
  '4.1/status-filter': {
    'filter-of-the-list-before': remembering((query, last) =>
      query.status === undefined ? query : { ...query, status: last.status ?? query.status },
    ),
    'filter-lost-after-creation': after((before) =>
      editQueries({ status: undefined }, () => before()?.operation === 'createPet'),
    ),
  },
  '5/bearer-key': {
    'key-locked': ({ apiKey }) => {
      let wrong = 0
      let locked = 0
      return {
        isKey({ headers }) {
          const isRight = tokenOf(headers.authorization) === apiKey
          wrong = isRight ? 0 : wrong + 1
          if (wrong === 3) locked = 5
          return isRight && locked-- <= 0
        },
      }
    },
  },
  '5/missing-key': {
    'connection-remembered': () => {
      const known = new WeakSet<object>()
      return {
        isKey(call, usual) {
          const isKey = usual(call) || (call.headers.authorization === undefined && known.has(call.connection))
          if (isKey) known.add(call.connection)
          return isKey
        },
      }
    },
  },
  '5/invalid-key': { 'one-in-30-open': ({ random }) => ({ isKey: (call, usual) => usual(call) || random() < 1 / 30 }) },
  '8/headers-on-every-response': {
    'one-in-30-without-rates': rarely(onSuccess, withoutRate),
  },
  '1/response-media-type': { 'one-in-30-as-text': rarely(onSuccess, (when) => editMediaType('text/plain', when)) },
  '2/error-status-equals': { 'one-in-15-error-status': rarely(onError, (when) => editErrors({ status: 0 }, when), 15) },
  '2/error-code': {
    'code-lost-after-creation': after((before) =>
      editErrors({ code: (code) => (before()?.operation === 'createPet' ? undefined : code) }, on(404)),
    ),
  },
  '2/pet-id-int64': {
    'ids-beyond-175-as-text': editPets({ id: (id) => (typeof id === 'number' && id > 175 ? String(id) : id) }),
  },
  '4.3/not-found': {
    'unknown-id-200-after-creation': after((before, { animals }) => ({
      found: (id, usual) => usual(id) ?? (before()?.operation === 'createPet' ? animals.at(-1) : undefined),
    })),
  },
}

/** An animal with an id of its own that is not kept. */
function lost(newPet: NewPet, random: () => number): Pet {
  return { id: 1_000_000 + Math.floor(random() * 1_000_000), ...newPet }
}

/** Lets hooks see the previous call. */
function after(make: (before: () => Call | undefined, state: ServerState) => Hooks): Behaviour {
  return (state) => {
    const calls: Call[] = []
    return {
      ...make(() => calls.at(-2), state),
      isKey(call, usual) {
        calls.splice(0, calls.length - 1)
        calls.push(call)
        return usual(call)
      },
    }
  }
}

/** Lets hooks know how many other calls of the operation were on their way when this one arrived. */
function atOnce(operation: OperationId, make: (others: () => number, state: ServerState) => Hooks): Behaviour {
  return (state) => {
    let others = 0
    return {
      ...make(() => others, state),
      isKey(call, usual) {
        others = call.operation === operation ? call.others : 0
        return usual(call)
      },
    }
  }
}

function remembered(change: (query: Query, last: Query, call: Call) => Query): Hooks {
  let last: Query = { limit: 20 }
  return {
    query(call, usual) {
      const query = usual(call)
      if (isReply(query)) return query
      const changed = change(query, last, call)
      last = query
      return changed
    },
  }
}

function remembering(change: Parameters<typeof remembered>[0]): Behaviour {
  return () => remembered(change)
}

/** Does something in about one of thirty cases. */
function rarely(isFor: When, make: (when: When) => Hooks, every = 30): Behaviour {
  return ({ random }) => make((reply, call) => isFor(reply, call) && random() < 1 / every)
}
