import type { ClauseId } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'

/** A departure from the interface, as one exchange shows it. */
export interface Finding {
  /** The clause that says most plainly what is broken. */
  readonly clause: ClauseId
  /** Further clauses that this breaks. */
  readonly also: readonly ClauseId[]
  readonly expected: string
  readonly received: string
  /** The exchange that shows it. */
  readonly seen: Seen
  /** How a careful reader could defend it, which makes it a warning. */
  readonly reading?: string | undefined
  /** Why it may be no departure after all, which makes it doubtful. */
  readonly doubt?: Doubt | undefined
  /** How often it was seen, if only one is kept. */
  readonly times?: number
}

/** What keeps a departure from being settled. */
export interface Doubt {
  /** From the first exchange that showed it to the last one. */
  readonly lastedMilliseconds: number
  /** What would settle it, in words. */
  readonly settledBy: string
}

export type Problem = Omit<Finding, 'seen' | 'reading' | 'doubt' | 'times'>

export function problem(clause: ClauseId, expected: string, received: string, also: readonly ClauseId[] = []): Problem {
  return { clause, expected, received, also }
}

/** What a probe found out about one clause. */
export type ProbeNote =
  | { readonly state: 'held'; readonly clause: ClauseId }
  | { readonly state: 'broken'; readonly finding: Finding }
  | { readonly state: 'inconclusive'; readonly clauses: readonly ClauseId[]; readonly reason: string }

/** The outcomes. A warning is a departure that a careful reader could defend; a doubtful one was seen, but is not settled. */
export type Outcome = 'held' | 'broken' | 'doubtful' | 'warning' | 'not applicable' | 'inconclusive'

/** The outcome of one check or probe. */
export interface Verdict {
  readonly id: string
  readonly kind: 'check' | 'probe'
  readonly title: string
  readonly clauses: readonly ClauseId[]
  readonly state: Outcome
  /** Why it is open, or does not apply. */
  readonly reason: string | undefined
  readonly findings: readonly Finding[]
  /** The clauses that were tested and held. */
  readonly held: readonly ClauseId[]
}

export function held(...clauses: readonly ClauseId[]): readonly ProbeNote[] {
  return clauses.map((clause) => ({ state: 'held', clause }))
}

export function inconclusive(reason: string, ...clauses: readonly ClauseId[]): ProbeNote {
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

/** How much a finding counts: broken, not settled, or what a careful reader could defend. In the order of reports. */
export const levels = ['broken', 'open', 'warning'] as const
export type Level = (typeof levels)[number]

export function levelOf({ reading, doubt }: Pick<Finding, 'reading' | 'doubt'>): Level {
  if (doubt !== undefined) return 'open'
  return reading === undefined ? 'broken' : 'warning'
}

/** The state of a clause, a check or a probe with these findings; `undefined` if there are none. */
export function worstState(findings: readonly Finding[]): Outcome | undefined {
  const found = findings.map(levelOf)
  const worst = levels.find((level) => found.includes(level))
  return worst === 'open' ? 'doubtful' : worst
}
