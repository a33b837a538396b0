import { type Pet, type PetStatus, petStatuses } from '../../spec/index.ts'
import type { PageQuery } from '../animals/animals.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import { type Rules, refusalStatus } from '../call/rules.ts'

const defaultLimit = 20
const maxLimit = 100

/** Answers listPets (section 4.1): at most `limit` animals, of one status if asked. */
export async function listPets(context: CallContext, overrides: readonly Overrides[]): Promise<Outcome> {
  const { rules, sandbox, route } = context
  let query = listQuery(route.query, rules)
  for (const { query: override } of overrides) if (override) query = override(query, context)
  if (!query.ok) {
    const choice = choiceFor(query.about, rules)
    if (choice === 'empty') return { status: 200, body: '[]' }
    const message = `The query cannot be used: ${query.problems.join('; ')}.`
    return errorOutcome(rules, refusalStatus(choice) ?? 400, `invalid_query/${query.about}`, message)
  }
  const page: PageQuery = {
    limit: Math.min(query.limit, rules.pageCap),
    status: query.status,
    order: rules.profile['list-order'],
    after: query.after,
  }
  const { pets, next } = await (await sandbox.animals).page(page)
  const body = pageText(pets, rules)
  if (next === undefined || rules.profile.paging === 'none') return { status: 200, body }
  return { status: 200, body, headers: { Link: nextLink(query, next) } }
}

/** The choice for a parameter that cannot be used. */
function choiceFor(about: 'limit' | 'status' | 'parameter', { profile }: Rules): string {
  const { 'invalid-query': query, 'invalid-status': status, 'unknown-query': unknown } = profile
  if (about === 'parameter') return unknown
  return about === 'status' && status !== 'invalid-query' ? status : query
}

/** Clients send the same few queries, so parsed ones are kept: so many, and each at most so long. */
const mostQueries = 100

function listQuery(text: string, rules: Rules): ListQuery {
  const { queries } = rules
  const query = queries.get(text) ?? readListQuery(text, rules)
  if (queries.size < mostQueries && text.length < mostQueries) queries.set(text, query)
  return query
}

/** Reads the query of listPets under the silences `invalid-query`, `invalid-status` and `unknown-query`. */
function readListQuery(query: string, rules: Rules): ListQuery {
  const given = new URLSearchParams(query)
  const known = rules.profile.paging === 'link' ? ['limit', 'status', 'cursor'] : ['limit', 'status']
  const problems = { limit: [] as string[], status: [] as string[], parameter: [] as string[] }
  for (const name of new Set(given.keys()))
    if (!known.includes(name)) problems.parameter.push(`there is no parameter "${name}"`)
  const limit = readLimit(given.getAll('limit'), rules, problems.limit)
  const status = readStatus(given.getAll('status'), problems.status)
  const after = known.includes('cursor') ? readCursor(given.getAll('cursor'), problems.limit) : undefined
  const refused = (['parameter', 'limit', 'status'] as const).filter(
    (about) => problems[about].length > 0 && /^(?:reject|empty)/.test(choiceFor(about, rules)),
  )
  const [about] = refused
  if (about === undefined) return { ok: true, limit, status, after }
  return { ok: false, about, problems: refused.flatMap((each) => problems[each]) }
}

function readLimit(values: readonly string[], rules: Rules, problems: string[]): number {
  if (values.length === 0) return defaultLimit
  const [text = ''] = values
  if (values.length === 1 && /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= maxLimit) return Number(text)
  problems.push('limit must be one integer from 1 to 100')
  const isNumber = values.length === 1 && /^-?[0-9]+$/.test(text)
  if (rules.profile['invalid-query'] !== 'clamp' || !isNumber) return defaultLimit
  return Math.min(Math.max(Number(text), 1), maxLimit)
}

function readStatus(values: readonly string[], problems: string[]): PetStatus | undefined {
  if (values.length === 0) return undefined
  const status = petStatuses.find((candidate) => candidate === values[0])
  if (values.length === 1 && status !== undefined) return status
  problems.push(`status must be one of ${petStatuses.join(', ')}`)
  return undefined
}

function readCursor(values: readonly string[], problems: string[]): number | undefined {
  if (values.length === 0) return undefined
  if (values.length === 1 && /^p[0-9a-z]{1,8}$/.test(values[0] ?? ''))
    return Number.parseInt((values[0] ?? '').slice(1), 36)
  problems.push('cursor must be taken from a Link header')
  return undefined
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
function pageText(pets: readonly Pet[], rules: Rules): string {
  let text = rules.furtherMembers === '' ? pageTexts.get(pets) : undefined
  if (text === undefined) {
    text = `[${pets.map((pet) => petText(pet, rules)).join(',')}]`
    if (rules.furtherMembers !== '') return text
    if (text.length <= longestKeptText) pageTexts.set(pets, text)
  }
  return text
}

/** An animal as JSON text: the members in the order of the interface, then further ones. */
export function petText({ id, name, categoryId, status }: Pet, { furtherMembers }: Rules): string {
  const more = furtherMembers === '' ? '}' : `,${furtherMembers.replaceAll('{id}', String(id))}}`
  // Written by hand: a template prints every digit of a bigint, and takes a third of the time of a JSON writer.
  const end = status === undefined ? more : `,"status":"${status}"${more}`
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`
}
