import type { Int64 } from '../../spec/index.ts'
import type { Flaw } from '../exchange/question.ts'
import type { WrongCredential } from '../exchange/credentials.ts'

/** A value of an answer: a number, a text of a header or body, or the exact JSON of what a body has. */
export type Value = number | bigint | string

/** Where an answer is wrong. */
export interface Place {
  readonly part: 'status' | 'header' | 'body'
  /** The headers that it is about, the first one most. */
  readonly names?: readonly string[]
  /** Which item of a list. */
  readonly item?: number
  readonly member?: string
}

/** What the interface lets come, and the numbers that it follows from. */
export interface Expected {
  readonly is?: Value | undefined
  readonly oneOf?: readonly number[]
  readonly atMost?: number
  readonly atLeast?: number
  /** The schema, or another kind of value. */
  readonly kind?: string
  /** The number of the exchange that showed how it must be, and whether that one added the animal. */
  readonly as?: number
  readonly isAdded?: boolean
  /** How the key of the request was wrong, and what else was. */
  readonly key?: WrongCredential | undefined
  readonly flaw?: Flaw | undefined
  readonly status?: Value | undefined
  readonly other?: Value
  /** A limit, a reset or a time of the headers. */
  readonly reset?: number
  readonly seconds?: number
  readonly plan?: string
}

/** What came. */
export interface Received {
  /** `undefined` where there was nothing, such as no response, header or member. */
  readonly is?: Value | undefined
  /** What came besides a wrong status, which makes it plainer. */
  readonly and?: StatusNote
  /** What came before it, or after. */
  readonly before?: number
  readonly later?: number | undefined
  readonly all?: readonly number[]
  readonly left?: number | undefined
  readonly limit?: number | undefined
  readonly seconds?: number
  readonly days?: number
  /** Which requests, such as those of an operation or with a status. */
  readonly requests?: string | undefined
  /** Why no whole answer came. */
  readonly problem?: string | undefined
  /** Where a redirect leads. */
  readonly to?: string | undefined
  /** How many bytes came that are no text. */
  readonly bytes?: number
  readonly missing?: readonly string[]
}

export type StatusNote = 'with-body' | 'listed' | 'later' | 'back' | 'left-before' | 'after' | 'nothing-left' | 'twice'

/** An animal that a departure is about. */
export interface AnimalFact {
  readonly id?: Int64 | undefined
  readonly name?: string | undefined
}

/** What a departure is about, as facts. `sentences.ts` tells them in words. */
export interface Facts {
  /** `undefined` where no one place of the answer is wrong. */
  readonly at?: Place | undefined
  readonly expected: Expected
  readonly received: Received
  readonly animal?: AnimalFact | undefined
  /** The animal that came in its place, or has the same id or name. */
  readonly other?: AnimalFact | undefined
  /** How many of the answers were bad. */
  readonly count?: { readonly bad: number; readonly of: number }
  /** The number of a later exchange that was fine. */
  readonly against?: number
  /** Whether it showed only among requests that were sent at once, or came again and again. */
  readonly circumstance?: 'at once' | 'now and then'
}

/** What else could explain a departure. It counts only when no excuse is left. */
export type Excuse =
  /** It may be temporary, like a 5xx during a restart. Settled when it is seen again a second later. */
  | 'temporary'
  /** The data may have been put back meanwhile. Settled when an animal that was added before the departure is still there. */
  | 'reset'
  /** The animal was added moments ago and may not have reached every server. Settled by a look some seconds later. */
  | 'lag'
  /** The animal that had the id before may be gone: section 2 does not say whether its id may come again. Settled when it is still there. */
  | 'gone'
  /** Somebody else may have removed it. Settled only when it is back. */
  | 'others'
  /** Somebody in the shop may have changed or removed it. Settled when each new animal shows the same at once. */
  | 'people'

/** What keeps a departure from being settled. */
export interface Doubt {
  /** From the first exchange that showed it to the last one. */
  readonly lastedMilliseconds: number
  readonly settledBy: readonly Excuse[]
  /** How often in a row it must be seen. */
  readonly times?: number
}
