import { itemText } from '../../spec/items.ts'
import type { Operation, Resource } from '../../spec/made/operations.ts'
import { shapes } from '../../spec/made/shapes.ts'
import type { Item, Items } from '../animals/items.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { type CallContext, type ListQuery, decide } from '../call/overrides.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'
import { readQuery } from './read-query.ts'

/** Answers an operation that lists items, such as listPets (section 4.1): at most `limit`, of one status if asked. */
export async function listItems(operation: Operation, context: CallContext): Promise<Outcome> {
  const { choices, sandbox, route } = context
  const { resource } = operation
  const query = decide('query', context, () => readQuery(route.query, operation, choices))
  if (!query.ok) {
    const { about, choice } = query
    if (choice === 'empty') return { status: 200, body: '[]' }
    const message = `The query cannot be used: ${query.problems.join('; ')}.`
    return errorOutcome(choices, refusalStatus(choice) ?? 400, `invalid_query/${about}`, message)
  }
  const all: Items = await sandbox.collections.of(resource)
  const { items, next } = await all.page({
    limit: Math.min(query.limit, choices.pageCap),
    status: query.status,
    order: choices.profile['list-order'],
    after: query.after,
  })
  const body = pageText(resource, items, choices)
  if (next === undefined || choices.profile.paging === 'none') return { status: 200, body }
  return { status: 200, body, headers: { Link: nextLink(query, next) } }
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
const pageTexts = new WeakMap<readonly Item[], string>()

/** A page as JSON text. The array must not change afterwards. */
function pageText(resource: Resource, items: readonly Item[], choices: ParsedChoices): string {
  let text = choices.furtherMembers === '' ? pageTexts.get(items) : undefined
  if (text === undefined) {
    text = `[${items.map((item) => textOfItem(resource, item, choices)).join(',')}]`
    if (choices.furtherMembers !== '') return text
    if (text.length <= longestKeptText) pageTexts.set(items, text)
  }
  return text
}

/** An item as JSON text: its members, then further ones. */
export function textOfItem(resource: Resource, item: Item, { furtherMembers }: ParsedChoices): string {
  const further = furtherMembers === '' ? '' : furtherMembers.replaceAll('{id}', String(item.id))
  return itemText(shapes[resource], item, further)
}
