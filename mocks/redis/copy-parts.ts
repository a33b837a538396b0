import type { BaseAnimals } from '../animals/animals.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'
import type { Sandbox, SandboxStart } from '../world/sandbox.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { SharedJournal } from './shared-journal.ts'

/** What a copy of a sandbox is made of. */
export interface CopyParts {
  readonly start: Pick<SandboxStart, 'settings' | 'realNow' | 'holds'>
  readonly base: BaseAnimals
  readonly memoryLimit: MemoryLimit
  readonly journal: SharedJournal
  readonly connection: RedisConnection
  readonly keys: readonly string[]
  /** How long it stays without a call, in milliseconds; "" for ever. */
  readonly idle: string
  readonly onFailure: (error: unknown) => void
  readonly onTime: (realMilliseconds: number) => void
  /** Called about once a second while it is called, and when it may hold something that it did not hold before, or no more. */
  readonly onUse: (sandbox: Sandbox, usedMilliseconds: number) => void
  /** Another text at each call, in all replicas. */
  readonly newText: () => string
}
