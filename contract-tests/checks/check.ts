import type { ClauseId, PlanName } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Departure } from '../verdict/verdict.ts'

/** What a check may know besides the exchange. */
export interface Terms {
  readonly plan: PlanName | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
  readonly todayMilliseconds: number
}

/** What a check sees in an exchange that it applies to. */
export interface Look {
  /** The clauses that this exchange tests: they held unless a departure names them. */
  readonly tests: readonly ClauseId[]
  readonly departures: readonly Departure[]
}

/** A pure function of one exchange. */
export interface Check {
  readonly id: string
  /** What it looks at, in one line. */
  readonly title: string
  readonly clauses: readonly ClauseId[]
  /** What of an answer it reads. A recording may lack the headers or the body: then the check is left out. */
  readonly needs: 'status' | 'headers' | 'body'
  /**
   * Whether one answer settles what is found in it, which is so by default. Else a later answer must show it again. What a
   * restart explains (a 5xx, a cut body) never counts at once.
   */
  readonly isSettled?: (seen: Seen) => boolean
  /** `undefined` for an exchange of another kind. */
  readonly look: (seen: Seen, terms: Terms) => Look | undefined
}
