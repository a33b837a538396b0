import type { Finding } from '../verdict/verdict.ts'
import { BoundedMap } from './bounded-map.ts'
import type { Excuse } from '../verdict/facts.ts'
import type { Reading } from '../verdict/sentences.ts'

/** A departure that something else could explain. */
interface OpenDoubt {
  readonly finding: Finding
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

/** A departure that comes and goes. */
interface Flaky {
  readonly finding: Finding
  lastedMilliseconds: number
  /** How often it has come and gone. */
  episodes: number
  bad: number
  good: number
}

const leastMilliseconds = 1000
// A service that is restarted now and then is not flaky. One that fails again and again is.
const leastEpisodes = 3
const leastShareBad = 0.2

/** Departures in exchanges that nobody can repeat. Later exchanges settle them. */
export class Doubts {
  readonly #doubts: BoundedMap<string, OpenDoubt>
  readonly #flaky: BoundedMap<string, Flaky>

  /** @param most how many are remembered; then the oldest is forgotten */
  constructor(most: number) {
    this.#doubts = new BoundedMap({ entries: most })
    this.#flaky = new BoundedMap({ entries: most })
  }

  /** Adds what one exchange shows. @returns what counts by now */
  raise(about: string, found: readonly Finding[], excuses: readonly Excuse[], leastTimes = 2): readonly Finding[] {
    const [finding] = found
    if (finding === undefined) return []
    const doubt = this.#earlier(about, excuses) ?? this.#begin(about, finding, excuses, leastTimes)
    doubt.times++
    doubt.lastedMilliseconds = Math.max(0, sentAt(finding) - sentAt(doubt.finding))
    if (doubt.lastedMilliseconds >= leastMilliseconds && doubt.times >= leastTimes) doubt.excuses.delete('temporary')
    return doubt.excuses.size === 0 ? found.map((each) => ({ ...each, reading: doubt.reading })) : []
  }

  /** Adds a good answer. @returns the departure that it took back before it was settled */
  takeBack(about: string): Finding | undefined {
    const doubt = this.#doubts.get(about)
    const flaky = this.#flaky.get(about)
    if (flaky !== undefined) flaky.good++
    if (doubt?.canBeTakenBack !== true) return undefined
    this.#doubts.delete(about)
    if (doubt.excuses.size === 0) return undefined
    this.#noteFlaky(about, doubt)
    return doubt.finding
  }

  /** Counts that a departure has come and gone. */
  #noteFlaky(about: string, { finding, times, lastedMilliseconds }: OpenDoubt): void {
    const flaky = this.#flaky.get(about) ?? { finding, lastedMilliseconds, episodes: 0, bad: 0, good: 1 }
    flaky.episodes++
    flaky.bad += times
    flaky.lastedMilliseconds = Math.max(0, sentAt(finding) - sentAt(flaky.finding)) + lastedMilliseconds
    this.#flaky.set(about, flaky)
  }

  /** Rules out a reset since an exchange, because what it added is still there. @returns what counts by now */
  ruleOutReset(number: number): readonly Finding[] {
    return [...this.#doubts.values()].flatMap(({ finding, excuses }) => {
      const isLifted = number < finding.seen.number && excuses.delete('reset')
      return isLifted && excuses.size === 0 ? [finding] : []
    })
  }

  /** Rules out that people made the changes. @param reading if that is only likely @returns what counts by now */
  ruleOutPeople(reading?: Reading): readonly Finding[] {
    return [...this.#doubts.values()].flatMap((doubt) => {
      if (!doubt.excuses.delete('people')) return []
      doubt.reading = reading
      return doubt.excuses.size === 0 ? [{ ...doubt.finding, reading }] : []
    })
  }

  /** What is not settled, with what would settle it. @param explained leaves out what these excuses explain */
  open(explained: readonly Excuse[] = []): readonly Finding[] {
    const open = [...this.#doubts.values()].flatMap(({ finding, excuses, times, leastTimes, lastedMilliseconds }) => {
      if (excuses.size === 0 || explained.some((excuse) => excuses.has(excuse))) return []
      // The other excuses are looked at once a lag is over.
      const settledBy = excuses.has('lag') ? (['lag'] as const) : [...excuses]
      return [{ ...finding, times, doubt: { lastedMilliseconds, settledBy, times: leastTimes } }]
    })
    return [...open, ...[...this.#flaky.values()].flatMap(doubtsOfFlaky)]
  }

  /** The doubt so far. What a lag could explain no longer counts once the lag is over: the animal may have been on its way. */
  #earlier(about: string, excuses: readonly Excuse[]): OpenDoubt | undefined {
    const doubt = this.#doubts.get(about)
    const isArrived = doubt?.excuses.has('lag') === true && !excuses.includes('lag')
    return isArrived ? undefined : doubt
  }

  #begin(about: string, finding: Finding, excuses: readonly Excuse[], leastTimes: number): OpenDoubt {
    const canBeTakenBack = excuses.includes('temporary')
    const [reading, times, lastedMilliseconds] = [undefined, 0, 0]
    const doubt = { finding, excuses: new Set(excuses), canBeTakenBack, leastTimes, reading, times, lastedMilliseconds }
    this.#doubts.set(about, doubt)
    return doubt
  }
}

function doubtsOfFlaky({ finding, lastedMilliseconds, episodes, bad, good }: Flaky): readonly Finding[] {
  if (episodes < leastEpisodes || bad / (bad + good) < leastShareBad) return []
  const count = { bad, of: bad + good }
  return [
    { ...finding, times: bad, doubt: { lastedMilliseconds, settledBy: ['good-answers'], times: episodes, count } },
  ]
}

function sentAt({ seen }: Finding): number {
  return seen.exchange.sentAtMilliseconds
}
