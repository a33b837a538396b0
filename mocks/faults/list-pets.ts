import { errorOutcome } from '../call/error-reply.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import { bodiless, edit, editList, isBodiless, refuse, statusAs, withOutcome } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 4.1: listPets. */
export const listFaults: readonly Fault[] = [
  {
    id: 'list-answers-201',
    clause: '4.1/answers-pets',
    summary: 'the list is answered with 201',
    overrides: edit('listPets', 200, statusAs(201)),
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
    summary: 'an empty list is answered with 404',
    overrides: edit('listPets', 200, (usual, { rules }) =>
      usual.body === '[]' ? withOutcome(usual, errorOutcome(rules, 404, 'not_found', 'No animals were found.')) : usual,
    ),
  },
  {
    id: 'list-wants-body',
    clause: '4.1/no-request-body',
    summary: 'the list is refused with 411 unless the request has a body',
    overrides: refuse('listPets', 411, 'malformed_request', isBodiless),
  },
  {
    id: 'list-wants-limit',
    clause: '4.1/limit-optional',
    summary: 'a list without a limit is refused with 400',
    overrides: refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'limit') === null),
  },
  {
    id: 'list-limit-50-most',
    clause: '4.1/limit-accepted',
    summary: 'limits above 50 are refused with 400',
    overrides: refuse('listPets', 400, 'invalid_query', (context) => Number(parameter(context, 'limit')) > 50),
  },
  {
    id: 'list-limit-ignored',
    clause: '4.1/limit-most',
    summary: 'the limit is ignored: always 20 animals',
    overrides: asked(() => ({ limit: 20 })),
  },
  {
    id: 'list-default-unlimited',
    clause: '4.1/limit-default',
    summary: 'without a limit all animals come back',
    overrides: defaultLimit(Number.MAX_SAFE_INTEGER),
  },
  {
    id: 'list-default-10',
    clause: '4.1/limit-default-as-20',
    summary: 'without a limit 10 animals come back, though a limit of 20 gives more',
    overrides: defaultLimit(10),
  },
  {
    id: 'list-hides-sold',
    clause: '4.1/status-optional',
    summary: 'sold animals are left out unless they are asked for',
    overrides: editList((list, context) =>
      parameter(context, 'status') === null ? list.filter(({ status }) => status !== 'sold') : list,
    ),
  },
  {
    id: 'list-filter-sold-refused',
    clause: '4.1/status-accepted',
    summary: 'the status sold is refused with 400',
    overrides: refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'status') === 'sold'),
  },
  {
    id: 'list-filter-ignored',
    clause: '4.1/status-filter',
    summary: 'the status is ignored',
    overrides: asked(() => ({ status: undefined })),
  },
  {
    id: 'list-filter-finds-none',
    clause: '4.1/status-filter-finds',
    summary: 'the status sold gives no animals, though there are some',
    overrides: editList((list, context) => (parameter(context, 'status') === 'sold' ? [] : list)),
  },
]

/** Asks for another list than the client did. */
function asked(
  change: (query: ListQuery & { ok: true }, context: CallContext) => Partial<ListQuery & { ok: true }>,
): Overrides {
  return { query: (usual, context) => (usual.ok ? { ...usual, ...change(usual, context) } : usual) }
}

function defaultLimit(limit: number): Overrides {
  return asked((query, context) => ({ limit: parameter(context, 'limit') === null ? limit : query.limit }))
}

function parameter({ route }: CallContext, name: 'limit' | 'status'): string | null {
  return new URLSearchParams(route.query).get(name)
}
