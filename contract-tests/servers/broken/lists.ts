import { type Pet } from '../../../spec/index.ts'
import { type Edit, editPets, editQueries, replaceReplies } from '../edits.ts'
import { type When, successOf, type Reply, refuse } from '../reply.ts'
import { refuseIf } from '../refusals.ts'
import { type BrokenServers, withAnimals } from '../variation.ts'
import type { Call } from '../call.ts'
import type { Hooks } from '../plain-server.ts'
import type { ServerState } from '../server-state.ts'

const inList = successOf('listPets')
const inFilteredList: When = (reply, call) => inList(reply, call) && hasStatus(call)
const inWholeList: When = (reply, call) => inList(reply, call) && !hasStatus(call)

/** Lists that break section 4.1. */
export const brokenLists: BrokenServers = {
  '4.1/answers-pets': {
    'empty-result-404': whereNoneIsSold(60, refuse(404)),
  },
  '1/path-prefix': {
    'list-404': { decide: (counted, usual) => usual({ ...counted, call: { ...counted.call, operation: undefined } }) },
  },
  '4.1/limit-optional': { 'limit-needed': refusing((call) => !hasLimit(call)) },
  '4.1/limit-accepted': {
    'limit-1-refused': refusing(({ query }) => query.get('limit') === '1'),
    'limit-100-refused': refusing(({ query }) => query.get('limit') === '100'),
  },
  '4.1/limit-most': {
    'limit-ignored': editQueries({ limit: 20 }),
    'limit-one-too-many': editQueries({ limit: (limit) => limit + 1 }),
    'limit-100-unbounded': editQueries({ limit: (limit) => (limit === 100 ? 1000 : limit) }),
  },
  '4.1/limit-default': {
    'limit-default-none': defaultLimit(1000),
  },
  '4.1/limit-default-as-20': { 'limit-default-10': defaultLimit(10) },
  '4.1/status-optional': {
    'status-needed': refuseIf('query', (call) => !hasStatus(call)),
    'sold-hidden': withoutSold,
    'sold-hidden-in-a-short-list': withAnimals(10, () => ({ status: 'available' }), withoutSold),
  },
  '4.1/status-accepted': {
    'status-sold-refused': refusing(asksFor('sold')),
    'status-pending-fails': failing(asksFor('pending')),
  },
  '4.1/status-filter': {
    'status-ignored': editQueries({ status: undefined }, () => true),
    'status-with-absent': {
      page: ({ query, pets }) =>
        pets
          .filter(({ status = 'available' }) => query.status === undefined || status === query.status)
          .slice(0, query.limit),
    },
    'list-says-sold': editPets({ status: 'sold' }, inWholeList),
  },
  '4.1/status-filter-finds': {
    'status-finds-nothing': { page: (input, usual) => (input.query.status === undefined ? usual(input) : []) },
  },
  '4.3/same-animal': {
    'list-shows-other-names': editListed({ name: (name) => name.toUpperCase() }),
    // Where few names are beyond ASCII.
    'long-list-garbles-names': withAnimals(
      150,
      (index) => ({ id: index + 1, categoryId: 2, name: index === 40 ? 'Zoë' : `Rex ${index}` }),
      editListed({ name: (name) => Buffer.from(name).toString('latin1') }),
    ),
  },
  '1/added-animal-kept': { 'list-cuts-names': editListed({ name: (name) => name.slice(0, 24) }) },
  '2/pet-id-unique': { 'filtered-list-of-other-categories': editPets({ categoryId: 4711 }, inFilteredList) },
  '4.3/answers-pet': {
    'list-rounds-ids': editListed({ id: (id) => (id === 9007199254740993n ? 9007199254740992n : id) }),
  },
}

function refusing(isRefused: (call: Call) => boolean): Hooks {
  return refuseIf('query', isRefused)
}

function failing(isRefused: (call: Call) => boolean): Hooks {
  return refuseIf('query', isRefused, 500)
}

/** So many animals, none of them sold. An empty list gets another answer. */
function whereNoneIsSold(count: number, other: Reply) {
  const isEmpty: When = ({ status, body }) => status === 200 && Array.isArray(body) && body.length === 0
  return withAnimals(
    count,
    (_, { status }) => (status === 'sold' ? { status: 'pending' } : {}),
    replaceReplies(other, isEmpty),
  )
}

function editListed(edit: Edit<Pet>): Hooks {
  return editPets(edit, inList)
}

function hasLimit({ query }: Call): boolean {
  return query.has('limit')
}

function hasStatus({ query }: Call): boolean {
  return query.has('status')
}

function asksFor(status: string): (call: Call) => boolean {
  return ({ query }) => query.get('status') === status
}

function defaultLimit(limit: number): Hooks {
  return editQueries({ limit }, (call) => !hasLimit(call))
}

function withoutSold({ animals }: ServerState): Hooks {
  return { listed: (call) => animals.filter(({ status }) => hasStatus(call) || status !== 'sold') }
}
