import type { Awaitable } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { Registered } from '../../store/registered.ts'
import type { StoreLimits } from '../../store/store.ts'
import type { Holds } from '../../world/holds.ts'
import type { Settings } from '../../world/settings.ts'
import type { RedisConnection } from './redis-connection.ts'

/** What all copies of this replica have in common. */
export interface Replica {
  readonly connection: RedisConnection
  /** What all keys of Redis begin with. */
  readonly prefix: string
  /** The longest that a call waits for Redis. */
  readonly deadlineMilliseconds: number
  readonly limits: StoreLimits
  readonly apiKeys: KeyRing
  readonly registered: Registered
  readonly holds: Holds
  readonly onFailure: (error: unknown) => void
  readonly baseAnimals: () => Awaitable<BaseAnimals>
  /** What sandboxes begin with. */
  readonly settings: () => Settings
}
