import type { RandomnessState } from '../../../fixtures/index.ts'
import { type Awaitable, type Resource, readJson, writeJson } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { ItemOf } from '../../animals/collections.ts'
import type { Item, NumberedItems } from '../../animals/items.ts'
import { type Edit, bytesOfEdit } from '../../animals/logged-items.ts'
import { MemoryLimit } from '../../animals/memory-limit.ts'
import { requireName } from '../../world/sandbox-error.ts'
import { type Snapshot, restoreSnapshot, takeSnapshot } from '../../world/snapshot.ts'
import { Sandbox } from '../../world/sandbox.ts'
import type { Settings } from '../../world/settings.ts'
import type { Copies } from './copies.ts'
import { ItemLog, type ItemLine, readItemLine, lineOf } from './item-log.ts'
import { CopyQuotas, changedOf, quotasOf } from './quotas.ts'
import { type ScriptAnswer, ScriptQueue } from './script-queue.ts'
import type { SharedJournal } from './shared-journal.ts'

/** Settings and the like as Redis stores them: all of a sandbox but items, quotas and journal. */
interface StoredSettings {
  readonly settings: Settings
  readonly randomness: RandomnessState
  readonly snapshots: readonly string[]
}

/** The version of a copy that has followed nothing yet. */
const noVersion = 'none'

/** A journal entry that is missing for so long will not come: its replica was killed. */
const lostMilliseconds = 1000

/** Under load some entries are always missing. After so long, those of calls that were answered before are there. */
const arrivalMilliseconds = 25

/** What the script loads. `missing` is how many calls were counted whose journal entries are not there yet. */
type Loaded = readonly [
  numbers: readonly [used: number, arrived: number, kept: number, calls: number, base: number, missing: number],
  quotas: readonly string[],
  entries: readonly string[] | null,
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
  #bytesOnTheWay = 0
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
      openQuotas: (entries) => new CopyQuotas(entries),
      journal: {},
    })
    this.items = items
    this.#copies = copies
    this.#memoryLimit = memoryLimit
    this.#storedRandomness = this.randomness.state
    this.journal = copies.journalOf(name)
    this.queue = new ScriptQueue(this, replica.onFailure)
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
    [realMilliseconds, revision, lines, news, , isUsed]: ScriptAnswer,
    appended: readonly ItemLine[],
  ): readonly NumberedItems<Item>[] | undefined {
    const { items } = this
    this.#copies.noteTime(realMilliseconds)
    let outcomes: readonly NumberedItems<Item>[] | undefined
    if (revision === null) {
      this.version = noVersion
      this.#copies.noteGone(this)
    } else {
      // Somebody asked just before a change began. The change goes on with what it found.
      if (news !== null && !items.isChanging) this.#followSettings(...news)
      const all = items.follow(revision, lines?.map(readItemLine) ?? appended)
      outcomes = all.slice(all.length - appended.length)
    }
    if (isUsed === 1) this.#copies.list.use(this.name, realMilliseconds)
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

  /** Takes what Redis has, and begins the sandbox there if there is none. */
  async open(): Promise<void> {
    const begun = [this.#copies.newText(), this.#storedSettings, '', '', '', '0', '', '0', '0']
    await this.queue.runAlone(['w', '', ...begun], () => undefined)
  }

  /**
   * Brings quotas, and perhaps the journal, up to date.
   * @param areEntriesLost whether entries that are not there yet will not come any more
   * @returns how many those are; nothing if the sandbox is not there
   */
  load(isWithJournal = false, areEntriesLost = false): Promise<number | undefined> {
    const known = isWithJournal ? String(this.journal.arrived) : ''
    return this.queue.runAlone([`l${known}`, areEntriesLost ? '1' : '', ''], (found) => {
      if (found === null) return undefined
      const [[used, arrived, kept, calls, base, missing], quotas, entries] = found as Loaded
      if (this.items.isChanging) return missing
      if (used > 0) this.lastUsedMilliseconds = used
      this.replaceQuotas(quotasOf(quotas))
      changedOf(this.quotas).clear()
      if (entries !== null) this.journal.follow(entries, kept, arrived, calls, base)
      return missing
    })
  }

  /** Brings all of it up to date, with the journal entries of all calls that were answered before. */
  async loadWhole(): Promise<boolean> {
    const { journal } = this
    const startedAt = performance.now()
    let wanted: number | undefined
    for (;;) {
      const waited = performance.now() - startedAt
      const missing = await this.load(true, waited > lostMilliseconds)
      if (missing === undefined) return false
      wanted ??= journal.arrived + missing
      if (missing <= 0 || (journal.arrived >= wanted && waited > arrivalMilliseconds)) return true
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** Appends an edit to the items in Redis. @returns the items that it was about; nothing if the sandbox is gone */
  async append<R extends Resource>(resource: R, edit: Edit<ItemOf<R>>): Promise<NumberedItems<ItemOf<R>> | undefined> {
    const { items } = this
    const bytes = bytesOfEdit(items.memoryOf(resource), edit)
    items.openers[resource].memoryLimit.check(this.#bytesOnTheWay + bytes)
    this.#bytesOnTheWay += bytes
    try {
      // The items of a line are those of its resource.
      return (await this.queue.append(lineOf(resource, edit))) as NumberedItems<ItemOf<R>> | undefined
    } finally {
      this.#bytesOnTheWay -= bytes
    }
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
    const text = await this.queue.runAlone(['l', '', name], (found) => (found as Loaded | null)?.[3])
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
    this.replaceSettings({ ...this.settings, scenario: [] })
    this.collections.close()
  }

  /**
   * Changes this copy, and then Redis in one step, unless somebody else changed the sandbox there meanwhile.
   * @returns the result of the work; `undefined` if the work must be done again on another copy
   */
  async change<T>(work: (copy: this) => Awaitable<T>): Promise<{ readonly result: T } | undefined> {
    const { items, journal, randomness, quotas } = this
    const storedBefore = this.#storedSettings
    journal.isCleared = false
    items.isChanging = true
    const result = await work(this)
    if (this.randomness !== randomness) this.#storedRandomness = this.randomness.state
    const isCountedAnew = this.quotas !== quotas
    const counted = [...changedOf(this.quotas)].flat()
    const snapshots = [...this.#snapshotChanges].flat()
    const { pending } = items
    const { from, isAnew, lines } = pending
    const settings = this.#storedSettings
    const isChanged = journal.isCleared || isAnew || isCountedAnew || settings !== storedBefore
    if (!isChanged && [lines, counted, snapshots].every((list) => list.length === 0)) {
      items.endChange()
      return { result }
    }
    const version = this.#copies.newText()
    const args = [
      [`w${this.version}`, from, version, settings, this.hasChanges ? '1' : ''],
      [journal.isCleared ? '1' : '', isAnew ? '1' : '', String(lines.length), ...lines],
      [isCountedAnew ? 'all' : '', String(counted.length / 2), ...counted],
      [String(snapshots.length / 2), ...snapshots],
    ].flat()
    const isWritten = await this.queue.runAlone(args, (revision) => {
      if (typeof revision !== 'number') return false
      this.version = version
      items.keep(revision, pending)
      journal.keepClearing()
      this.#snapshotChanges.clear()
      return true
    })
    return isWritten ? { result } : undefined
  }
}
