import type { ClauseId } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Facts, Doubt } from './facts.ts'
import type { Kind, Reading, Reason } from './sentences.ts'

/** A departure from the interface. */
export interface Departure extends Facts {
  readonly kind: Kind
  /** The clause that says most plainly what is broken. */
  readonly clause: ClauseId
  /** Further clauses that this breaks. */
  readonly also: readonly ClauseId[]
  /** How a careful reader could defend it, which makes it a warning. */
  readonly reading?: Reading | undefined
}

/** A departure, as one exchange shows it. */
export interface Finding extends Departure {
  readonly seen: Seen
  /** Why it may be no departure after all, which leaves it open. */
  readonly doubt?: Doubt | undefined
  /** How often it was seen, if only one is kept. */
  readonly times?: number | undefined
}

export function departure(kind: Kind, clause: ClauseId, facts: Facts, also: readonly ClauseId[] = []): Departure {
  return { kind, clause, also, ...facts }
}

/** What a probe found out: a departure, clauses that held, or clauses that it could not decide. */
export type Note =
  | Finding
  | { readonly held: readonly ClauseId[] }
  | { readonly undecided: readonly ClauseId[]; readonly reason: Reason }

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

export function held(...clauses: readonly ClauseId[]): Note {
  return { held: clauses }
}

export function inconclusive(reason: Reason | Reason['id'], ...undecided: readonly ClauseId[]): Note {
  return { undecided, reason: typeof reason === 'string' ? { id: reason } : reason }
}

export function broken(seen: Seen, ...about: Parameters<typeof departure>): Finding {
  return { ...departure(...about), seen }
}

/**
 * How much a finding counts: broken, not settled, what a careful reader could defend, or an answer that was fine when it was
 * asked again. In the order of reports.
 */
export const levels = ['broken', 'open', 'warning', 'unstable'] as const
export type Level = (typeof levels)[number]

export function levelOf({ kind, reading, doubt }: Pick<Finding, 'kind' | 'reading' | 'doubt'>): Level {
  if (kind === 'unstable') return 'unstable'
  if (doubt !== undefined) return 'open'
  return reading === undefined ? 'broken' : 'warning'
}

/** The state of a clause, a check or a probe with these findings; `undefined` if there are none. */
export function worstState(findings: readonly Finding[]): Outcome | undefined {
  const found = findings.map(levelOf)
  return (['broken', 'doubtful', 'warning'] as const).find((state) =>
    found.includes(state === 'doubtful' ? 'open' : state),
  )
}
