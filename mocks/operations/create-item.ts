import { type JsonReading, type Operation, isToCome, itemOf } from '../../spec/index.ts'
import type { Item, Items, NewItem } from '../animals/items.ts'
import { isLabelledJson, readBody } from '../call/body.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext, NewItemReading, Overrides } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'
import { textOfItem } from './list-items.ts'
import type { ResourceRules } from './resource-rules.ts'
import { rulesOf } from './resources.ts'

/** Answers an operation that adds an item, such as createPet (section 4.2). */
export async function createItem(
  { resource }: Operation,
  context: CallContext,
  overrides: readonly Overrides[],
): Promise<Outcome> {
  const { choices, sandbox } = context
  const rules: ResourceRules = rulesOf[resource]
  const body = readBody(context.call)
  // Few tabs send a body that is refused, so the code that says why is loaded with the first one.
  let reading =
    plainReading(body, rules, context) ?? (await (await import('./read-new-item.ts')).readNewItem(body, rules, context))
  const value = body?.ok === true ? body.value : undefined
  for (const { accept } of overrides) if (accept) reading = accept(reading, value, context)
  if (!reading.ok) return errorOutcome(choices, reading.status, reading.code, reading.message)
  const opened = sandbox.collections.of(resource)
  const items: Items = isToCome(opened) ? await opened : opened
  const kind = choices.profile['new-ids']
  const added =
    kind === 'rising'
      ? items.add(reading.item)
      : (await import('./unusual-id.ts')).addUnderUnusualId(items, reading.item, kind)
  const item = isToCome(added) ? await added : added
  return { status: 201, body: textOfItem(resource, item, choices) }
}

/** A body that nothing can be wrong with; `undefined` for any other, and where a choice has more to check. */
function plainReading(
  body: JsonReading | undefined,
  rules: ResourceRules,
  { call, choices }: CallContext,
): NewItemReading | undefined {
  if (body?.ok !== true || choices.hasChecks || !isLabelledJson(call) || !rules.isNew(body.value)) return undefined
  return { ok: true, item: itemAsAdded(body.value, rules, choices) }
}

/** What is added for a valid body: its members that the interface has, and what a choice adds to them. */
export function itemAsAdded(body: NewItem<Item>, rules: ResourceRules, choices: ParsedChoices): NewItem<Item> {
  const item = itemOf(rules.newShape, body)
  return rules.complete?.(item, choices) ?? item
}
