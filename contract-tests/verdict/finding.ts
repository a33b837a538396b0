import type { ClauseId } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'

/** A departure from the interface, as one exchange shows it. */
export interface Finding {
  /** The clause that says most plainly what is broken. */
  readonly clause: ClauseId
  /** Further clauses that are broken by the same. */
  readonly also: readonly ClauseId[]
  readonly expected: string
  readonly received: string
  /** The exchange that shows it. */
  readonly seen: Seen
  /** How a careful reader could defend it, which makes it a warning. */
  readonly reading?: string | undefined
  /** How often it was seen, where it is kept once. */
  readonly times?: number
}

export type Problem = Omit<Finding, 'seen' | 'reading' | 'times'>

export function problem(clause: ClauseId, expected: string, received: string, also: readonly ClauseId[] = []): Problem {
  return { clause, expected, received, also }
}
