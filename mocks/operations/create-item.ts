import type { Operation, Resource } from '../../spec/made/operations.ts'
import type { Items } from '../animals/items.ts'
import { inTurn } from '../animals/queue.ts'
import { readBody } from '../call/body.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { type CallContext, decide } from '../call/overrides.ts'
import { textOfItem } from './list-items.ts'
import { readNewItem } from './read-new-item.ts'
import type { ResourceRules } from './resource-rules.ts'
import { rulesOf } from './resources.ts'
import { addUnderUnusualId } from './unusual-id.ts'

/** Answers an operation that adds an item, such as createPet (section 4.2). */
export function createItem({ resource }: Operation, context: CallContext): Promise<Outcome> {
  const add = () => addItem(resource, context)
  // Two at the same time that look at all other items would not see each other.
  return context.choices.profile['duplicate-names'] === 'accept' ? add() : inTurn(context.sandbox, add)
}

async function addItem(resource: Resource, context: CallContext): Promise<Outcome> {
  const { choices, sandbox } = context
  const rules: ResourceRules = rulesOf[resource]
  const reading = await decide('accept', context, () => readNewItem(readBody(context.call), rules, context))
  if (!reading.ok) return errorOutcome(choices, reading.status, reading.code, reading.message)
  const items: Items = await sandbox.collections.of(resource)
  const kind = choices.profile['new-ids']
  const item = await (kind === 'rising' ? items.add(reading.item) : addUnderUnusualId(items, reading.item, kind))
  return { status: 201, body: textOfItem(resource, item, choices) }
}
