import type { SharedState } from '../../store/shared-state.ts'
import { OptionsError, aText, aWholeNumber, checkOptions } from '../../../spec/index.ts'
import { RedisConnection } from './redis-connection.ts'
import { openRedisStore } from './redis-store.ts'

/** Where the state of a mock is. */
export interface RedisStateOptions {
  /** `redis://HOST:PORT/DB`, `rediss://…` or `valkey://…`. */
  readonly url: string
  /** What all keys begin with. Default: `animal-store`. */
  readonly prefix?: string | undefined
  /** The longest that a call waits for Redis, in milliseconds; the control API waits five times as long. Default: 2,000. */
  readonly deadlineMilliseconds?: number | undefined
}

/** The state of a mock in Redis or Valkey, for one store of this process: `createAnimalStore({ state })`. */
export interface RedisState extends SharedState {
  /**
   * Resolves once it is connected. Rejects with a {@link StateUnavailableError} when the first try fails; it goes on trying.
   * Rejects with an `OptionsError` when no store has it: what a store begins with must be known first.
   */
  connect(): Promise<void>
  /** Ends the connection. */
  close(): Promise<void>
}

/**
 * Shares everything of a mock among its replicas, in Redis 7 or Valkey 8 and later: docs/replicas.md.
 * @throws {OptionsError} when an option is invalid
 */
export function redisState(options: RedisStateOptions): RedisState {
  checkOptions(
    'redisState',
    options,
    {
      url: {
        expected: 'an address such as redis://localhost:6379/0',
        accepts: (value) => typeof value === 'string' && /^(?:rediss?|valkeys?):\/\//.test(value),
      },
      prefix: aText,
      deadlineMilliseconds: aWholeNumber(1),
    },
    ['url'],
  )
  const { url, prefix = 'animal-store', deadlineMilliseconds = 2000 } = options
  let store: ReturnType<typeof openRedisStore> | undefined
  const connection = new RedisConnection(url, deadlineMilliseconds, async (send) => store?.join(send))
  return {
    open(storeOptions, registered) {
      if (store !== undefined) throw new OptionsError('This redisState has a store already: make one for each store.')
      store = openRedisStore(storeOptions, registered, connection, prefix, deadlineMilliseconds)
      // Calls that come before are refused with the reason, and it goes on trying.
      connection.connect().catch(() => undefined)
      return store.store
    },
    async connect() {
      if (store === undefined)
        throw new OptionsError('This redisState has no store: give it to createAnimalStore first.')
      await connection.connect()
    },
    async close() {
      store?.close()
      await connection.close()
    },
  }
}
