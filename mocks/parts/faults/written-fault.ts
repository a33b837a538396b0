import type { ClauseId } from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import { type ReplyEdit, type Where, edit } from './edit-reply.ts'

/**
 * A fault that is written by hand, under its id. The first word of the id says what it touches: the replies of one operation
 * (by its word in the description), the ids of new animals, all errors, calls without a valid key, the quota of a plan, the
 * headers of the rate limit, or calls beyond it. All other replies stay as they are. Which faults there are:
 * spec/decisions/0064-which-faults.md.
 */
export interface WrittenFault {
  readonly clause: ClauseId
  /** What a client sees, in one line. */
  readonly summary: string
  readonly overrides: Overrides
}

/** A fault by its overrides, or by an edit of some replies: `breaks('1/response-is-json', 'a 201 has no body').on(…)`. */
export function breaks(clause: ClauseId, summary: string) {
  const by = (overrides: Overrides): WrittenFault => ({ clause, summary, overrides })
  return { by, on: (where: Where, change: ReplyEdit) => by(edit(where, change)) }
}
