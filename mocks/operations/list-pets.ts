import { type Pet, type PetStatus, petStatuses } from '../../spec/index.ts'
import type { PageQuery } from '../world/animals.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import type { CallContext, ListQuery, Overrides } from '../call/overrides.ts'
import type { Rules } from '../call/rules.ts'

const defaultLimit = 20
const maxLimit = 100

/** Answers listPets (section 4.1): at most `limit` animals, of one status if asked. */
export async function listPets(context: CallContext, overrides: readonly Overrides[]): Promise<Outcome> {
  const { rules, sandbox, route } = context
  let query = readListQuery(route.query, rules)
  for (const { query: override } of overrides) if (override) query = override(query, context)
  if (!query.ok) {
    const status = rules.profile['invalid-query'] === 'reject-422' ? 422 : 400
    return errorOutcome(rules, status, 'invalid_query', `The query cannot be used: ${query.problems.join('; ')}.`)
  }
  const page: PageQuery = {
    limit: Math.min(query.limit, rules.pageCap),
    status: query.status,
    order: rules.profile['list-order'],
    after: query.after,
  }
  const { pets, next } = await (await sandbox.animals).page(page)
  const body = pageText(pets)
  if (next === undefined || rules.profile.paging === 'none') return { status: 200, body }
  return { status: 200, body, headers: { Link: nextLink(query, next) } }
}

/** Reads the query of listPets under the silences `invalid-query` and `unknown-query`. */
function readListQuery(query: string, rules: Rules): ListQuery {
  if (query === '') return { ok: true, limit: defaultLimit }
  const given = new URLSearchParams(query)
  const known = rules.profile.paging === 'link' ? ['limit', 'status', 'cursor'] : ['limit', 'status']
  const problems: string[] = []
  if (rules.profile['unknown-query'] === 'reject') {
    for (const name of new Set(given.keys()))
      if (!known.includes(name)) problems.push(`there is no parameter "${name}"`)
  }
  const invalid: string[] = []
  const limit = readLimit(given.getAll('limit'), rules, invalid)
  const status = readStatus(given.getAll('status'), invalid)
  const after = known.includes('cursor') ? readCursor(given.getAll('cursor'), invalid) : undefined
  if (rules.profile['invalid-query'].startsWith('reject')) problems.push(...invalid)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, limit, status, after }
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

// Animals and pages never change once they are made, and most calls show some that were shown before.
const longestKeptText = 65_536
/** What is kept of one animal must not take far more room than the animal itself. */
const longestKeptPet = 1024
const petTexts = new WeakMap<Pet, string>()
const pageTexts = new WeakMap<readonly Pet[], string>()

/** A page as JSON text. The array must not change afterwards. */
function pageText(pets: readonly Pet[]): string {
  let text = pageTexts.get(pets)
  if (text === undefined) {
    text = `[${pets.map(petText).join(',')}]`
    if (text.length <= longestKeptText) pageTexts.set(pets, text)
  }
  return text
}

/** An animal as JSON text, which is kept for the next call that shows it. */
export function petText(pet: Pet): string {
  let text = petTexts.get(pet)
  if (text === undefined) {
    text = writePet(pet)
    if (text.length <= longestKeptPet) petTexts.set(pet, text)
  }
  return text
}

/** An animal as JSON text, members in the order of the interface. */
export function writePet({ id, name, categoryId, status }: Pet): string {
  // Written by hand: a template prints every digit of a bigint, and takes a third of the time of a JSON writer.
  const end = status === undefined ? '}' : `,"status":"${status}"}`
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`
}
