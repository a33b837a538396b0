import type { Finding } from '../verdict/verdict.ts'
import { Latest } from './latest.ts'

/** What else could explain a departure, so that it does not count yet. */
export type Excuse =
  /** It may be over in a moment, as a 5xx during a restart. Settled when it is seen again a second later. */
  | 'moment'
  /** The data may have been put back meanwhile. Settled when an animal that is older than the departure is still there. */
  | 'reset'
  /** It was added moments ago, and may not be there everywhere. Settled when it is missing some seconds later, too. */
  | 'lag'
  /** Somebody else may have removed it. Settled only when it is back. */
  | 'others'

/** A departure that something else could explain. */
interface Doubt {
  readonly finding: Finding
  /** Those that are left. None: it is settled. */
  readonly excuses: Set<Excuse>
  /** Whether an answer that is fine takes it back. */
  readonly mayPass: boolean
  times: number
}

const leastMilliseconds = 1000

/** What is doubted in exchanges that nobody can repeat: later ones settle it. */
export class Doubts {
  readonly #doubts: Latest<string, Doubt>

  /** @param most how many are remembered; the oldest is forgotten first */
  constructor(most: number) {
    this.#doubts = new Latest({ entries: most })
  }

  /** Doubts what one exchange shows, unless it is settled by now. @returns what counts */
  raise(about: string, found: readonly Finding[], excuses: readonly Excuse[], leastTimes = 2): readonly Finding[] {
    const [finding] = found
    if (finding === undefined) return []
    const doubt = this.#doubts.get(about) ?? this.#begin(about, finding, excuses)
    doubt.times++
    const isLong = sentAt(finding) - sentAt(doubt.finding) >= leastMilliseconds
    if (isLong && doubt.times >= leastTimes) doubt.excuses.delete('moment')
    return doubt.excuses.size === 0 ? found : []
  }

  /** Notes that all is as it should be. @returns what passed before it was settled */
  pass(about: string): Finding | undefined {
    const doubt = this.#doubts.get(about)
    if (doubt?.mayPass !== true) return undefined
    this.#doubts.delete(about)
    return doubt.excuses.size > 0 ? doubt.finding : undefined
  }

  /** Notes that what an exchange added is still there: no reset explains what came later. @returns what counts by now */
  noReset(number: number): readonly Finding[] {
    return [...this.#doubts.values()].flatMap(({ finding, excuses }) => {
      const isLifted = number < finding.seen.number && excuses.delete('reset')
      return isLifted && excuses.size === 0 ? [finding] : []
    })
  }

  /** Those that are not settled. */
  get open(): readonly Pick<Doubt, 'finding' | 'times'>[] {
    return [...this.#doubts.values()].filter(({ excuses }) => excuses.size > 0)
  }

  #begin(about: string, finding: Finding, excuses: readonly Excuse[]): Doubt {
    const doubt = { finding, excuses: new Set(excuses), mayPass: excuses.includes('moment'), times: 0 }
    this.#doubts.set(about, doubt)
    return doubt
  }
}

function sentAt({ seen }: Finding): number {
  return seen.exchange.sentAtMilliseconds
}
