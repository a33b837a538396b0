import type { Pet, PetStatus } from '../../spec/index.ts'
import { errorOutcome } from '../call/error-reply.ts'
import type { ListQuery } from '../operations/list-pets.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { type ReplyEdit, bodiless, edit, editJson, jsonAs, operationOf, statusAs, withOutcome } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 4.1: listPets. */
export const listFaults = [
  {
    id: 'list-answers-201',
    clause: '4.1/answers-pets',
    summary: 'the list is answered with 201',
    overrides: edit('listPets', 200, statusAs(201)),
  },
  {
    id: 'list-answers-206',
    clause: '4.1/answers-pets',
    summary: 'the list is answered with 206, as a part of a file',
    overrides: edit('listPets', 200, statusAs(206)),
  },
  {
    id: 'list-answers-500',
    clause: '4.1/answers-pets',
    summary: 'the list is answered with 500',
    overrides: refuseList(() => true, 500),
  },
  {
    id: 'list-redirects',
    clause: '4.1/answers-pets',
    summary: 'the list redirects to the same path with a slash',
    overrides: edit('listPets', 200, bodiless(301, { Location: '/v1/pets/' })),
  },
  {
    id: 'list-empty-404',
    clause: '4.1/answers-pets',
    summary: 'a list of no animals is answered with 404',
    overrides: edit('listPets', 200, (usual, { rules }) =>
      usual.body === '[]' ? withOutcome(usual, errorOutcome(rules, 404, 'not_found', 'No animals were found.')) : usual,
    ),
  },
  {
    id: 'list-empty-204',
    clause: '4.1/answers-pets',
    summary: 'a list of no animals is answered with 204',
    overrides: edit('listPets', 200, (usual, context) => (usual.body === '[]' ? bodiless(204)(usual, context) : usual)),
  },
  {
    id: 'list-wants-body',
    clause: '4.1/no-request-body',
    summary: 'the list is refused with 411 unless the request has a body',
    overrides: refuseList(({ call }) => (call.body ?? '').length === 0, 411),
  },
  {
    id: 'list-wants-limit',
    clause: '4.1/limit-optional',
    summary: 'a list without a limit is refused with 400',
    overrides: refuseList((context) => !parametersOf(context).has('limit')),
  },
  {
    id: 'list-limit-1-refused',
    clause: '4.1/limit-accepted',
    summary: 'a limit of 1 is refused with 400',
    overrides: refuseList((context) => parametersOf(context).get('limit') === '1'),
  },
  {
    id: 'list-limit-100-refused',
    clause: '4.1/limit-accepted',
    summary: 'a limit of 100 is refused with 400',
    overrides: refuseList((context) => parametersOf(context).get('limit') === '100'),
  },
  {
    id: 'list-limit-50-most',
    clause: '4.1/limit-accepted',
    summary: 'limits above 50 are refused with 400',
    overrides: refuseList((context) => Number(parametersOf(context).get('limit')) > 50),
  },
  {
    id: 'list-limit-100-fails',
    clause: '4.1/limit-accepted',
    summary: 'a limit of 100 is answered with 500',
    overrides: refuseList((context) => parametersOf(context).get('limit') === '100', 500),
  },
  {
    id: 'list-limit-ignored',
    clause: '4.1/limit-most',
    summary: 'the limit is ignored: always 20 animals',
    overrides: asked(() => ({ limit: 20 })),
  },
  {
    id: 'list-limit-ignored-with-status',
    clause: '4.1/limit-most',
    summary: 'the limit is ignored where there is a status',
    overrides: asked(({ status: wanted, limit }) => ({ limit: wanted === undefined ? limit : 20 })),
  },
  {
    id: 'list-limit-one-more',
    clause: '4.1/limit-most',
    summary: 'one animal more than the limit comes back',
    overrides: asked(({ limit }, context) => ({ limit: parametersOf(context).has('limit') ? limit + 1 : limit })),
  },
  {
    id: 'list-limit-10-least',
    clause: '4.1/limit-most',
    summary: 'limits below 10 give up to 10 animals',
    overrides: asked(({ limit }) => ({ limit: Math.max(10, limit) })),
  },
  {
    id: 'list-default-10',
    clause: '4.1/limit-default-as-20',
    summary: 'without a limit 10 animals come back, though a limit of 20 gives more',
    overrides: defaultLimit(10),
  },
  {
    id: 'list-default-50',
    clause: '4.1/limit-default',
    summary: 'without a limit up to 50 animals come back',
    overrides: defaultLimit(50),
  },
  {
    id: 'list-default-100',
    clause: '4.1/limit-default',
    summary: 'without a limit up to 100 animals come back',
    overrides: defaultLimit(100),
  },
  {
    id: 'list-default-unlimited',
    clause: '4.1/limit-default',
    summary: 'without a limit all animals come back',
    overrides: defaultLimit(Number.MAX_SAFE_INTEGER),
  },
  {
    id: 'list-wants-status',
    clause: '4.1/status-optional',
    summary: 'a list without a status is refused with 400',
    overrides: refuseList((context) => !parametersOf(context).has('status')),
  },
  {
    id: 'list-hides-sold',
    clause: '4.1/status-optional',
    summary: 'sold animals are left out unless they are asked for',
    overrides: edit('listPets', 200, (usual, context) =>
      parametersOf(context).has('status') ? usual : without('sold')(usual, context),
    ),
  },
  {
    id: 'list-filter-sold-refused',
    clause: '4.1/status-accepted',
    summary: 'the status sold is refused with 400',
    overrides: refuseList((context) => parametersOf(context).get('status') === 'sold'),
  },
  {
    id: 'list-filter-pending-fails',
    clause: '4.1/status-accepted',
    summary: 'the status pending is answered with 500',
    overrides: refuseList((context) => parametersOf(context).get('status') === 'pending', 500),
  },
  {
    id: 'list-filter-ignored',
    clause: '4.1/status-filter',
    summary: 'the status is ignored',
    overrides: asked(() => ({ status: undefined })),
  },
  {
    id: 'list-filter-pending-ignored',
    clause: '4.1/status-filter',
    summary: 'the status pending is ignored',
    overrides: asked(({ status: wanted }) => ({ status: wanted === 'pending' ? undefined : wanted })),
  },
  {
    id: 'list-filter-swapped',
    clause: '4.1/status-filter',
    summary: 'the status sold gives the pending animals, and pending the sold ones',
    overrides: asked(({ status: wanted }) => ({ status: swapped(wanted) })),
  },
  {
    id: 'list-filter-inverted',
    clause: '4.1/status-filter',
    summary: 'a status gives the animals of all other statuses',
    overrides: {
      ...asked(() => ({ status: undefined })),
      ...edit('listPets', 200, (usual, context) => without(parametersOf(context).get('status'))(usual, context)),
    },
  },
  {
    id: 'list-filter-ignored-with-limit',
    clause: '4.1/status-filter',
    summary: 'the status is ignored where there is a limit',
    overrides: asked(({ status: wanted }, context) => ({
      status: parametersOf(context).has('limit') ? undefined : wanted,
    })),
  },
  {
    id: 'list-filter-finds-none',
    clause: '4.1/status-filter-finds',
    summary: 'the status sold gives no animals, though there are some',
    overrides: edit('listPets', 200, (usual, context) =>
      parametersOf(context).get('status') === 'sold' ? { ...usual, body: '[]' } : usual,
    ),
  },
  {
    id: 'list-duplicate',
    clause: '2/pet-id-unique',
    summary: 'the first animal is in the list twice',
    // In the place of the last one, so that the limit holds.
    overrides: editJson('listPets', 200, (list) => repeatFirst(list as readonly Pet[])),
  },
  {
    id: 'list-renumbers',
    clause: '2/pet-id-unique',
    summary: 'each list numbers its animals from 1, so that an id means another animal under each filter',
    overrides: editJson('listPets', 200, (list) => (list as readonly Pet[]).map((pet, at) => ({ ...pet, id: at + 1 }))),
  },
] as const satisfies readonly Fault[]

/** Asks the list for something else than the client did. */
function asked(
  change: (query: ListQuery & { ok: true }, context: CallContext) => Partial<ListQuery & { ok: true }>,
): Overrides {
  return { query: (usual, context) => (usual.ok ? { ...usual, ...change(usual, context) } : usual) }
}

function defaultLimit(limit: number): Overrides {
  return asked((query, context) => ({ limit: parametersOf(context).has('limit') ? query.limit : limit }))
}

/** Answers some lists with an Error. */
function refuseList(isRefused: (context: CallContext) => boolean, refusal: 400 | 411 | 500 = 400): Overrides {
  return {
    operate: (usual, context) =>
      operationOf(context) === 'listPets' && isRefused(context)
        ? errorOutcome(context.rules, refusal, 'invalid_query', 'This list cannot be had.')
        : usual(),
  }
}

function parametersOf({ route }: CallContext): URLSearchParams {
  return new URLSearchParams(route.query)
}

/** The list without the animals of that status; the whole list if there is none. */
function without(status: string | null): ReplyEdit {
  return jsonAs((list) => (list as readonly Pet[]).filter((pet) => pet.status !== status))
}

function swapped(status: PetStatus | undefined): PetStatus | undefined {
  if (status === 'sold') return 'pending'
  return status === 'pending' ? 'sold' : status
}

function repeatFirst(list: readonly Pet[]): readonly Pet[] {
  const [first] = list
  return first === undefined || list.length < 2 ? list : [...list.slice(0, -1), first]
}
