import { operations } from '../../spec/index.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { petText } from './list-pets.ts'
import type { CallContext } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'
import { readItemId, unknownItem } from './item-id.ts'

/** The instant from which getPet is removed, of the day of section 9: spec/decisions/0005-removal-begins-with-the-day.md. */
export const removalMilliseconds = Date.parse(`${operations.getPet.removalDate}T00:00:00Z`)

/** Answers getPet (section 4.3), which is deprecated and one day removed. */
export async function getPet(context: CallContext): Promise<Outcome> {
  const { choices, sandbox, nowMilliseconds } = context
  if (nowMilliseconds >= removalMilliseconds) return removedOutcome(choices)
  const petId = readItemId(context)
  if (typeof petId === 'object') return petId
  const pet = await (await sandbox.animals).get(petId)
  return pet === undefined ? unknownItem(choices) : { status: 200, body: petText(pet, choices) }
}

/** What getPet answers after its removal (silence `removal`). */
export function removedOutcome(choices: ParsedChoices): Outcome {
  const message = 'getPet was removed on 5 December 2030. Use GET /pets with a status filter instead.'
  return choices.profile.removal === 'gone'
    ? errorOutcome(choices, 410, 'gone', message)
    : errorOutcome(choices, 404, 'not_found', message)
}
