import { type Pet, plainInteger } from '../../../spec/index.ts'
import { unsold } from '../animals.ts'
import { type Edit, editPets, editQueries, editStatus, replaceReplies } from '../edits.ts'
import { refuseIf } from '../refusals.ts'
import { type When, successOf } from '../when.ts'
import { type Reply, refuse } from '../reply.ts'
import { type BrokenServers, each, having } from '../variation.ts'
import type { Call, Hooks } from '../way.ts'

const inList = successOf('listPets')
const inFilteredList: When = (reply, call) => inList(reply, call) && hasStatus(call)
const inWholeList: When = (reply, call) => inList(reply, call) && !hasStatus(call)

/** Lists that break section 4.1. */
export const brokenLists: BrokenServers = {
  '4.1/answers-pets': {
    'list-201: Answers 201 to a list request.': editStatus(201, inList),
    'list-206: Answers 206 to a list request.': editStatus(206, inList),
    'list-500: Answers 500 to a list request.': replaceReplies(refuse(500), inList),
    'empty-result-404: Answers 404 where no animal has the status.': unsoldWith(60, refuse(404)),
    'empty-result-204: Answers 204 where no animal has the status.': unsoldWith(60, { status: 204, headers: {} }),
    'empty-result-404-of-many: Answers 404 where none of very many animals has the status.': unsoldWith(
      500,
      refuse(404),
    ),
  },
  '1/path-prefix': {
    'list-404: Has nothing under /v1.': {
      decide: (counted, usual) => usual({ ...counted, call: { ...counted.call, operation: undefined } }),
    },
  },
  '4.1/no-request-body': each(refusing, {
    'list-needs-body: Answers 400 to a list request without a body.': ({ body }) => body.length === 0,
  }),
  '4.1/limit-optional': each(refusing, {
    'limit-needed: Answers 400 to a list request without a limit.': (call) => !hasLimit(call),
  }),
  '4.1/limit-accepted': {
    ...each(refusing, {
      'limit-1-refused: Answers 400 to a limit of 1.': ({ query }) => query.get('limit') === '1',
      'limit-100-refused: Answers 400 to a limit of 100.': ({ query }) => query.get('limit') === '100',
    }),
    ...each(failing, {
      'limit-100-fails: Honours limits up to 50 and answers 500 to those above.': ({ query }) =>
        Number(query.get('limit')) > 50,
    }),
  },
  '4.1/limit-most': {
    ...each(editQueries, {
      'limit-ignored: Lists 20 animals, whatever the limit.': { limit: 20 },
      'limit-one-too-many: Lists one animal more than limit.': { limit: (limit) => limit + 1 },
      'limit-at-least-two: Lists two animals for a limit of 1.': { limit: (limit) => Math.max(2, limit) },
      'limit-at-least-ten: Lists ten animals for any smaller limit.': { limit: (limit) => Math.max(10, limit) },
      'limit-100-unbounded: Takes a limit of 100 for none.': { limit: (limit) => (limit === 100 ? 1000 : limit) },
    }),
    'limit-ignored-with-status: Ignores the limit when a status is given.': editQueries({ limit: 20 }, hasStatus),
  },
  '4.1/limit-default': {
    'limit-default-25: Lists up to 25 animals without a limit.': defaultLimit(25),
    'limit-default-100: Lists up to 100 animals without a limit.': defaultLimit(100),
    'limit-default-none: Lists up to 1000 animals without a limit.': defaultLimit(1000),
    'limit-default-30-with-status: Lists up to 30 animals when a status but no limit is given.': editQueries(
      { limit: 30 },
      (call) => hasStatus(call) && !hasLimit(call),
    ),
  },
  '4.1/limit-default-as-20': { 'limit-default-10: Lists up to 10 animals without a limit.': defaultLimit(10) },
  '4.1/status-optional': {
    'status-needed: Answers 400 to a list request without a status.': refuseIf('query', (call) => !hasStatus(call)),
    'sold-hidden: Leaves sold animals out of the list unless the status is given.': ({ animals }) => ({
      listed: (call) => animals.filter(({ status }) => hasStatus(call) || status !== 'sold'),
    }),
  },
  '4.1/status-accepted': {
    ...each(refusing, { 'status-sold-refused: Answers 400 to the status sold.': asksFor('sold') }),
    ...each(failing, {
      'status-pending-fails: Answers 500 to the status pending.': asksFor('pending'),
      'list-fails-with-both: Answers 500 when limit and status are given.': (call) => hasLimit(call) && hasStatus(call),
    }),
  },
  '4.1/status-filter': {
    ...each((isFor: (call: Call) => boolean) => editQueries({ status: undefined }, isFor), {
      'status-ignored: Ignores the status.': () => true,
      'status-ignored-with-limit: Ignores the status when a limit is given.': hasLimit,
      'status-pending-ignored: Ignores the status pending.': asksFor('pending'),
    }),
    'status-swapped: Lists pending animals for the status sold.': editQueries({ status: 'pending' }, asksFor('sold')),
    'status-with-absent: Lists animals without a status as available ones.': {
      page: ({ query, pets }) =>
        pets
          .filter(({ status = 'available' }) => query.status === undefined || status === query.status)
          .slice(0, query.limit),
    },
    'status-or-more: Fills a page of a status with other animals where there are too few.': having(40, undefined, {
      page(input, usual) {
        const pets = usual(input)
        const others = input.pets.filter((pet) => !pets.includes(pet))
        return [...pets, ...others].slice(0, input.query.limit)
      },
    }),
    'list-says-sold: Says of every animal that it is sold, unless a status is asked for.': editPets(
      { status: 'sold' },
      inWholeList,
    ),
    'status-sold-with-pending: Lists pending animals among the sold ones, of which there are as many.': having(
      150,
      inTurn,
      {
        page: (input, usual) =>
          input.query.status === 'sold'
            ? input.pets.filter(({ status }) => status !== 'available').slice(0, input.query.limit)
            : usual(input),
      },
    ),
  },
  '4.1/status-filter-finds': {
    'status-finds-nothing: Lists nothing when a status is given.': {
      page: (input, usual) => (input.query.status === undefined ? usual(input) : []),
    },
    'status-sold-finds-nothing: Lists nothing for the status sold.': {
      page: (input, usual) => (input.query.status === 'sold' ? [] : usual(input)),
    },
  },
  '4.3/same-animal': {
    'list-shows-other-names: Has names in capitals in the list, and as they are in getPet.': editListed({
      name: (name) => name.toUpperCase(),
    }),
    'long-list-garbles-names: Reads the names of a long list, where few are beyond ASCII, in a wrong character set.':
      having(
        150,
        (index) => ({ id: index + 1, categoryId: 2, name: index === 40 ? 'Zoë' : `Rex ${index}` }),
        editListed({ name: (name) => Buffer.from(name).toString('latin1') }),
      ),
    'list-rounds-categories: Rounds the one category beyond 2^53 in the list.': having(
      150,
      (index) => ({ id: index + 1, categoryId: index === 30 ? 9007199254740993n : 2 }),
      editListed({ categoryId: (id) => plainInteger(BigInt(Number(id))) }),
    ),
  },
  '1/added-animal-kept': {
    'list-cuts-names: Cuts names after 24 characters in the list, and not in getPet.': editListed({
      name: (name) => name.slice(0, 24),
    }),
  },
  '2/pet-id-unique': {
    'filtered-list-of-other-categories: Has another categoryId for each animal when a status is asked for.': editPets(
      { categoryId: 4711 },
      inFilteredList,
    ),
  },
  '4.3/answers-pet': {
    'list-rounds-ids: Rounds ids beyond 2^53 in the list, so that no animal has them.': editListed({
      id: (id) => (id === 9007199254740993n ? 9007199254740992n : id),
    }),
  },
}

function refusing(isRefused: (call: Call) => boolean): Hooks {
  return refuseIf('query', isRefused)
}

function failing(isRefused: (call: Call) => boolean): Hooks {
  return refuseIf('query', isRefused, 500)
}

/** Answers otherwise where no animal has the status, of so many animals. */
function unsoldWith(count: number, other: Reply) {
  const isEmpty: When = ({ status, body }) => status === 200 && Array.isArray(body) && body.length === 0
  return having(count, unsold, replaceReplies(other, isEmpty))
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

function inTurn(index: number): Partial<Pet> {
  return { status: (['available', 'pending', 'sold'] as const)[Math.floor((index * 7) / 3) % 3] ?? 'sold' }
}
