import { type Operation, operations } from '../../spec/made/operations.ts'
import type { Items } from '../animals/items.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'
import { readItemId, unknownItem } from './item-id.ts'
import { textOfItem } from './list-items.ts'
import { rulesOf } from './resources.ts'

/** The instant from which getPet is removed, of the day of section 9: spec/decisions/0004-silences-that-were-added.md. */
export const removalMilliseconds = Date.parse(`${operations.getPet.removalDate}T00:00:00Z`)

/** Answers an operation that reads an item, such as getPet (section 4.3), which is deprecated and one day removed. */
export async function readItem({ resource, removalDate }: Operation, context: CallContext): Promise<Outcome> {
  const { choices, sandbox, nowMilliseconds } = context
  if (removalDate !== null && nowMilliseconds >= removalMilliseconds) return removedOutcome(choices)
  const id = readItemId(context)
  if (typeof id === 'object') return id
  const items: Items = await sandbox.collections.of(resource)
  const item = await items.get(id)
  if (item === undefined) return unknownItem(choices, rulesOf[resource].unknown)
  return { status: 200, body: textOfItem(resource, item, choices) }
}

/** What getPet answers after its removal (silence `removal`). */
export function removedOutcome(choices: ParsedChoices): Outcome {
  const message = 'getPet was removed on 5 December 2030. Use GET /pets with a status filter instead.'
  return choices.profile.removal === 'gone'
    ? errorOutcome(choices, 410, 'gone', message)
    : errorOutcome(choices, 404, 'not_found', message)
}
