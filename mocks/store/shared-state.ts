import type { Registered } from './registered.ts'
import type { AnimalStore, AnimalStoreOptions } from './store.ts'

/** What the replicas of a mock share: all their sandboxes. `redisState` of `animal-store-kit/redis` makes one. */
export interface SharedState {
  /** Makes a store of this replica. @param options are known, and of their kinds */
  readonly open: (options: AnimalStoreOptions, registered: Registered) => AnimalStore
}

/** What a piece of work is about. */
export interface SharedScope {
  /** The sandbox; absent for the mock as a whole. */
  readonly sandbox?: string | undefined
  /** Only looks, changes a sandbox that is there, or makes one if there is none. */
  readonly use: 'look' | 'change' | 'make'
}
