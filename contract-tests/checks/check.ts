import type { ClauseId, PlanName } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Problem } from '../verdict/verdict.ts'

/** What checks may know beside the exchange. */
export interface Terms {
  readonly plan: PlanName | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
  readonly todayMilliseconds: number
}

/** A pure function of one exchange. */
export interface Check {
  readonly id: string
  /** What it looks at, in one line. */
  readonly title: string
  readonly clauses: readonly ClauseId[]
  /** A finding that could be due to the moment counts only when a second look shows it again. */
  readonly isMomentary?: true
  appliesTo(seen: Seen, terms: Terms): boolean
  /** The clauses that this exchange tests, so that they held when nothing is found. Default: all. */
  tests?(seen: Seen, terms: Terms): readonly ClauseId[]
  run(seen: Seen, terms: Terms): readonly Problem[]
}

/** What a check finds in an answer, and which clauses the answer shows to hold. */
export function lookAt(check: Check, seen: Seen, terms: Terms) {
  const problems = check.run(seen, terms)
  const departed = problems.flatMap(({ clause, also }) => [clause, ...also])
  const tested = check.tests?.(seen, terms) ?? check.clauses
  return { problems, held: tested.filter((clause) => !departed.includes(clause)) }
}
