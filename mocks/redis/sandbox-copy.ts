import type { RandomnessState } from '../../fixtures/index.ts'
import { type Awaitable, type Pet, readJson, shown, writeJson } from '../../spec/index.ts'
import { MemoryQuotas } from '../keys/quota.ts'
import type { BaseAnimals, NumberedPets } from '../animals/animals.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'
import { type Edit, bytesOfEdit } from '../animals/logged-items.ts'
import { requireName } from '../world/sandbox-error.ts'
import { type Snapshot, restoreSnapshot, takeSnapshot } from '../world/snapshot.ts'
import { Sandbox, type SandboxStart } from '../world/sandbox.ts'
import type { Settings } from '../world/settings.ts'
import { AnimalLog, type PendingRecords } from './animal-log.ts'
import { ScriptQueue } from './script-queue.ts'
import { type StoredSandbox, quotaChange, quotaOf, quotaTextsOf } from './stored-sandbox.ts'
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
  /** After how many milliseconds without a call it is deleted; "" for never. */
  readonly idle: string
  readonly onFailure: (error: unknown) => void
  readonly onTime: (realMilliseconds: number) => void
  /** Called about once a second while calls come, and whenever `hasChanges` may have become another. */
  readonly onUse: (sandbox: Sandbox, usedMilliseconds: number) => void
  /** A text that no replica ever made before. */
  readonly newText: () => string
}

/** Settings and the like as Redis stores them: all of a sandbox but animals, quotas and journal. */
interface StoredSettings {
  readonly settings: Settings
  readonly randomness: RandomnessState
  readonly snapshots: readonly string[]
}

/** What {@link CopyParts.newText} makes. */
const versionPattern = /^[\da-f]{8}-\d+$/

/** A copy before a change. */
interface Before {
  readonly stored: string
  readonly randomness: Sandbox['randomness']
  readonly quotas: Sandbox['quotas']
}

/** This replica's copy of a sandbox in Redis. Its version says which state of Redis it is a copy of. */
export class SandboxCopy extends Sandbox {
  override readonly journal: SharedJournal
  readonly animalLog: AnimalLog
  /** The scripts that this replica runs on the sandbox in Redis. */
  readonly queue: ScriptQueue
  /** Another text after each change of anything but animals, quotas and journal. */
  version = ''
  /** How many calls were counted whose journal entries are not in Redis yet. */
  missingEntries = 0
  readonly #parts: CopyParts
  #storedRandomness: RandomnessState
  #bytesOnTheWay = 0
  #snapshotNames: readonly string[] = []
  #quotasBefore: ReadonlyMap<string, string> = new Map()
  readonly #snapshotChanges = new Map<string, string>()

  constructor(name: string, parts: CopyParts, animalLog = new AnimalLog(parts.base, parts.memoryLimit)) {
    super(name, {
      ...parts.start,
      collections: {
        Pet: { open: (beginning) => animalLog.open(beginning), memoryLimit: parts.memoryLimit },
      },
      openQuotas: (entries) => new MemoryQuotas(entries),
      journal: {},
    })
    this.animalLog = animalLog
    this.#parts = parts
    this.#storedRandomness = this.randomness.state
    this.journal = parts.journal
    this.queue = new ScriptQueue(this, parts)
  }

  /** {@link StoredSettings} as JSON. */
  get #storedSettings(): string {
    return JSON.stringify({
      settings: this.settings,
      randomness: this.#storedRandomness,
      snapshots: this.#snapshotNames,
    } satisfies StoredSettings)
  }

  /** Takes what Redis has, and begins the sandbox there if there is none. */
  async open(): Promise<void> {
    const args = [`o${this.#parts.newText()}`, this.#storedSettings]
    await this.queue.runAlone(args, (loaded) => this.#take(loaded as StoredSandbox))
  }

  /**
   * Takes what Redis has.
   * @param areEntriesLost whether entries of the journal that are not there yet will not come any more
   * @returns whether the sandbox is there
   */
  async load(isWithJournal: boolean, areEntriesLost = false): Promise<boolean> {
    const known = isWithJournal ? String(this.journal.arrived) : ''
    const loaded = await this.queue.runAlone([`l${known}`, areEntriesLost ? '1' : ''], (found) => {
      if (found !== null) this.#take(found as StoredSandbox)
    })
    return loaded !== null
  }

  #take([version, settings, numbers, quotas, entries]: StoredSandbox): void {
    // Somebody asked just before a change began. The change goes on with what it found.
    if (this.animalLog.isChanging) return
    const [usedMilliseconds, arrived, kept, calls, base, missingEntries] = numbers
    // With any other text, no call would find its copy current, and each would retry until its deadline.
    if (!versionPattern.test(version)) throw new TypeError(`its version is ${shown(version)}, which no replica writes`)
    if (version !== this.version) this.#takeSettings(JSON.parse(settings) as StoredSettings)
    this.version = version
    if (usedMilliseconds > 0) this.lastUsedMilliseconds = usedMilliseconds
    this.#quotasBefore = quotaTextsOf(quotas)
    this.replaceQuotas([...this.#quotasBefore].map(([key, text]) => [key, quotaOf(text.split(' ').map(Number))]))
    this.missingEntries = missingEntries
    if (entries !== null) this.journal.take(entries, kept, arrived, calls, base)
  }

  #takeSettings({ settings, randomness, snapshots }: StoredSettings): void {
    const isSameRow = String(randomness) === String(this.#storedRandomness)
    const current = isSameRow ? this.randomness.state : randomness
    this.replaceSettings(settings)
    this.randomness.state = current
    this.#storedRandomness = randomness
    this.#snapshotNames = snapshots
  }

  /** Appends an edit to the animals in Redis. @returns the animals that it was about; nothing if the sandbox is gone */
  async append(edit: Edit<Pet>): Promise<NumberedPets | undefined> {
    const bytes = bytesOfEdit(this.animalLog.memory, edit)
    this.#parts.memoryLimit.check(this.#bytesOnTheWay + bytes)
    this.#bytesOnTheWay += bytes
    try {
      return await this.queue.append(edit)
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
    this.#parts.memoryLimit.check(text.length)
    this.#snapshotChanges.set(name, text)
    this.#snapshotNames = [...this.#snapshotNames.filter((other) => other !== name), name]
  }

  override async restore(name: string): Promise<void> {
    const text = this.#snapshotNames.includes(name) ? await this.queue.runAlone([`s${name}`], undefined, false) : null
    // The sandbox itself has no snapshots, so it refuses the name.
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
  drop(): void {
    this.#parts.memoryLimit.close()
  }

  /**
   * Changes this copy, and then Redis in one step, unless somebody else changed the sandbox there meanwhile.
   * @returns the result of the work; `undefined` if the work must be done again on another copy
   */
  async change<T>(work: (copy: this) => Awaitable<T>): Promise<{ readonly result: T } | undefined> {
    const before: Before = { stored: this.#storedSettings, randomness: this.randomness, quotas: this.quotas }
    this.journal.isCleared = false
    this.animalLog.beginChange()
    const result = await work(this)
    if (this.randomness !== before.randomness) this.#storedRandomness = this.randomness.state
    const { pending } = this.animalLog
    const difference = await this.#differenceFrom(before, pending)
    if (difference === undefined) {
      this.animalLog.endChange()
      return { result }
    }
    const isWritten = await this.#write(difference, pending)
    this.#parts.onUse(this, this.lastUsedMilliseconds)
    return isWritten ? { result } : undefined
  }

  /** What the script takes of a change, behind the settings; nothing if there was none. */
  async #differenceFrom(
    { stored, quotas }: Before,
    { isAnew, records }: PendingRecords,
  ): Promise<readonly string[] | undefined> {
    const { journal } = this
    const isCountedAnew = this.quotas !== quotas
    const counted = quotaChange(isCountedAnew ? 'all' : this.#quotasBefore, await this.quotas.entries())
    const snapshots = [...this.#snapshotChanges].flat()
    const isAny = journal.isCleared || isAnew || isCountedAnew || stored !== this.#storedSettings
    if (!isAny && [records, counted, snapshots].every((list) => list.length === 0)) return undefined
    return [
      [journal.isCleared ? '1' : '', isAnew ? '1' : ''],
      [String(records.length), ...records],
      [isCountedAnew ? 'all' : '', String(counted.length / 2), ...counted],
      [String(snapshots.length / 2), ...snapshots],
    ].flat()
  }

  /** @returns whether the copy was still what Redis has */
  async #write(difference: readonly string[], pending: PendingRecords): Promise<boolean> {
    const version = this.#parts.newText()
    const head = [`w${this.version}`, pending.from, version, this.#storedSettings, this.hasChanges ? '1' : '']
    const keep = (revision: unknown) => {
      if (typeof revision !== 'number') return
      this.version = version
      this.animalLog.keep(revision, pending)
      this.#snapshotChanges.clear()
    }
    return (await this.queue.runAlone([...head, ...difference], keep, false)) !== null
  }
}
