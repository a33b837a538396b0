import type { ClauseId, PlanName } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Departure } from '../verdict/verdict.ts'

/** What a check may know besides the exchange. */
export interface Terms {
  readonly plan: PlanName | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
  readonly todayMilliseconds: number
}

/** Whether a finding counts at once in an answer with a good status, and why. Else a later answer must show it again. */
export interface Settled {
  readonly atOnce: (seen: Seen) => boolean
  readonly because: string
}

export function settledAtOnce(because: string): Settled {
  return { atOnce: () => true, because }
}

/** A pure function of one exchange. */
export interface Check {
  readonly id: string
  /** What it looks at, in one line. */
  readonly title: string
  readonly clauses: readonly ClauseId[]
  /** What of an answer it reads. A recording may lack the headers or the body: then the check is left out. */
  readonly needs: 'status' | 'headers' | 'body'
  /** Whether one answer settles what is found in it. What a restart explains (a 5xx, a cut body) never counts at once. */
  readonly settled: Settled
  appliesTo(seen: Seen, terms: Terms): boolean
  /** The clauses that this exchange tests, so that they held when nothing is found. Default: all. */
  tests?(seen: Seen, terms: Terms): readonly ClauseId[]
  run(seen: Seen, terms: Terms): readonly Departure[]
}

/** What a check finds in an answer, and which clauses that answer keeps. */
export function applyCheck(check: Check, seen: Seen, terms: Terms) {
  const departures = check.run(seen, terms)
  const departed = departures.flatMap(({ clause, also }) => [clause, ...also])
  const tested = check.tests?.(seen, terms) ?? check.clauses
  return { departures, held: tested.filter((clause) => !departed.includes(clause)) }
}
