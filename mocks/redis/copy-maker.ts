import type { BaseAnimals } from '../animals/animals.ts'
import { MemoryLimit } from '../animals/memory-limit.ts'
import { type KeyRing, defaultSandboxName } from '../keys/keys.ts'
import type { StoreLimits } from '../store/store.ts'
import type { Holds } from '../world/holds.ts'
import type { Settings } from '../world/settings.ts'
import type { Awaitable } from '../../spec/index.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { SandboxList } from './sandbox-list.ts'
import { SharedJournal } from './shared-journal.ts'
import { SandboxCopy } from './sandbox-copy.ts'

/** What all copies of this replica have in common. */
export interface ReplicaParts {
  readonly connection: RedisConnection
  readonly list: SandboxList
  /** What all keys of Redis begin with. */
  readonly prefix: string
  readonly limits: StoreLimits
  readonly apiKeys: KeyRing
  readonly holds: Holds
  readonly onFailure: (error: unknown) => void
  readonly baseAnimals: () => Awaitable<BaseAnimals>
  /** What sandboxes begin with. */
  readonly settings: () => Settings
}

/** Makes copies of sandboxes. A journal outlives its copy while somebody watches it. */
export class CopyMaker {
  readonly #parts: ReplicaParts
  readonly #onEntries: (name: string) => Promise<unknown>
  readonly #totalBudget: { usedBytes: number; readonly mostBytes: number }
  readonly #journals = new Map<string, SharedJournal>()
  #base: BaseAnimals | undefined
  /** By how much the clock of Redis is ahead of the one here. */
  #skewMilliseconds = 0
  #texts = 0
  readonly #replica = crypto.randomUUID().slice(0, 8)

  /** @param onEntries reads the journal of a sandbox that is watched, when any replica has added to it */
  constructor(parts: ReplicaParts, onEntries: (name: string) => Promise<unknown>) {
    this.#parts = parts
    this.#onEntries = onEntries
    this.#totalBudget = { usedBytes: 0, mostBytes: parts.limits.totalBytes }
  }

  /** A new copy of a sandbox. It is empty until it is loaded. */
  async make(name: string): Promise<SandboxCopy> {
    const { limits, connection, list, onFailure, settings, baseAnimals, holds } = this.#parts
    this.#base ??= await baseAnimals()
    const isExpiring = name !== defaultSandboxName && Number.isFinite(limits.idleMilliseconds)
    return new SandboxCopy(name, {
      start: { settings: settings(), holds, realNow: () => Date.now() + this.#skewMilliseconds },
      base: this.#base,
      memoryLimit: new MemoryLimit(limits.sandboxBytes, this.#totalBudget),
      journal: this.journalOf(name),
      connection,
      keys: this.keysOf(name),
      idle: isExpiring ? String(Math.ceil(limits.idleMilliseconds)) : '',
      onFailure,
      onTime: (real) => this.#noteTime(real),
      onUse: (copy, usedMilliseconds) => list.use(copy, usedMilliseconds),
      newText: () => `${this.#replica}-${++this.#texts}`,
    })
  }

  #noteTime(real: number): void {
    const skew = real - Date.now()
    // Small differences come from the network.
    if (Math.abs(skew - this.#skewMilliseconds) > 100) this.#skewMilliseconds = skew
  }

  journalOf(name: string): SharedJournal {
    let journal = this.#journals.get(name)
    if (journal === undefined) {
      const { apiKeys, onFailure } = this.#parts
      journal = new SharedJournal(apiKeys, onFailure, (isWatched) => this.#listen(name, isWatched))
      this.#journals.set(name, journal)
    }
    return journal
  }

  /** The sandboxes of all copies, and those that somebody watches. */
  get names(): readonly string[] {
    return [...this.#journals.keys()]
  }

  dropJournal(name: string): void {
    if (this.#journals.get(name)?.isWatched === false) this.#journals.delete(name)
  }

  /** Reads the journal whenever a replica has added to it, as long as somebody watches. */
  #listen(name: string, isWatched: boolean): void {
    const { connection, onFailure } = this.#parts
    const channel = this.#keyOf(name, 'h')
    if (!isWatched) return connection.leave(channel)
    let reading: Promise<void> | undefined
    let isBehind = false
    const read = async () => {
      while (isBehind) {
        isBehind = false
        await this.#onEntries(name)
      }
    }
    connection.listen(channel, () => {
      isBehind = true
      reading ??= read()
        .catch(onFailure)
        .finally(() => (reading = undefined))
    })
  }

  /** All keys of a sandbox are in one slot of a cluster, and sandboxes are spread over its slots. */
  #keyOf(name: string, end: string): string {
    return `${this.#parts.prefix}:{${name}}:${end}`
  }

  keysOf(name: string): string[] {
    return ['h', 'q', 'r', 'j', 's'].map((end) => this.#keyOf(name, end))
  }
}
