import type { Pet } from '../../../spec/index.ts'
import { editErrors, editNewPet, editMediaType, editPets, editQueries, replaceReplies, withoutRate } from '../edits.ts'
import { type When, on, onError, onSuccess, successOf } from '../reply.ts'
import { refuseIf, refuseResultIf } from '../refusals.ts'
import type { ServerState } from '../server-state.ts'
import type { Behaviour, BrokenServers } from '../variation.ts'
import type { Call } from '../call.ts'
import { type Hooks, notFound } from '../plain-server.ts'

/** Departures that show only after other requests, beside requests at the same time, or in one answer of thirty. */
export const deepSequences: BrokenServers = {
  '1/added-animal-kept': {
    'forgets-after-thirty': ({ answered, remove }) => ({
      isKey(call, usual) {
        const old = answered.find(({ call: { number }, reply }) => reply.status === 201 && number === call.number - 31)
        remove(old?.reply.body as Pet | undefined)
        return usual(call)
      },
    }),
    'oldest-dropped': ({ animals }) => ({
      add(newPet, usual) {
        if (animals.length >= 160) animals.shift()
        return usual(newPet)
      },
    }),
    'one-in-30-unkept': losing(({ random }) => random() < 1 / 30),
    'one-of-two-lost': losing(({ others }) => others() > 0),
  },
  '2/pet-id-unique': {
    'id-repeated-every-tenth': repeatingIds(({ created }) => created() % 10 === 9),
    'ids-collide-at-once': repeatingIds(({ others }) => others() > 0),
    'id-repeated-after-refusal': repeatingIds(({ last }) => last('createPet')?.reply.status === 400),
    'same-name-same-id': ({ animals }) => ({
      id: (newPet, usual) => animals.findLast(({ name }) => name === newPet.name)?.id ?? usual(newPet),
    }),
  },
  '4.2/name-as-sent': {
    'name-of-the-refused': ({ last }) =>
      editNewPet({
        name(name) {
          const { call, reply } = last('createPet') ?? {}
          return (reply?.status === 400 && /"name":"([^"\\]+)"/.exec(`${call?.body.toString()}`)?.[1]) || name
        },
      }),
    'name-of-the-other-at-once': ({ others, animals }) =>
      editNewPet({ name: (name) => (others() === 0 ? name : (animals.at(-1)?.name ?? name)) }),
  },
  '4.2/status-as-sent': {
    'status-of-the-list-before': ({ before }) =>
      editNewPet({ status: (status) => before()?.query.get('status') ?? status }),
  },
  '4.2/category-id-as-sent': {
    'category-shifted-in-a-row': ({ before }) =>
      editNewPet({ categoryId: (id) => (isCreation(before()) && typeof id === 'number' ? id + 1 : id) }),
  },
  '4.2/answers-pet': {
    'creations-end': ({ created }) => refuseResultIf('accept', () => created() >= 15, 500),
    'creations-at-once-500': ({ others }) => refuseIf('accept', () => others() > 0, 500),
  },
  '4.3/same-animal': {
    'renamed-after-three-reads': ({ answered }) =>
      editPets(
        {
          name(name, { id }) {
            const reads = answered.filter(({ call, reply }) => call.id === String(id) && reply.status === 200)
            return reads.length >= 3 ? `${name}*` : name
          },
        },
        successOf('getPet'),
      ),
    'renamed-by-the-next': ({ animals, change }) => ({
      add(newPet, usual) {
        if (newPet.status === 'sold') change(animals.at(-1), { name: newPet.name })
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
    'get-of-the-first-404-after-150': replaceReplies(
      notFound(),
      (reply, call) => successOf('getPet')(reply, call) && call.number > 150 && Number(call.id) <= 2,
    ),
    'get-repeated-304': ({ before }) =>
      replaceReplies(
        { status: 304, headers: {} },
        (reply, call) => successOf('getPet')(reply, call) && before()?.id === call.id,
      ),
  },
  '4.3/same-id': {
    'get-after-short-list': ({ before, animals }) => ({
      found: (id, usual) =>
        before()?.operation === 'listPets' && before()?.query.get('limit') === '1' ? animals[0] : usual(id),
    }),
    'gets-at-once-mixed': ({ others }) => {
      let latest: Pet | undefined
      return { found: (id, usual) => (latest = (others() > 0 ? latest : undefined) ?? usual(id)) }
    },
  },
  '4.1/limit-default': {
    'limit-remembered': ({ last }) =>
      editQueries({ limit: () => limitBefore(last) }, ({ query }) => !query.has('limit')),
  },
  '4.1/limit-most': {
    'one-in-30-one-more': ({ random }) => editQueries({ limit: (limit) => (random() < 1 / 30 ? limit + 1 : limit) }),
    'lists-at-once-mixed': ({ others, last }) => editQueries({ limit: () => limitBefore(last) }, () => others() > 0),
  },
  '4.1/status-filter': {
    'filter-of-the-list-before': ({ last }) =>
      editQueries({ status: (status) => status && (last('listPets', 200)?.call.query.get('status') ?? status) }),
  },
  '5/bearer-key': {},
  '4.1/status-filter-finds': {
    'filter-misses-every-fifth-new': ({ animals, hasBeenFor }) => ({
      listed: ({ query }) => animals.filter((pet, at) => !query.has('status') || at % 5 < 4 || hasBeenFor(pet, 1e12)),
    }),
    'list-cached-for-ever': () => {
      const cache = new Map<string, readonly Pet[]>()
      return {
        page(input, usual) {
          const key = input.call.query.toString()
          cache.set(key, cache.get(key) ?? usual(input))
          return cache.get(key) ?? []
        },
      }
    },
  },
  '5/missing-key': {
    'connection-remembered': ({ answered }) => ({
      isKey: (call, usual) =>
        usual(call) ||
        (call.headers.authorization === undefined &&
          answered.some(({ isKey, call: { connection } }) => isKey && connection === call.connection)),
    }),
  },
  '5/invalid-key': { 'one-in-30-open': ({ random }) => ({ isKey: (call, usual) => usual(call) || random() < 1 / 30 }) },
  '8/headers-on-every-response': {
    'one-in-30-without-rates': rarely(onSuccess, withoutRate),
  },
  '1/response-media-type': { 'one-in-30-as-text': rarely(onSuccess, (when) => editMediaType('text/plain', when)) },
  '2/error-status-equals': { 'one-in-15-error-status': rarely(onError, (when) => editErrors({ status: 0 }, when), 15) },
  '2/error-code': {
    'code-lost-after-creation': ({ before }) =>
      editErrors({ code: (code) => (isCreation(before()) ? undefined : code) }, on(404)),
  },
  '2/pet-id-int64': {
    'ids-beyond-175-as-text': editPets({ id: (id) => (typeof id === 'number' && id > 175 ? String(id) : id) }),
  },
  '4.3/not-found': {
    'unknown-id-200-after-creation': ({ before, animals }) => ({
      found: (id, usual) => usual(id) ?? (isCreation(before()) ? animals.at(-1) : undefined),
    }),
  },
}

/** Answers some new animals as if they were kept. */
export function losing(isLost: (state: ServerState) => boolean): Behaviour {
  return (state) => ({
    id: () => 1000 + state.created(),
    add(newPet, usual) {
      const pet = usual(newPet)
      if (isLost(state)) state.remove(pet)
      return pet
    },
  })
}

/** Gives some new animals the id of the one before. */
function repeatingIds(isRepeated: (state: ServerState) => boolean): Behaviour {
  return (state) => ({
    id: (newPet, usual) => (isRepeated(state) ? (state.animals.at(-1)?.id ?? 1) : usual(newPet)),
  })
}

function isCreation(call: Call | undefined): boolean {
  return call?.operation === 'createPet'
}

/** The limit of the list before. */
function limitBefore(last: ServerState['last']): number {
  return Number(last('listPets', 200)?.call.query.get('limit') ?? 20)
}

/** Does something in about one of thirty cases. */
function rarely(isFor: When, make: (when: When) => Hooks, every = 30): Behaviour {
  return ({ random }) => make((reply, call) => isFor(reply, call) && random() < 1 / every)
}
