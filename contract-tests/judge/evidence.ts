// What later answers show of a doubt, and which excuses that rules out. Who asks or waits only says what was seen.
import type { Excuse } from '../verdict/facts.ts'
import type { Reading } from '../verdict/sentences.ts'

/** What evidence is worth. The first that rules an excuse out also says how the finding can be defended. */
interface Weight {
  readonly rulesOut: readonly Excuse[]
  /** How a careful reader could still defend it. */
  readonly reading?: Reading
}

const weights = {
  /** The animal was asked for again for some seconds, and is still missing. */
  'still-missing': { rulesOut: ['temporary', 'lag'] },
  /** A list of the same moment has the animal that getPet does not find, or has it under two ids. */
  'listed-meanwhile': { rulesOut: ['temporary', 'lag', 'people', 'others'] },
  /** An animal that was added earlier is there, so the data was not put back. */
  'older-one-there': { rulesOut: ['reset'] },
  /** The animal that had the id before is still there. */
  'earlier-there': { rulesOut: ['reset', 'gone'] },
  /** It is not: somebody may have removed it. */
  'earlier-not-there': { rulesOut: ['gone'], reading: 'people' },
  /** New animals are wrong in the same way, as people would not make them. */
  'new-ones-wrong': { rulesOut: ['people'] },
  /** Some new animals are wrong, too. */
  'some-new-ones-wrong': { rulesOut: ['people'], reading: 'people' },
  /** No new animals could be looked at, so either may have done it. */
  'no-new-ones': { rulesOut: ['people'], reading: 'people' },
  /** Several animals of the run were wrong in the same way. */
  'several-wrong': { rulesOut: ['people'], reading: 'people' },
  /** Two requests show the animal otherwise, in turn. */
  'there-and-back': { rulesOut: ['people'] },
  /** New animals are wrong after one request, each time, and never without it. */
  'wrong-after-a-request': { rulesOut: ['people'] },
  /** The same requests led to it once more. */
  'shown-once-more': { rulesOut: ['gone', 'people'] },
} as const satisfies Readonly<Record<string, Weight>>

export type Evidence = keyof typeof weights

/** What each is worth: spec/decisions/0173-one-judge.md; of people, spec/decisions/0227-people-or-the-service.md. */
export const evidence: Readonly<Record<Evidence, Weight>> = weights
