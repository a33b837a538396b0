// Keeps departures that something else could explain, until no excuse is left.
import type { Int64 } from '../../spec/index.ts'
import type { Excuse } from '../verdict/facts.ts'
import type { Reading } from '../verdict/sentences.ts'
import type { Finding } from '../verdict/verdict.ts'
import type { Change, Fact } from './animal-facts.ts'
import { BoundedMap } from './bounded-map.ts'
import { sentAt, thresholds } from './sources.ts'

/** What a doubt is about, if it is about an animal. */
interface About {
  readonly petId?: Int64
  /** What is otherwise, and what was known before. */
  readonly change?: Change
  readonly fact?: Fact
}

/** A departure that something else could explain. */
export interface OpenDoubt extends About {
  /** As it was seen first, or as a second look of a run shows it. */
  finding: Finding
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

export function isSettled({ excuses }: OpenDoubt): boolean {
  return excuses.size === 0
}

/** Departures that are not settled by the exchange that shows them. */
export class Doubts {
  readonly #doubts = new BoundedMap<string, OpenDoubt>({ entries: thresholds.mostDoubts })

  /** Adds what one exchange shows. If it was seen before, it is the same doubt. */
  raise(
    key: string,
    finding: Finding,
    excuses: readonly Excuse[],
    about: About = {},
    leastTimes: number = thresholds.timesOfOthers,
  ): OpenDoubt {
    const doubt = this.#earlier(key, excuses) ?? {
      ...about,
      finding,
      excuses: new Set(excuses),
      canBeTakenBack: excuses.includes('temporary'),
      leastTimes,
      reading: undefined,
      times: 0,
      lastedMilliseconds: 0,
    }
    if (doubt.times === 0) this.#doubts.set(key, doubt) // It is a new one.
    doubt.times++
    doubt.lastedMilliseconds = Math.max(0, sentAt(finding.seen) - sentAt(doubt.finding.seen))
    if (doubt.lastedMilliseconds >= thresholds.leastMilliseconds && doubt.times >= doubt.leastTimes)
      doubt.excuses.delete('temporary')
    return doubt
  }

  /** The doubts that this is about. */
  about(isAbout: (doubt: OpenDoubt) => boolean): readonly OpenDoubt[] {
    return [...this.#doubts.values()].filter(isAbout)
  }

  /** Adds a good answer. @returns the departures that it took back before they were settled */
  takeBack(isAbout: (doubt: OpenDoubt, key: string) => boolean): readonly Finding[] {
    return [...this.#doubts].flatMap(([key, doubt]) => {
      if (!doubt.canBeTakenBack || !isAbout(doubt, key)) return []
      this.#doubts.delete(key)
      return isSettled(doubt) ? [] : [doubt.finding]
    })
  }

  /** The doubt so far. One that a lag could explain is over when the lag is: what is seen then begins another. */
  #earlier(key: string, excuses: readonly Excuse[]): OpenDoubt | undefined {
    const doubt = this.#doubts.get(key)
    const isArrived = doubt?.excuses.has('lag') === true && !excuses.includes('lag')
    return isArrived ? undefined : doubt
  }
}
