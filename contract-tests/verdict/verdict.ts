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

/** What findings make of a clause, a check or a probe; `undefined` without any. */
export function departureIn(findings: readonly Finding[]): 'broken' | 'warning' | undefined {
  if (findings.length === 0) return undefined
  return findings.every(({ reading }) => reading !== undefined) ? 'warning' : 'broken'
}
