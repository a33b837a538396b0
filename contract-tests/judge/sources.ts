import type { Seen } from '../exchange/question.ts'

/** Where exchanges come from: a run, which asks by itself and may ask again, or a recording, whose exchanges nobody can repeat. */
export type Source = 'run' | 'recording'

/** How much must be seen until something counts, and how much is remembered: traffic may go on for days. */
export const thresholds = {
  /** How long a new animal may take to reach every server. A run can wait, so it is more careful. */
  lagMilliseconds: { run: 10_000, recording: 5000 },
  /** How often in a row a failure, or another departure that may be temporary, must be seen in a recording. A run asks as often. */
  timesOfFailures: 3,
  timesOfOthers: 2,
  /** How long that must last: a restart or a change that others make at this moment is over by then. */
  leastMilliseconds: 1000,
  /** In a recording, people are ruled out by the first looks at new animals: so soon after, so many, and such a share of all. */
  firstLooks: { mostMilliseconds: 1000, fewestWrong: 3, leastShareWrong: 0.25 },
  /** Groups of new animals that rule people out. Three at once show that always the same place is lost; a run cannot afford three. */
  groups: { run: { rounds: 3, each: 2 }, sequences: { rounds: 4, each: 3 } },
  /** If a person removes the newest animal before about every 13th request, one row in 500 looks like this; nobody is so fast. */
  row: { length: 15, every: 3, mostMilliseconds: 250 },
  /** How often what may have made an animal wrong must do so again, and not without it. */
  roundsOfTrigger: 5,
  /** If so many animals of a run changed, somebody works on them, or the service loses and changes them now and then. */
  fewestChanged: 3,
  mostDoubts: 100,
  mostUnstable: 20,
} as const

/** When a request was sent. */
export function sentAt({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds
}

/** When an answer had come. */
export function endOf({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds + exchange.tookMilliseconds
}
