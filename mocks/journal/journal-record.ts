import type { Call, Reply } from '../call/call.ts'
import type { Overrides } from '../call/overrides.ts'
import type { Route } from '../call/route.ts'
import type { Identity } from '../keys/keys.ts'
import type { Quota } from '../keys/quota.ts'

/** What names the sandbox of a call; `none` if that is why it was refused. */
export const sandboxNamers = ['key', 'X-Mock-Sandbox', 'baggage', 'none'] as const
export type SandboxBy = (typeof sandboxNamers)[number]

/** What a scenario or an example may decide in place of the mock, as {@link Overrides} says. */
export const forcible = ['identify', 'count', 'operate', 'reply'] as const satisfies readonly (keyof Overrides)[]
export type Forced = (typeof forcible)[number]

/** How a reply that was held back went on, and after how long; `left` if its client gave up, also while it was delayed. */
export interface HeldUntil {
  readonly outcome: 'released' | 'changed' | 'cut' | 'left'
  readonly milliseconds: number
}

/** One call and its reply, with everything that decided it. */
export interface JournalRecord {
  /** Counts from 1 in each sandbox. */
  readonly number: number
  /** The sandbox's time of the call, in milliseconds since 1970. */
  readonly atMilliseconds: number
  /** When it came by real time, in milliseconds since 1970: the sandbox's may stand still. */
  readonly realMilliseconds: number
  /** How long the mock took to decide; a delay comes on top. */
  readonly tookMilliseconds: number
  readonly call: Call
  /** As it was sent; of one that is held back, as it was made. */
  readonly reply: Reply
  readonly held?: HeldUntil
  readonly route: Route
  readonly identity: Identity
  readonly sandboxBy: SandboxBy
  readonly quota: Quota
  /** The id of the scenario that was played, or the example that was asked for. */
  readonly scenario: string | undefined
  readonly example: string | undefined
  /** The other scenarios that were on for it: one that only delays, and those that the first one kept from playing. */
  readonly others?: readonly { readonly outcome: 'scenario' | 'passed-over'; readonly by: string }[] | undefined
  /** What the scenario, the example or another wish of the client decided. */
  readonly forced: readonly Forced[]
  /** The fault that did something to the call; `undefined` where it was on and let it pass. */
  readonly fault: string | undefined
  /** Whether the operation itself was asked: no key, quota, scenario or fault came before it. */
  readonly isOperated: boolean
}
