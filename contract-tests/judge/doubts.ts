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
  readonly leastTimes: number
  times: number
  lastedMilliseconds: number
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
    const doubt = this.#earlier(about, excuses) ?? this.#begin(about, finding, excuses, leastTimes)
    doubt.times++
    doubt.lastedMilliseconds = Math.max(0, sentAt(finding) - sentAt(doubt.finding))
    if (doubt.lastedMilliseconds >= leastMilliseconds && doubt.times >= leastTimes) doubt.excuses.delete('moment')
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

  /** Those that are not settled, each with what would settle it. @param explained leaves out what this explains */
  open(explained?: Excuse): readonly Finding[] {
    return [...this.#doubts.values()].flatMap((doubt) => {
      const { finding, excuses, times, lastedMilliseconds } = doubt
      if (excuses.size === 0 || (explained !== undefined && excuses.has(explained))) return []
      return [{ ...finding, times, doubt: { lastedMilliseconds, settledBy: settlementOf(doubt) } }]
    })
  }

  /** An earlier doubt of the same. What was missing while it may have been on its way counts from when that is over. */
  #earlier(about: string, excuses: readonly Excuse[]): Doubt | undefined {
    const doubt = this.#doubts.get(about)
    const isArrived = doubt?.excuses.has('lag') === true && !excuses.includes('lag')
    return isArrived ? undefined : doubt
  }

  #begin(about: string, finding: Finding, excuses: readonly Excuse[], leastTimes: number): Doubt {
    const mayPass = excuses.includes('moment')
    const doubt = { finding, excuses: new Set(excuses), mayPass, leastTimes, times: 0, lastedMilliseconds: 0 }
    this.#doubts.set(about, doubt)
    return doubt
  }
}

function settlementOf({ excuses, leastTimes }: Doubt): string {
  // Whatever else there is, this must be over first.
  const open = excuses.has('lag') ? (['lag'] as const) : [...excuses]
  return open.map((excuse) => settlements[excuse](leastTimes)).join(', and ')
}

const settlements: Readonly<Record<Excuse, (leastTimes: number) => string>> = {
  moment: (leastTimes) => `the same in ${leastTimes} answers in a row, a second or more apart`,
  reset: () => 'another animal that was added earlier and is still there (or --with-resets, if the data was put back)',
  lag: () => 'a look at the same animal more than 5 seconds after it was added',
  others: () => 'the same animal, when it is there again',
}

function sentAt({ seen }: Finding): number {
  return seen.exchange.sentAtMilliseconds
}
