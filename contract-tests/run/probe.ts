import type { ClauseId } from '../../spec/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { Seen } from './question.ts'
import type { Session } from './session.ts'
import type { Finding, Need, ProbeNote } from './verdict.ts'

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

/** Notes of a probe, clause by clause. */
export function held(...clauses: readonly ClauseId[]): readonly ProbeNote[] {
  return clauses.map((clause) => ({ state: 'held', clause }))
}

/** Clauses that stay open, and why. */
export function unclear(reason: string, ...clauses: readonly ClauseId[]): ProbeNote {
  return { state: 'inconclusive', clauses, reason }
}

/** What was found broken. */
export function broken(
  seen: Seen,
  clause: ClauseId,
  expected: string,
  received: string,
  also: readonly ClauseId[] = [],
): ProbeNote & { readonly finding: Finding } {
  return { state: 'broken', finding: { clause, also, expected, received, seen } }
}
