import type { ClauseId } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Seen } from '../exchange/question.ts'
import type { ContractOptions } from '../session/options.ts'
import type { Session } from '../session/session.ts'
import type { Observed } from '../verdict/result.ts'

/** What a probe needs besides a key. */
export type Need = 'writing' | 'exceeding-limit' | 'learning' | 'thorough'

/** A short sequence of exchanges that tests clauses. Every check looks at every answer in it, too. */
export interface Probe {
  readonly id: string
  /** What it tests, in one line. */
  readonly title: string
  /** The clauses that the probe itself judges. Checks judge others. */
  readonly clauses: readonly ClauseId[]
  readonly needs?: readonly Need[]
  /** It runs only if requests are left, and no clause needs it. */
  readonly isExtra?: true
  /** The probe of the core that it comes before. */
  readonly before?: string
  /** Loads what no other run needs. */
  readonly load?: () => Promise<unknown>
  /** Sends them, and notes in the session what they show. */
  run(session: Session, catalogue: Catalogue): Promise<unknown>
  /** What all answers of a run show where the interface is silent, as far as the broken clauses leave them telling. */
  readonly learns?: (log: readonly Seen[], todayMilliseconds: number, broken: readonly ClauseId[]) => Observed
}

/** What the options of a run let its probes do. */
export function needsMet({
  readOnly,
  probeRateLimit,
  learn,
  thorough,
}: ContractOptions): Readonly<Record<Need, boolean>> {
  return {
    writing: readOnly !== true,
    'exceeding-limit': probeRateLimit === true,
    learning: learn === true,
    thorough: thorough !== undefined,
  }
}
