import type { Excuse } from '../verdict/facts.ts'
import type { Reading } from '../verdict/sentences.ts'
import type { Finding } from '../verdict/verdict.ts'
import { BoundedMap } from './bounded-map.ts'

/** A departure that something else could explain. */
interface OpenDoubt {
  readonly finding: Finding
  /** What has changed, or what else the doubt is about. */
  readonly topic: string
  /** The excuses that are left. Without any, the departure is settled. */
  readonly excuses: Set<Excuse>
  /** Whether a good answer takes it back. */
  readonly canBeTakenBack: boolean
  readonly leastTimes: number
  /** How a careful reader could still defend it. */
  reading: Reading | undefined
  times: number
  lastedMilliseconds: number
}

const leastMilliseconds = 1000

/** Departures in exchanges that nobody can repeat. Later exchanges settle them. */
export class Doubts {
  readonly #doubts: BoundedMap<string, OpenDoubt>

  /** @param most how many are remembered; then the oldest is forgotten */
  constructor(most: number) {
    this.#doubts = new BoundedMap({ entries: most })
  }

  /** Adds what one exchange shows. @returns what counts by now */
  raise(
    about: string,
    found: readonly Finding[],
    excuses: readonly Excuse[],
    { topic = '', leastTimes = 2 }: { readonly topic?: string | undefined; readonly leastTimes?: number } = {},
  ): readonly Finding[] {
    const [finding] = found
    if (finding === undefined) return []
    const doubt = this.#earlier(about, excuses) ?? {
      finding,
      topic,
      excuses: new Set(excuses),
      canBeTakenBack: excuses.includes('temporary'),
      leastTimes,
      reading: undefined,
      times: 0,
      lastedMilliseconds: 0,
    }
    if (doubt.times === 0) this.#doubts.set(about, doubt)
    doubt.times++
    doubt.lastedMilliseconds = Math.max(0, sentAt(finding) - sentAt(doubt.finding))
    if (doubt.lastedMilliseconds >= leastMilliseconds && doubt.times >= leastTimes) doubt.excuses.delete('temporary')
    return doubt.excuses.size === 0 ? found.map((each) => ({ ...each, reading: doubt.reading })) : []
  }

  /** Adds a good answer. @returns the departure that it took back before it was settled */
  takeBack(about: string): Finding | undefined {
    const doubt = this.#doubts.get(about)
    if (doubt?.canBeTakenBack !== true) return undefined
    this.#doubts.delete(about)
    return doubt.excuses.size === 0 ? undefined : doubt.finding
  }

  /** Lifts an excuse of the doubts that this is about. @param reading if it is not quite ruled out @returns what counts by now */
  lift(excuse: Excuse, isAbout: (doubt: OpenDoubt) => boolean, reading?: Reading): readonly Finding[] {
    return [...this.#doubts.values()].flatMap((doubt) => {
      if (!isAbout(doubt) || !doubt.excuses.delete(excuse)) return []
      doubt.reading ??= reading
      return doubt.excuses.size === 0 ? [{ ...doubt.finding, reading: doubt.reading }] : []
    })
  }

  /** What is not settled, with what would settle it. @param isExplained leaves out doubts that something known explains */
  open(isExplained: (doubt: OpenDoubt) => boolean = () => false): readonly Finding[] {
    return [...this.#doubts.values()].flatMap((doubt) => {
      const { finding, excuses, times, leastTimes, lastedMilliseconds } = doubt
      if (excuses.size === 0 || isExplained(doubt)) return []
      // The other excuses are looked at once a lag is over.
      const settledBy = excuses.has('lag') ? (['lag'] as const) : [...excuses]
      return [{ ...finding, times, doubt: { lastedMilliseconds, settledBy, times: leastTimes } }]
    })
  }

  /** The doubt so far. What a lag could explain no longer counts once the lag is over: the animal may have been on its way. */
  #earlier(about: string, excuses: readonly Excuse[]): OpenDoubt | undefined {
    const doubt = this.#doubts.get(about)
    const isArrived = doubt?.excuses.has('lag') === true && !excuses.includes('lag')
    return isArrived ? undefined : doubt
  }
}

function sentAt({ seen }: Finding): number {
  return seen.exchange.sentAtMilliseconds
}
