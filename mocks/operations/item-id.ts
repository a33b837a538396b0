import { parseInt64 } from '../../spec/int64.ts'
import { operations } from '../../spec/made/operations.ts'
import type { Int64 } from '../../spec/made/types.ts'
import type { DetailedCode } from '../call/error-codes.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import { idTextOf } from '../call/route.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'

/** The id in a call's path, such as petId, or the refusal of one that is no int64 (silences `malformed-id` and `large-id`). */
export function readItemId({ route, choices }: CallContext): Int64 | Outcome {
  const text = idTextOf(route) ?? ''
  const id = parseInt64(text)
  if (id !== undefined) return id
  const { 'malformed-id': malformed, 'large-id': large } = choices.profile
  const status = refusalStatus(large !== 'malformed-id' && /^-?[0-9]+$/.test(text) ? large : malformed) ?? 404
  if (status === 404) return unknownItem(choices, 'not_found/id')
  const name = route.kind === 'operation' ? operations[route.operation].idParameter : null
  const message = `${name} must be an int64: decimal digits, with a minus sign if negative.`
  return errorOutcome(choices, status, 'invalid_id', message)
}

/** What an operation answers if nothing has this id. */
export function unknownItem(choices: ParsedChoices, code: DetailedCode = 'not_found/animal'): Outcome {
  return errorOutcome(choices, 404, code, 'The requested resource could not be found.')
}
