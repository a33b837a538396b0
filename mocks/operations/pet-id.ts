import { type Int64, parseInt64 } from '../../spec/index.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import type { CallContext } from '../call/overrides.ts'
import type { Rules } from '../call/rules.ts'

/** The petId of a call's path, or the refusal of one that is no int64 (silence `malformed-id`). */
export function readPetId({ route, rules }: CallContext): Int64 | Outcome {
  const petId = route.kind === 'operation' ? parseInt64(route.petId) : undefined
  if (petId !== undefined) return petId
  return rules.profile['malformed-id'] === 'reject'
    ? errorOutcome(rules, 400, 'invalid_id', 'petId must be an int64: decimal digits, with a minus sign if negative.')
    : unknownAnimal(rules)
}

/** What an operation answers where there is no animal with this petId. */
export function unknownAnimal(rules: Rules): Outcome {
  return errorOutcome(rules, 404, 'not_found', 'The requested resource could not be found.')
}
