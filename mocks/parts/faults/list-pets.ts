import { errorOutcome } from '../../call/outcome.ts'
import type { CallContext, ListQuery, Overrides } from '../../call/overrides.ts'
import { editList, operationOf, refuse } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of section 4.1: listPets. */
export const listFaults = {
  'list-redirects': breaks('4.1/answers-pets', 'the list redirects to the same path with a slash').by({
    operate: (usual, context) =>
      operationOf(context) === 'listPets' ? { status: 301, body: '', headers: { Location: '/v1/pets/' } } : usual(),
  }),
  'list-empty-404': breaks('4.1/answers-pets', 'an empty list is answered with 404').on(
    'listPets 200',
    (usual, { choices }) => {
      const { status, body } = errorOutcome(choices, 404, 'not_found', 'No animals were found.')
      return usual.body === '[]' ? { ...usual, status, body } : usual
    },
  ),
  'list-wants-limit': breaks('4.1/limit-optional', 'a list without a limit is refused with 400').by(
    refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'limit') === null),
  ),
  'list-limit-50-most': breaks('4.1/limit-accepted', 'limits above 50 are refused with 400').by(
    refuse('listPets', 400, 'invalid_query', (context) => Number(parameter(context, 'limit')) > 50),
  ),
  'list-limit-ignored': breaks('4.1/limit-most', 'the limit is ignored: always 20 animals').by(
    asked(() => ({ limit: 20 })),
  ),
  'list-default-unlimited': breaks('4.1/limit-default', 'without a limit all animals come back').by(
    defaultLimit(Number.MAX_SAFE_INTEGER),
  ),
  'list-default-10': breaks(
    '4.1/limit-default-as-20',
    'without a limit 10 animals come back, though a limit of 20 gives more',
  ).by(defaultLimit(10)),
  'list-hides-sold': breaks('4.1/status-optional', 'sold animals are left out unless they are asked for').by(
    editList((list, context) =>
      parameter(context, 'status') === null ? list.filter(({ status }) => status !== 'sold') : list,
    ),
  ),
  'list-filter-sold-refused': breaks('4.1/status-accepted', 'the status sold is refused with 400').by(
    refuse('listPets', 400, 'invalid_query', asksForSold),
  ),
  'list-filter-ignored': breaks('4.1/status-filter', 'the status is ignored').by(asked(() => ({ status: undefined }))),
  'list-filter-finds-none': breaks(
    '4.1/status-filter-finds',
    'the status sold gives no animals, though there are some',
  ).by(editList((list, context) => (asksForSold(context) ? [] : list))),
} satisfies Readonly<Record<string, WrittenFault>>

type GoodQuery = ListQuery & { ok: true }

/** Changes what the client asked for. */
function asked(change: (query: GoodQuery, context: CallContext) => Partial<GoodQuery>): Overrides {
  return {
    query(usual, context) {
      const query = usual()
      return query.ok && operationOf(context) === 'listPets' ? { ...query, ...change(query, context) } : query
    },
  }
}

function defaultLimit(limit: number): Overrides {
  return asked((query, context) => ({ limit: parameter(context, 'limit') === null ? limit : query.limit }))
}

function asksForSold(context: CallContext): boolean {
  return parameter(context, 'status') === 'sold'
}

function parameter({ route }: CallContext, name: 'limit' | 'status'): string | null {
  return new URLSearchParams(route.query).get(name)
}
