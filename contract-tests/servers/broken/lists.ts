import { plainInteger } from '../../../spec/index.ts'
import { manyAnimals, unsold } from '../animals.ts'
import type { BrokenVariation } from './broken.ts'
import { editReplies, successOf } from '../edits.ts'
import { jsonReply, refuse } from '../reply.ts'
import type { Call, Hooks } from '../way.ts'

const statusInTurn = ['available', 'pending', 'sold'] as const

/** Lists that break section 4.1. */
export const brokenLists: readonly BrokenVariation[] = [
  ...listStatus('list-201', 201),
  ...listStatus('list-206', 206),
  ...listStatus('list-500', 500),
  {
    id: 'list-404',
    clause: '1/path-prefix',
    summary: 'Has nothing under /v1.',
    hooks: () => ({
      decide: (counted, usual) => usual({ ...counted, call: { ...counted.call, operation: undefined } }),
    }),
  },
  {
    id: 'empty-result-404',
    clause: '4.1/answers-pets',
    summary: 'Answers 404 where no animal has the status.',
    animals: unsold,
    hooks: () =>
      editReplies(
        (reply) => ({ ...refuse(404, 'none', 'No animal matches.'), headers: reply.headers }),
        (reply) => reply.status === 200 && Array.isArray(reply.body) && reply.body.length === 0,
      ),
  },
  {
    id: 'empty-result-204',
    clause: '4.1/answers-pets',
    summary: 'Answers 204 where no animal has the status.',
    animals: unsold,
    hooks: () =>
      editReplies(
        ({ headers }) => ({ status: 204, headers }),
        (reply) => reply.status === 200 && Array.isArray(reply.body) && reply.body.length === 0,
      ),
  },
  {
    id: 'empty-result-404-of-many',
    clause: '4.1/answers-pets',
    summary: 'Answers 404 where none of very many animals has the status.',
    animals: () => manyAnimals(500, (pet) => (pet.status === 'sold' ? { ...pet, status: 'pending' } : pet)),
    hooks: () =>
      editReplies(
        (reply) => ({ ...refuse(404, 'none', 'No animal matches.'), headers: reply.headers }),
        (reply) => reply.status === 200 && Array.isArray(reply.body) && reply.body.length === 0,
      ),
  },
  {
    id: 'list-needs-body',
    clause: '4.1/no-request-body',
    summary: 'Answers 400 to a list request without a body.',
    hooks: () => refusingQuery(({ body }) => body.length === 0),
  },
  {
    id: 'limit-needed',
    clause: '4.1/limit-optional',
    summary: 'Answers 400 to a list request without a limit.',
    hooks: () => refusingQuery(({ query }) => !query.has('limit')),
  },
  {
    id: 'limit-1-refused',
    clause: '4.1/limit-accepted',
    summary: 'Answers 400 to a limit of 1.',
    hooks: () => refusingQuery(({ query }) => query.get('limit') === '1'),
  },
  {
    id: 'limit-100-refused',
    clause: '4.1/limit-accepted',
    summary: 'Answers 400 to a limit of 100.',
    hooks: () => refusingQuery(({ query }) => query.get('limit') === '100'),
  },
  {
    id: 'limit-100-fails',
    clause: '4.1/limit-accepted',
    summary: 'Honours limits up to 50 and answers 500 to those above.',
    hooks: () => refusingQuery(({ query }) => Number(query.get('limit')) > 50, 500),
  },
  {
    id: 'limit-ignored',
    clause: '4.1/limit-most',
    summary: 'Lists 20 animals, whatever the limit.',
    hooks: () => ({ page: (input, usual) => usual({ ...input, query: { ...input.query, limit: 20 } }) }),
  },
  ...limited('limit-one-too-many', '4.1/limit-most', 'Lists one animal more than limit.', (limit) => limit + 1),
  ...limited('limit-at-least-two', '4.1/limit-most', 'Lists two animals for a limit of 1.', (limit) =>
    Math.max(2, limit),
  ),
  ...limited('limit-at-least-ten', '4.1/limit-most', 'Lists ten animals for any smaller limit.', (limit) =>
    Math.max(10, limit),
  ),
  ...limited('limit-100-unbounded', '4.1/limit-most', 'Takes a limit of 100 for none.', (limit) =>
    limit === 100 ? 1000 : limit,
  ),
  {
    id: 'limit-ignored-with-status',
    clause: '4.1/limit-most',
    summary: 'Ignores the limit when a status is given.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input.query.status === undefined ? input : { ...input, query: { ...input.query, limit: 20 } }),
    }),
  },
  ...defaultLimit('limit-default-25', '4.1/limit-default', 25),
  ...defaultLimit('limit-default-100', '4.1/limit-default', 100),
  ...defaultLimit('limit-default-none', '4.1/limit-default', 1000),
  ...defaultLimit('limit-default-10', '4.1/limit-default-as-20', 10),
  {
    id: 'limit-default-30-with-status',
    clause: '4.1/limit-default',
    summary: 'Lists up to 30 animals when a status but no limit is given.',
    hooks: () => ({
      page: (input, usual) =>
        usual(
          input.query.status === undefined || input.call.query.has('limit')
            ? input
            : { ...input, query: { ...input.query, limit: 30 } },
        ),
    }),
  },
  {
    id: 'status-needed',
    clause: '4.1/status-optional',
    summary: 'Answers 400 to a list request without a status.',
    hooks: () => refusingQuery(({ query }) => !query.has('status')),
  },
  {
    id: 'sold-hidden',
    clause: '4.1/status-optional',
    summary: 'Leaves sold animals out of the list unless the status is given.',
    hooks: () => ({
      page: (input, usual) =>
        usual({
          ...input,
          pets: input.pets.filter((pet) => input.query.status !== undefined || pet.status !== 'sold'),
        }),
    }),
  },
  {
    id: 'status-sold-refused',
    clause: '4.1/status-accepted',
    summary: 'Answers 400 to the status sold.',
    hooks: () => refusingQuery(({ query }) => query.get('status') === 'sold'),
  },
  {
    id: 'status-pending-fails',
    clause: '4.1/status-accepted',
    summary: 'Answers 500 to the status pending.',
    hooks: () => refusingQuery(({ query }) => query.get('status') === 'pending', 500),
  },
  {
    id: 'status-ignored',
    clause: '4.1/status-filter',
    summary: 'Ignores the status.',
    hooks: () => ({ page: ({ query: { limit }, ...input }, usual) => usual({ ...input, query: { limit } }) }),
  },
  {
    id: 'status-ignored-with-limit',
    clause: '4.1/status-filter',
    summary: 'Ignores the status when a limit is given.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input.call.query.has('limit') ? { ...input, query: { limit: input.query.limit } } : input),
    }),
  },
  {
    id: 'status-pending-ignored',
    clause: '4.1/status-filter',
    summary: 'Ignores the status pending.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input.query.status === 'pending' ? { ...input, query: { limit: input.query.limit } } : input),
    }),
  },
  {
    id: 'status-swapped',
    clause: '4.1/status-filter',
    summary: 'Lists pending animals for the status sold.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input.query.status === 'sold' ? { ...input, query: { ...input.query, status: 'pending' } } : input),
    }),
  },
  {
    id: 'status-with-absent',
    clause: '4.1/status-filter',
    summary: 'Lists animals without a status as available ones.',
    hooks: () => ({
      page: ({ query, pets }) =>
        pets
          .filter(({ status = 'available' }) => query.status === undefined || status === query.status)
          .slice(0, query.limit),
    }),
  },
  {
    id: 'status-or-more',
    clause: '4.1/status-filter',
    summary: 'Fills a page of a status with other animals where there are too few.',
    animals: () => manyAnimals(40),
    hooks: () => ({
      page(input, usual) {
        const pets = usual(input)
        const others = input.pets.filter((pet) => !pets.includes(pet))
        return [...pets, ...others].slice(0, input.query.limit)
      },
    }),
  },
  {
    id: 'status-finds-nothing',
    clause: '4.1/status-filter-finds',
    summary: 'Lists nothing when a status is given.',
    hooks: () => ({ page: (input, usual) => (input.query.status === undefined ? usual(input) : []) }),
  },
  {
    id: 'status-sold-finds-nothing',
    clause: '4.1/status-filter-finds',
    summary: 'Lists nothing for the status sold.',
    hooks: () => ({ page: (input, usual) => (input.query.status === 'sold' ? [] : usual(input)) }),
  },
  {
    id: 'list-fails-with-both',
    clause: '4.1/status-accepted',
    summary: 'Answers 500 when limit and status are given.',
    hooks: () => refusingQuery(({ query }) => query.has('limit') && query.has('status'), 500),
  },
  {
    id: 'list-shows-other-names',
    clause: '4.3/same-animal',
    summary: 'Has names in capitals in the list, and as they are in getPet.',
    hooks: () => ({ page: (input, usual) => usual(input).map((pet) => ({ ...pet, name: pet.name.toUpperCase() })) }),
  },
  {
    id: 'list-cuts-names',
    clause: '1/added-animal-kept',
    summary: 'Cuts names after 24 characters in the list, and not in getPet.',
    hooks: () => ({ page: (input, usual) => usual(input).map((pet) => ({ ...pet, name: pet.name.slice(0, 24) })) }),
  },
  {
    id: 'list-says-sold',
    clause: '4.1/status-filter',
    summary: 'Says of every animal that it is sold, unless a status is asked for.',
    hooks: () => ({
      page: (input, usual) => usual(input).map((pet) => ({ ...pet, status: input.query.status ?? 'sold' })),
    }),
  },
  {
    id: 'status-sold-with-pending',
    clause: '4.1/status-filter',
    summary: 'Lists pending animals among the sold ones, of which there are as many.',
    animals: () =>
      manyAnimals(150, (pet, index) => ({ ...pet, status: statusInTurn[Math.floor((index * 7) / 3) % 3] ?? 'sold' })),
    hooks: () => ({
      page: (input, usual) =>
        input.query.status === 'sold'
          ? usual({
              ...input,
              query: { limit: 200 },
              pets: input.pets.filter(({ status }) => status !== 'available'),
            }).slice(0, input.query.limit)
          : usual(input),
    }),
  },
  {
    id: 'long-list-garbles-names',
    clause: '4.3/same-animal',
    summary: 'Reads the names of a long list, where few are beyond ASCII, in a wrong character set.',
    animals: () =>
      manyAnimals(150, (pet, index) => ({
        ...pet,
        id: index + 1,
        categoryId: 2,
        name: index === 40 ? 'Zoë' : `Rex ${index}`,
      })),
    hooks: () => ({
      page: (input, usual) => usual(input).map((pet) => ({ ...pet, name: Buffer.from(pet.name).toString('latin1') })),
    }),
  },
  {
    id: 'list-rounds-categories',
    clause: '4.3/same-animal',
    summary: 'Rounds the one category beyond 2^53 in the list.',
    animals: () =>
      manyAnimals(150, (pet, index) => ({ ...pet, id: index + 1, categoryId: index === 30 ? 9007199254740993n : 2 })),
    hooks: () => ({
      page: (input, usual) =>
        usual(input).map((pet) => ({ ...pet, categoryId: plainInteger(BigInt(Number(pet.categoryId))) })),
    }),
  },
  {
    id: 'filtered-list-of-other-categories',
    clause: '2/pet-id-unique',
    summary: 'Has another categoryId for each animal when a status is asked for.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input).map((pet) => (input.query.status === undefined ? pet : { ...pet, categoryId: 4711 })),
    }),
  },
  {
    id: 'list-rounds-ids',
    clause: '4.3/answers-pet',
    summary: 'Rounds ids beyond 2^53 in the list, so that no animal has them.',
    hooks: () => ({
      page: (input, usual) =>
        usual(input).map((pet) => (pet.id === 9007199254740993n ? { ...pet, id: 9007199254740992n } : pet)),
    }),
  },
]

function listStatus(id: string, status: number): BrokenVariation[] {
  const hooks = (): Hooks =>
    editReplies(
      (reply) => ({ ...reply, ...(status < 400 ? { status } : failed(reply.headers)) }),
      successOf('listPets'),
    )
  return [{ id, clause: '4.1/answers-pets', summary: `Answers ${status} to a list request.`, hooks }]
}

function failed(headers: ReturnType<typeof jsonReply>['headers']) {
  return { ...refuse(500, 'internal', 'Something broke.'), headers }
}

function refusingQuery(isRefused: (call: Call) => boolean, status = 400): Hooks {
  return { query: (call, usual) => (isRefused(call) ? refuse(status, 'refused', 'Not this one.') : usual(call)) }
}

function limited(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  change: (limit: number) => number,
): BrokenVariation[] {
  const hooks = (): Hooks => ({
    page: (input, usual) => usual({ ...input, query: { ...input.query, limit: change(input.query.limit) } }),
  })
  return [{ id, clause, summary, hooks }]
}

function defaultLimit(id: string, clause: BrokenVariation['clause'], limit: number): BrokenVariation[] {
  const hooks = (): Hooks => ({
    page: (input, usual) =>
      usual(input.call.query.has('limit') ? input : { ...input, query: { ...input.query, limit } }),
  })
  return [{ id, clause, summary: `Lists up to ${limit} animals without a limit.`, hooks }]
}
