import { errorOutcome } from '../call/outcome.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import { bodiless, edit, editList, operationOf, refuse, withOutcome } from './edit-reply.ts'
import type { WrittenId } from './catalogue.ts'

/** Faults of section 4.1: listPets. */
export const listFaults = {
  'list-redirects': edit('listPets 200', bodiless(301, { Location: '/v1/pets/' })),
  'list-empty-404': edit('listPets 200', (usual, { choices }) =>
    usual.body === '[]' ? withOutcome(usual, errorOutcome(choices, 404, 'not_found', 'No animals were found.')) : usual,
  ),
  'list-wants-limit': refuse('listPets', 400, 'invalid_query', (context) => parameter(context, 'limit') === null),
  'list-limit-50-most': refuse('listPets', 400, 'invalid_query', (context) => Number(parameter(context, 'limit')) > 50),
  'list-limit-ignored': asked(() => ({ limit: 20 })),
  'list-default-unlimited': defaultLimit(Number.MAX_SAFE_INTEGER),
  'list-default-10': defaultLimit(10),
  'list-hides-sold': editList((list, context) =>
    parameter(context, 'status') === null ? list.filter(({ status }) => status !== 'sold') : list,
  ),
  'list-filter-sold-refused': refuse('listPets', 400, 'invalid_query', asksForSold),
  'list-filter-ignored': asked(() => ({ status: undefined })),
  'list-filter-finds-none': editList((list, context) => (asksForSold(context) ? [] : list)),
} satisfies Partial<Record<WrittenId, Overrides>>

type GoodQuery = ListQuery & { ok: true }

/** Changes what the client asked for. */
function asked(change: (query: GoodQuery, context: CallContext) => Partial<GoodQuery>): Overrides {
  return {
    query: (usual, context) =>
      usual.ok && operationOf(context) === 'listPets' ? { ...usual, ...change(usual, context) } : usual,
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
