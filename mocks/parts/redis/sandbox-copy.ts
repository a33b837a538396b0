import type { RandomnessState } from '../../../fixtures/index.ts'
import { type Awaitable, type Resource, readJson, writeJson } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { ItemOf } from '../../animals/collections.ts'
import type { Item, NumberedItems } from '../../animals/items.ts'
import { type Edit, bytesOfEdit } from '../../animals/logged-items.ts'
import { MemoryLimit } from '../../animals/memory-limit.ts'
import { SandboxLimitError } from '../../animals/storage-error.ts'
import { MemoryQuotas } from '../../keys/quota.ts'
import { requireName } from '../../world/sandbox-error.ts'
import { type Snapshot, restoreSnapshot, takeSnapshot } from '../../world/snapshot.ts'
import { Sandbox } from '../../world/sandbox.ts'
import type { Settings } from '../../world/settings.ts'
import type { Copies } from './copies.ts'
import { StaleCopyError } from './deadline.ts'
import { ItemLog, type ItemLine, readItemLine } from './item-log.ts'
import { quotaText, quotasOf } from './quotas.ts'
import { type ScriptAnswer, ScriptQueue } from './script-queue.ts'
import type { SharedJournal } from './shared-journal.ts'

/** Settings and the like as Redis stores them: all of a sandbox but items, quotas and journal. */
interface StoredSettings {
  readonly settings: Settings
  readonly randomness: RandomnessState
  readonly snapshots: readonly string[]
}

/** A change, as the script reads it. */
interface Commit {
  /** The version that it was made from; "" where there must be no sandbox. */
  readonly before: string
  /** The revision that it was made from; "" for any. */
  readonly revision: string
  readonly version: string
  readonly settings: string
  /** Whether the sandbox has changes beside items that calls will add to it. */
  readonly hasChanges: boolean
  readonly isJournalCleared: boolean
  readonly areItemsAnew: boolean
  /** Lines about items. */
  readonly lines: readonly string[]
  readonly areQuotasAnew: boolean
  /** By key; "" for none. */
  readonly quotas: readonly (readonly [key: string, quota: string])[]
  /** By name; "" for none. */
  readonly snapshots: readonly (readonly [name: string, snapshot: string])[]
  /** How many other sandboxes there may be when it makes one, and those that must stay. */
  readonly mostOthers: number
  readonly own: readonly string[]
}

/** The version of a copy that has followed nothing yet. */
const noVersion = 'none'

/** What the script loads. */
type Loaded = readonly [
  numbers: readonly [used: number, calls: number, base: number, kept: number],
  quotas: readonly string[],
  blocks: readonly string[],
  snapshot: string | null,
]

/**
 * This replica's copy of a sandbox in Redis, which follows what is written there. Its version says which settings it has, its
 * revision which lines of items. Each script says both, and brings what others have made since.
 */
export class SandboxCopy extends Sandbox {
  override readonly journal: SharedJournal
  readonly items: ItemLog
  /** The scripts that this replica runs on the sandbox in Redis. */
  readonly queue: ScriptQueue
  /** Another text after each change of anything but items, quotas and journal. */
  version = noVersion
  readonly #copies: Copies
  readonly #memoryLimit: MemoryLimit
  #storedRandomness: RandomnessState
  #snapshotNames: readonly string[] = []
  readonly #snapshotChanges = new Map<string, string>()

  constructor(name: string, copies: Copies, animals: BaseAnimals) {
    const { replica, totalBudget } = copies
    const memoryLimit = new MemoryLimit(replica.limits.sandboxBytes, totalBudget)
    const items = new ItemLog(animals, memoryLimit)
    super(name, {
      settings: replica.settings(),
      holds: replica.holds,
      surroundings: { realNow: () => copies.now(), faultIds: replica.registered.faults?.ids ?? [] },
      collections: items.openers,
      openQuotas: (entries) => new MemoryQuotas(entries),
      journal: {},
    })
    this.items = items
    this.#copies = copies
    this.#memoryLimit = memoryLimit
    this.#storedRandomness = this.randomness.state
    this.journal = copies.journalOf(name)
    this.queue = new ScriptQueue(this)
  }

  /** Whether Redis had the sandbox when it was asked last. */
  get isFound(): boolean {
    return this.version !== noVersion
  }

  /** Runs the script on the sandbox in Redis. */
  runScript(args: readonly string[]): Promise<unknown> {
    return this.#copies.run(this.name, args)
  }

  /** {@link StoredSettings} as JSON. */
  get #storedSettings(): string {
    return JSON.stringify({
      settings: this.settings,
      randomness: this.#storedRandomness,
      snapshots: this.#snapshotNames,
    } satisfies StoredSettings)
  }

  /**
   * Follows what others made since.
   * @param appended the lines that this script has appended
   * @returns what came of these; nothing if the sandbox is gone
   */
  follow(
    [realMilliseconds, revision, lines, news]: ScriptAnswer,
    appended: readonly ItemLine[],
  ): readonly NumberedItems<Item>[] | undefined {
    const { items } = this
    this.#copies.noteTime(realMilliseconds)
    let outcomes: readonly NumberedItems<Item>[] | undefined
    if (revision === null) {
      this.version = noVersion
      this.#copies.drop(this)
    } else {
      // Somebody asked just before a change began. The change goes on with what it found.
      if (news !== null && !items.isChanging) this.#followSettings(...news)
      const all = items.follow(revision, lines?.map(readItemLine) ?? appended)
      outcomes = all.slice(all.length - appended.length)
    }
    return outcomes
  }

  #followSettings(version: string, stored: string | null): void {
    const { settings, randomness, snapshots } = JSON.parse(String(stored)) as StoredSettings
    const isSameRow = String(randomness) === String(this.#storedRandomness)
    const current = isSameRow ? this.randomness.state : randomness
    this.replaceSettings(settings)
    this.randomness.state = current
    this.#storedRandomness = randomness
    this.#snapshotNames = snapshots
    this.version = version
  }

  /** Takes what Redis has, and begins the sandbox there if there is none. @throws {SandboxLimitError} if there are too many */
  async open(): Promise<void> {
    await this.#commit()
  }

  /** Brings all of it up to date. @returns whether Redis has the sandbox */
  load(): Promise<boolean> {
    const { items, journal } = this
    return this.queue.ask([`l${journal.calls}`, ''], (found) => {
      if (found === null || items.isChanging) return found !== null
      const [[used, calls, base, kept], quotas, blocks] = found as Loaded
      this.lastUsedMilliseconds = used
      this.replaceQuotas(quotasOf(quotas))
      journal.follow(blocks, calls, base, kept)
      return true
    })
  }

  /** Appends an edit to the items in Redis. @returns the items that it was about; nothing if the sandbox is gone */
  async append<R extends Resource>(resource: R, edit: Edit<ItemOf<R>>): Promise<NumberedItems<ItemOf<R>> | undefined> {
    const { items } = this
    items.openers[resource].memoryLimit.check(bytesOfEdit(items.memoryOf(resource), edit))
    // The items of a line are those of its resource.
    return (await this.queue.append({ of: resource, ...edit })) as NumberedItems<ItemOf<R>> | undefined
  }

  override get snapshots(): readonly string[] {
    return this.#snapshotNames
  }

  override async snapshot(name: string): Promise<void> {
    requireName('snapshot', name)
    const text = writeJson(await takeSnapshot(this))
    this.#memoryLimit.check(text.length)
    this.#snapshotChanges.set(name, text)
    this.#snapshotNames = [...this.#snapshotNames.filter((other) => other !== name), name]
  }

  override async restore(name: string): Promise<void> {
    // The sandbox itself has no snapshots, so it refuses the name.
    if (!this.#snapshotNames.includes(name)) return super.restore(name)
    const text = await this.queue.ask(['l', name], (found) => (found as Loaded | null)?.[3])
    if (typeof text !== 'string') return super.restore(name)
    const reading = readJson(text)
    if (!reading.ok) throw new TypeError(`Redis has a snapshot that is not JSON: ${name}.`)
    await restoreSnapshot(this, name, reading.value as Snapshot)
  }

  override forgetSnapshot(name: string): boolean {
    if (!this.#snapshotNames.includes(name)) return false
    this.#snapshotChanges.set(name, '')
    this.#snapshotNames = this.#snapshotNames.filter((other) => other !== name)
    return true
  }

  /** Frees the memory of the copy. The sandbox itself stays in Redis. */
  override close(): void {
    this.journal.isCleared = false
    this.replaceSettings({ ...this.settings, scenario: [] })
    this.collections.close()
  }

  /**
   * Changes this copy, and then Redis in one step.
   * @throws {StaleCopyError} if somebody else changed the sandbox there meanwhile: then this copy is of no use any more
   */
  async change<T>(work: (copy: this) => Awaitable<T>): Promise<T> {
    const { items, journal, randomness, quotas } = this
    const storedBefore = this.#storedSettings
    journal.isCleared = false
    items.isChanging = true
    const quotasBefore = await quotas.entries()
    const result = await work(this)
    if (this.randomness !== randomness) this.#storedRandomness = this.randomness.state
    const areQuotasAnew = this.quotas !== quotas
    const before = new Map(areQuotasAnew ? [] : quotasBefore)
    const after = new Map(await this.quotas.entries())
    const counted = [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => [key, quotaText(after.get(key))] as const)
    const { isAnew, lines } = items.pending
    const isChanged = journal.isCleared || isAnew || areQuotasAnew || this.#storedSettings !== storedBefore
    if (!isChanged && lines.length + counted.length + this.#snapshotChanges.size === 0) items.endChange()
    else if (!(await this.#commit(counted, areQuotasAnew))) throw new StaleCopyError()
    return result
  }

  /** Writes what was changed here. @returns whether the sandbox was still as this copy had it */
  #commit(quotas: Commit['quotas'] = [], areQuotasAnew = false): Promise<boolean> {
    const { items, journal, name } = this
    const { pending } = items
    const { limits, apiKeys } = this.#copies.replica
    const version = crypto.randomUUID()
    const commit: Commit = {
      before: this.isFound ? this.version : '',
      revision: pending.from,
      version,
      settings: this.#storedSettings,
      hasChanges: this.hasChanges,
      isJournalCleared: journal.isCleared,
      areItemsAnew: pending.isAnew,
      lines: pending.lines,
      areQuotasAnew,
      quotas,
      snapshots: [...this.#snapshotChanges],
      mostOthers: limits.maxSandboxes - 1,
      own: [...apiKeys.ownSandboxes],
    }
    return this.queue.ask(['w', JSON.stringify(commit)], (written) => {
      if (written === 'full') throw new SandboxLimitError(name, limits.maxSandboxes, limits.idleMilliseconds)
      if (written === null) return false
      const [revision, base] = written as readonly [revision: number, base: number]
      this.version = version
      items.keep(revision, pending)
      if (journal.isCleared) journal.follow([], base, base, 0)
      journal.isCleared = false
      this.#snapshotChanges.clear()
      return true
    })
  }
}
