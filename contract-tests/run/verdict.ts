import type { ClauseId, PlanName } from '../../spec/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { Seen } from './question.ts'
import type { Session } from './session.ts'

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

/** What checks may know beside the exchange. */
export interface Terms {
  readonly plan: PlanName | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
  readonly todayMilliseconds: number
}

export type Problem = Omit<Finding, 'seen' | 'reading' | 'times'>

export function problem(clause: ClauseId, expected: string, received: string, also: readonly ClauseId[] = []): Problem {
  return { clause, expected, received, also }
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

/** What a probe needs beside a key. */
export type Need = 'writing' | 'exceeding-limit' | 'learning' | 'thorough'

/** What came of a probe for one clause. */
export type ProbeNote =
  | { readonly state: 'held'; readonly clause: ClauseId }
  | { readonly state: 'broken'; readonly finding: Finding }
  | { readonly state: 'inconclusive'; readonly clauses: readonly ClauseId[]; readonly reason: string }

/** The outcomes. A warning is a departure that a careful reader could defend. */
export type State = 'held' | 'broken' | 'warning' | 'not applicable' | 'inconclusive'

/** What became of one check or probe. */
export interface Verdict {
  readonly id: string
  readonly kind: 'check' | 'probe'
  readonly title: string
  readonly clauses: readonly ClauseId[]
  readonly state: State
  /** Why it is open, or does not apply. */
  readonly reason: string | undefined
  readonly findings: readonly Finding[]
  /** The clauses that were tested and held. */
  readonly held: readonly ClauseId[]
}

/** A short sequence of exchanges that tests clauses. Every check looks at every answer in it, too. */
export interface Probe {
  readonly id: string
  /** What it tests, in one line. */
  readonly title: string
  /** The clauses that the probe itself judges, beside those of the checks. */
  readonly clauses: readonly ClauseId[]
  readonly needs?: readonly Need[]
  /** The requests that it sends when nothing is found. */
  readonly cost: number
  /** How many of them write, so that a read-only run leaves them out. */
  readonly writes?: number
  /** The animals that it adds to a conforming deployment. */
  readonly animals?: number
  /** It runs only while requests are left, and nothing stays open without it. */
  readonly isExtra?: true
  run(session: Session, catalogue: Catalogue): Promise<readonly ProbeNote[]>
}

export function held(...clauses: readonly ClauseId[]): readonly ProbeNote[] {
  return clauses.map((clause) => ({ state: 'held', clause }))
}

export function unclear(reason: string, ...clauses: readonly ClauseId[]): ProbeNote {
  return { state: 'inconclusive', clauses, reason }
}

export function broken(
  seen: Seen,
  clause: ClauseId,
  expected: string,
  received: string,
  also: readonly ClauseId[] = [],
): ProbeNote & { readonly finding: Finding } {
  return { state: 'broken', finding: { clause, also, expected, received, seen } }
}
