import type { ClauseId } from './clauses.ts'
import type { OperationId } from './names.ts'

/** A breach by a deployment, once for each clause and operation. */
export interface ProxyFinding {
  /** A warning if a careful reader of the interface could defend it: see `reading`; open if it is not settled: see `doubt`. */
  readonly level: 'broken' | 'open' | 'warning'
  readonly clause: ClauseId
  readonly section: string
  /** What the clause says. */
  readonly text: string
  readonly operation: OperationId
  readonly expected: string
  readonly received: string
  readonly reading: string | null
  /** From the first exchange that showed it to the last, and what would settle it. */
  readonly doubt: { readonly lastedMilliseconds: number; readonly settledBy: string } | null
  readonly times: number
  /** The numbers of the first calls that showed it, if the journal still has them. */
  readonly calls: readonly number[]
  /** A command that shows it; the key is `$API_KEY`. */
  readonly curl: string
}

/** What `animal-store proxy` found so far: `GET /_mock/findings` beside its panel. No key is in it. */
export interface ProxyFindings {
  /** The base address of the deployment. */
  readonly deployment: string
  /** How many answers were judged. */
  readonly judged: number
  /** How many calls were not judged, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  readonly findings: readonly ProxyFinding[]
}
