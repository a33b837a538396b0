import type { Transport } from '../client/index.ts'
import type { ClauseId, Pet, PlanName } from '../../spec/index.ts'

/**
 * What a run of the suite needs before it can see what is special about a server: leave to exceed the limit, the plan of
 * the key, or a day after the removal of getPet.
 */
export type ServerNeed = 'rate-limit' | 'plan' | 'after-removal'

/** What a hostile server does to a run, by size, time, malformed bytes, or by sending the key back. */
export interface Harm {
  /** How the run may end; it must end. */
  readonly verdicts: readonly ('held' | 'broken' | 'inconclusive')[]
  /** The server never answers to the end, so the run waits more than it works. */
  readonly isSilent: boolean
}

export interface StartOptions {
  /** The server's clock, in milliseconds since 1970: quotas, lags and Date follow it. The real one by default. */
  readonly now?: () => number
  /**
   * The instant by which the removal of getPet is judged, in milliseconds since 1970. By default, it is the server's
   * clock, or 1 January 2031 for a server that needs `after-removal`.
   */
  readonly today?: number
  /** The length of the shorter window, 60 by default: a test that waits for a reset need not wait a minute. */
  readonly windowSeconds?: number
  /** What every wait and lag of the server is multiplied by, 1 by default. */
  readonly timeScale?: number
  /** The seed of everything random in the server, 1 by default. */
  readonly seed?: number
  /** The plan of the key, for servers that don't have one of their own. `pro` by default. */
  readonly plan?: PlanName
}

export interface Deployment {
  /** The base address, ending in /v1. */
  readonly url: string
  /** How it is reached in this process; `undefined` for one that listens on a port. */
  readonly transport: Transport | undefined
  readonly apiKey: string
  readonly plan: PlanName
  readonly requests: () => number
  readonly created: () => number
  readonly animals: () => readonly Pet[]
  /** Ends every connection and timer. Rejects when the server itself failed at something. */
  readonly close: () => Promise<void>
}

/** A deployment that proves the contract suite. */
export type TestServer = {
  readonly id: string
  readonly needs: readonly ServerNeed[]
  readonly start: (options?: StartOptions) => Promise<Deployment>
  /** Starts it in this process alone, which is faster; on a port if how it sends is what is special about it. */
  readonly open: (options?: StartOptions) => Promise<Deployment>
  /** Starts it without its hooks; `undefined` if it has none, and is special by what it starts with. */
  readonly usual: ((options?: StartOptions) => Promise<Deployment>) | undefined
} & (
  | { readonly kind: 'conforming' }
  // Each departs in one way. A debatable one can be defended by a careful reader; a deep one takes many requests to be seen.
  | { readonly kind: 'broken' | 'debatable' | 'deep'; readonly clause: ClauseId }
  | ({ readonly kind: 'hostile' } & Harm)
)
