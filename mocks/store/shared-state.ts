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

/** A kind of address that `--state` of the command may have: what is there shares everything among replicas. */
export interface SharedPlace {
  /** The address that a value of `--state` means; nothing if it means a file. @throws {OptionsError} if it is wrong */
  readonly addressOf: (state: string, env: Readonly<Record<string, string | undefined>>) => string | undefined
  readonly open: (address: string) => Promise<SharedState & { connect(): Promise<void>; close(): Promise<void> }>
  /** What to do if it could not connect, for a person. */
  readonly advice: (error: Error) => string
}
