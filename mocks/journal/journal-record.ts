import type { Call, Reply } from '../call/call.ts'
import type { Route } from '../call/route.ts'
import type { Identity } from '../keys/keys.ts'
import type { Quota } from '../keys/quota.ts'

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
  readonly reply: Reply
  readonly route: Route
  readonly identity: Identity
  readonly quota: Quota
  /** The id of the scenario that was played, or the example that was asked for. */
  readonly scenario: string | undefined
  readonly example: string | undefined
  readonly fault: string | undefined
}
