import { errorOutcome } from '../call/error-reply.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import { bodiless, edit, editList, isBodiless, refuse, statusAs, withOutcome } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of section 4.1: listPets. */
export const listFaults: FaultTable = {
  'list-answers-201': ['4.1/answers-pets', 'the list is answered with 201', edit('listPets', 200, statusAs(201))],
  'list-redirects': [
    '4.1/answers-pets',
    'the list redirects to the same path with a slash',
    edit('listPets', 200, bodiless(301, { Location: '/v1/pets/' })),
  ],
  'list-empty-404': [
    '4.1/answers-pets',
    'an empty list is answered with 404',
    edit('listPets', 200, (usual, { rules }) =>
      usual.body === '[]' ? withOutcome(usual, errorOutcome(rules, 404, 'not_found', 'No animals were found.')) : usual,
    ),
  ],
  'list-wants-body': [
    '4.1/no-request-body',
    'the list is refused with 411 unless the request has a body',
    refuse('listPets', 411, 'malformed_request', isBodiless),
  ],
  'list-wants-limit': [
    '4.1/limit-optional',
    'a list without a limit is refused with 400',
    refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'limit') === null),
  ],
  'list-limit-50-most': [
    '4.1/limit-accepted',
    'limits above 50 are refused with 400',
    refuse('listPets', 400, 'invalid_query', (context) => Number(parameter(context, 'limit')) > 50),
  ],
  'list-limit-ignored': ['4.1/limit-most', 'the limit is ignored: always 20 animals', asked(() => ({ limit: 20 }))],
  'list-default-unlimited': [
    '4.1/limit-default',
    'without a limit all animals come back',
    defaultLimit(Number.MAX_SAFE_INTEGER),
  ],
  'list-default-10': [
    '4.1/limit-default-as-20',
    'without a limit 10 animals come back, though a limit of 20 gives more',
    defaultLimit(10),
  ],
  'list-hides-sold': [
    '4.1/status-optional',
    'sold animals are left out unless they are asked for',
    editList((list, context) =>
      parameter(context, 'status') === null ? list.filter(({ status }) => status !== 'sold') : list,
    ),
  ],
  'list-filter-sold-refused': [
    '4.1/status-accepted',
    'the status sold is refused with 400',
    refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'status') === 'sold'),
  ],
  'list-filter-ignored': ['4.1/status-filter', 'the status is ignored', asked(() => ({ status: undefined }))],
  'list-filter-finds-none': [
    '4.1/status-filter-finds',
    'the status sold gives no animals, though there are some',
    editList((list, context) => (parameter(context, 'status') === 'sold' ? [] : list)),
  ],
}

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
