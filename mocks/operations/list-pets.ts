import { type Pet, itemText, petStatuses, shapes } from '../../spec/index.ts'
import type { PageQuery } from '../animals/items.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'

const defaultLimit = 20

/** Answers listPets (section 4.1): at most `limit` animals, of one status if asked. */
export async function listPets(context: CallContext, overrides: readonly Overrides[]): Promise<Outcome> {
  const { choices, sandbox, route } = context
  let query = choices.queries.get(route.query) ?? (await listQuery(route.query, choices))
  for (const { query: override } of overrides) if (override) query = override(query, context)
  if (!query.ok) {
    const { about, choice } = query
    if (choice === 'empty') return { status: 200, body: '[]' }
    const message = `The query cannot be used: ${query.problems.join('; ')}.`
    return errorOutcome(choices, refusalStatus(choice) ?? 400, `invalid_query/${about}`, message)
  }
  const page: PageQuery<Pet> = {
    limit: Math.min(query.limit, choices.pageCap),
    status: query.status,
    order: choices.profile['list-order'],
    after: query.after,
  }
  const { items, next } = await (await sandbox.animals).page(page)
  const body = pageText(items, choices)
  if (next === undefined || choices.profile.paging === 'none') return { status: 200, body }
  return { status: 200, body, headers: { Link: nextLink(query, next) } }
}

/** Clients send the same few queries, so parsed ones are kept: so many, and each at most so long. */
const mostQueries = 100

async function listQuery(text: string, choices: ParsedChoices): Promise<ListQuery> {
  const { queries } = choices
  // Few tabs send a query that is invalid, so the code that says why is loaded with the first one.
  const query = plainQuery(text) ?? (await import('./read-query.ts')).readQuery(text, choices)
  if (queries.size < mostQueries && text.length < mostQueries) queries.set(text, query)
  return query
}

/** A query as the interface describes it; `undefined` for any other. */
function plainQuery(text: string): ListQuery | undefined {
  const given = [...new URLSearchParams(text)]
  const { limit = String(defaultLimit), status, ...others } = Object.fromEntries(given)
  const known = petStatuses.find((each) => each === status)
  const isRepeated = new Set(given.map(([name]) => name)).size < given.length
  if (isRepeated || Object.keys(others).length > 0 || known !== status || !/^(?:[1-9][0-9]?|100)$/.test(limit))
    return undefined
  return { ok: true, limit: Number(limit), status: known }
}

/** The address of the next page, relative to the one that was asked for. */
function nextLink(query: ListQuery & { ok: true }, next: number): string {
  const parameters = new URLSearchParams({ limit: String(query.limit) })
  if (query.status !== undefined) parameters.set('status', query.status)
  parameters.set('cursor', `p${next.toString(36)}`)
  return `<?${parameters.toString()}>; rel="next"`
}

// A page never changes, and most calls show one that was shown before.
const longestKeptText = 65_536
const pageTexts = new WeakMap<readonly Pet[], string>()

/** A page as JSON text. The array must not change afterwards. */
function pageText(pets: readonly Pet[], choices: ParsedChoices): string {
  let text = choices.furtherMembers === '' ? pageTexts.get(pets) : undefined
  if (text === undefined) {
    text = `[${pets.map((pet) => petText(pet, choices)).join(',')}]`
    if (choices.furtherMembers !== '') return text
    if (text.length <= longestKeptText) pageTexts.set(pets, text)
  }
  return text
}

/** An animal as JSON text: its members, then further ones. */
export function petText(pet: Pet, { furtherMembers }: ParsedChoices): string {
  return itemText(shapes.Pet, pet, furtherMembers.replaceAll('{id}', String(pet.id)))
}
