import type { RandomnessState } from '../../fixtures/index.ts'
import { type Awaitable, type Pet, plainInteger, readJson, shown, writeJson } from '../../spec/index.ts'
import { MemoryQuotas, type QuotaState } from '../keys/quota.ts'
import { type AnimalsBeginning, type BaseAnimals, replacingChange } from '../animals/animals.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'
import { requireName } from '../world/sandbox-error.ts'
import { Sandbox, type SandboxStart, type Snapshot } from '../world/sandbox.ts'
import type { Settings } from '../world/settings.ts'
import { Batch, quotaOf } from './batch.ts'
import type { Link } from './link.ts'
import { SharedAnimals } from './shared-animals.ts'
import type { SharedJournal } from './shared-journal.ts'

/** What a copy of a sandbox is made of. */
export interface CopyParts {
  readonly start: Pick<SandboxStart, 'settings' | 'realNow'>
  readonly base: BaseAnimals
  readonly memoryLimit: MemoryLimit
  readonly journal: SharedJournal
  readonly link: Link
  readonly keys: readonly string[]
  /** How long it stays without a call, in milliseconds; "" for ever. */
  readonly idle: string
  readonly onFailure: (error: unknown) => void
  readonly onTime: (realMilliseconds: number) => void
  /** Called about once a second while it is called, and when it may hold something that it did not hold before, or no more. */
  readonly onUse: (sandbox: SharedSandbox, usedMilliseconds: number) => void
  /** Another text at each call, in all replicas. */
  readonly newText: () => string
}

/** Everything of a sandbox but its animals, quotas and journal, as Redis keeps it. */
interface KeptSettings {
  readonly settings: Settings
  readonly chances: RandomnessState
  readonly snapshots: readonly string[]
}

/** A sandbox as Redis has it. */
type Loaded = readonly [
  version: string,
  settings: string,
  epoch: string,
  nextId: string,
  numbers: readonly [
    nextPosition: number,
    usedMilliseconds: number,
    /** How many entries of the journal came in all, and how many are kept. */
    arrived: number,
    kept: number,
    /** The number of the last call, and of the one before the first that the journal is of. */
    calls: number,
    base: number,
    /** How many calls were counted whose entries are not there yet. */
    missingEntries: number,
  ],
  /** Keys and what they used, in turns. */
  quotas: readonly string[],
  entries: readonly string[] | null,
]

interface Held {
  animals: SharedAnimals
  quotas: MemoryQuotas
  /** What became of the animals since they were loaded, beside changes of single ones. */
  replacedBy: AnimalsBeginning | undefined
  /** Whether every quota was replaced. */
  isCountedAnew: boolean
}

/** What {@link CopyParts.newText} makes. */
const versionPattern = /^[\da-f]{8}-\d+$/

/** So many changes may be kept however few animals there are. */
const mostChanges = 10_000

/** The end of the epoch of animals of which none is of the dataset. */
const bare = '!'

/** This replica's copy of a sandbox that replicas share. Its version says which state of Redis it is a copy of. */
export class SharedSandbox extends Sandbox {
  override readonly journal: SharedJournal
  /** The way to the sandbox in Redis. */
  readonly batch: Batch
  /** Another text after each change of anything but animals, quotas and journal. */
  version = ''
  /** Another text after the animals were replaced as a whole; their revision counts from 0 again. */
  epoch = ''
  revision = 0
  /** How many calls were counted whose entries are not there yet. */
  missingEntries = 0
  readonly #held: Held
  readonly #parts: CopyParts
  #chances: RandomnessState
  #snapshotNames: readonly string[] = []
  #quotasBefore: ReadonlyMap<string, string> = new Map()
  readonly #snapshotChanges = new Map<string, string>()

  constructor(name: string, parts: CopyParts) {
    const { base, memoryLimit } = parts
    const held: Partial<Held> = {}
    super(name, {
      ...parts.start,
      memoryLimit,
      openAnimals(beginning) {
        held.replacedBy = beginning
        held.animals = new SharedAnimals(base, typeof beginning === 'string' ? undefined : beginning, memoryLimit)
        return held.animals
      },
      openQuotas(entries) {
        held.isCountedAnew = true
        held.quotas = new MemoryQuotas(entries)
        return held.quotas
      },
      journal: {},
    })
    // Its constructor has opened both.
    this.#held = held as Held
    this.#parts = parts
    this.#chances = this.randomness.state
    this.journal = parts.journal
    this.batch = new Batch(this, parts)
  }

  override get animals(): SharedAnimals {
    return this.#held.animals
  }

  override get quotas(): MemoryQuotas {
    return this.#held.quotas
  }

  /** Everything but animals, quotas and journal, as Redis keeps it. */
  get #keptSettings(): string {
    return JSON.stringify({
      settings: this.settings,
      chances: this.#chances,
      snapshots: this.#snapshotNames,
    } satisfies KeptSettings)
  }

  /** Takes what Redis has, and begins the sandbox there if there is none. */
  async open(): Promise<void> {
    const { base, newText } = this.#parts
    const { nextId, nextPosition } = this.animals.next
    const isWrapped = base.pets.length > 0 && base.nextId === 1
    const next = [String(nextId), String(nextPosition), isWrapped ? '1' : '0']
    await this.batch.runAlone([`o${newText()}`, this.#keptSettings, newText(), ...next], (loaded) =>
      this.#take(loaded as Loaded),
    )
  }

  /**
   * Takes what Redis has.
   * @param areEntriesLost whether entries of the journal that are not there yet will not come any more
   * @returns whether the sandbox is there
   */
  async load(isWithJournal: boolean, areEntriesLost = false): Promise<boolean> {
    const known = isWithJournal ? String(this.journal.arrived) : ''
    const loaded = await this.batch.runAlone([`l${known}`, areEntriesLost ? '1' : ''], (found) => {
      if (found !== null) this.#take(found as Loaded)
    })
    return loaded !== null
  }

  #take([version, settings, epoch, nextId, numbers, quotas, entries]: Loaded): void {
    const [nextPosition, usedMilliseconds, arrived, kept, calls, base, missingEntries] = numbers
    // Any other text would fit no call, so that all of them would try again until their deadline.
    if (!versionPattern.test(version)) throw new TypeError(`its version is ${shown(version)}, which no replica writes`)
    if (version !== this.version) this.#takeSettings(JSON.parse(settings) as KeptSettings)
    this.version = version
    if (epoch !== this.epoch) this.#takeEpoch(epoch)
    this.animals.next = { nextId: plainInteger(BigInt(nextId)), nextPosition }
    if (usedMilliseconds > 0) this.lastUsedMilliseconds = usedMilliseconds
    const states = pairsOf(quotas)
    this.#quotasBefore = new Map(states)
    this.#held.quotas = new MemoryQuotas(states.map(([key, text]) => [key, quotaOf(text.split(' ').map(Number))]))
    this.missingEntries = missingEntries
    if (entries !== null) this.journal.take(entries, kept, arrived, calls, base)
  }

  #takeSettings({ settings, chances, snapshots }: KeptSettings): void {
    const isSameRow = String(chances) === String(this.#chances)
    const current = isSameRow ? this.randomness.state : chances
    this.replaceSettings(settings)
    this.randomness.state = current
    this.#chances = chances
    this.#snapshotNames = snapshots
  }

  #takeEpoch(epoch: string): void {
    const { base, memoryLimit } = this.#parts
    const changes = epoch.endsWith(bare) ? replacingChange(base, [], base.nextId) : undefined
    this.#held.animals = new SharedAnimals(base, changes, memoryLimit)
    this.epoch = epoch
    this.revision = 0
  }

  /** Takes what became of animals up to a revision. */
  takeAnimals(revision: number, changes: readonly string[]): void {
    if (revision <= this.revision) return
    for (const change of changes) this.animals.take(change)
    this.revision = revision
  }

  override get snapshots(): readonly string[] {
    return this.#snapshotNames
  }

  override async snapshot(name: string): Promise<void> {
    requireName('snapshot', name)
    const text = writeJson({
      settings: this.settings,
      animals: this.animals.changes(),
      quotas: this.quotas.entries(),
      atMilliseconds: this.clock.now(),
      chances: this.randomness.state,
    })
    this.#parts.memoryLimit.check(text.length)
    this.#snapshotChanges.set(name, text)
    this.#snapshotNames = [...this.#snapshotNames.filter((other) => other !== name), name]
  }

  override async restore(name: string): Promise<void> {
    const text = this.#snapshotNames.includes(name) ? await this.batch.runAlone([`s${name}`]) : null
    // It knows none, and refuses the name.
    if (typeof text !== 'string') return super.restore(name)
    const reading = readJson(text)
    if (!reading.ok) throw new TypeError(`Redis has a snapshot that is no JSON: ${name}.`)
    const snapshot = reading.value as Omit<Snapshot, 'memoryLimit'>
    await this.replaceAnimals(snapshot.animals)
    this.#held.quotas = new MemoryQuotas(snapshot.quotas)
    this.#held.isCountedAnew = true
    this.restoreSettings(snapshot)
  }

  override forgetSnapshot(name: string): boolean {
    if (!this.#snapshotNames.includes(name)) return false
    this.#snapshotChanges.set(name, '')
    this.#snapshotNames = this.#snapshotNames.filter((other) => other !== name)
    return true
  }

  /** Gives back what the copy took of the room for all; the sandbox itself is in Redis. */
  drop(): void {
    this.#parts.memoryLimit.close()
  }

  hasRoomFor(bytes: number): boolean {
    try {
      this.#parts.memoryLimit.check(bytes)
      return true
    } catch {
      return false
    }
  }

  /**
   * Changes this copy, and then Redis in one step, unless somebody else changed the sandbox there meanwhile.
   * @returns the result of the work, or `undefined` if it must begin again, with another copy
   */
  async change<T>(work: (copy: this) => Awaitable<T>): Promise<{ readonly result: T } | undefined> {
    const held = this.#held
    const { randomness } = this
    const before = this.#keptSettings
    held.replacedBy = undefined
    held.isCountedAnew = false
    this.journal.isCleared = false
    held.animals.changed.clear()
    const result = await work(this)
    if (this.randomness !== randomness) this.#chances = this.randomness.state
    const { newText } = this.#parts
    const { isCleared } = this.journal
    const animals = this.#animalChange()
    const areAnimalsSame = animals.from === '' && animals.epoch === ''
    const quotas = this.#quotaChange()
    const snapshots = [...this.#snapshotChanges].flat()
    const isSame =
      before === this.#keptSettings &&
      !isCleared &&
      areAnimalsSame &&
      !held.isCountedAnew &&
      quotas.length === 0 &&
      snapshots.length === 0
    if (isSame) return { result }
    const { nextId, nextPosition } = this.animals.next
    const isWrapped = nextId < this.#parts.base.nextId || (nextId === 1 && this.animals.count() > 0)
    const version = newText()
    const args = [
      [`w${this.version}`, animals.from, version, this.#keptSettings, this.hasChanges ? '1' : ''],
      [isCleared ? '1' : '', animals.epoch],
      areAnimalsSame ? ['', '', ''] : [String(nextId), String(nextPosition), isWrapped ? '1' : '0'],
      [String(animals.list.length), ...animals.list],
      [held.isCountedAnew ? 'all' : '', String(quotas.length / 2), ...quotas],
      [String(snapshots.length / 2), ...snapshots],
    ]
    const isMade = await this.batch.runAlone(args.flat(), (answer) => {
      if (answer === null) return
      this.version = version
      if (animals.epoch !== '') {
        this.epoch = animals.epoch
        this.revision = 0
      }
      this.revision += animals.list.length
      this.#snapshotChanges.clear()
    })
    this.#parts.onUse(this, this.lastUsedMilliseconds)
    return isMade === null ? undefined : { result }
  }

  /** What became of animals, and the revision that the change is of. */
  #animalChange() {
    const { animals, replacedBy } = this.#held
    const listOf = (ids: readonly Pet['id'][]) => ids.map((id) => animals.changeOf(id))
    const revision = String(this.revision)
    // Changes upon changes take room in Redis until all animals are written anew.
    const isStale = this.revision > mostChanges && this.revision > 2 * animals.count()
    if (replacedBy === undefined && !isStale) {
      const list = listOf([...animals.changed])
      return { epoch: '', from: list.length === 0 ? '' : revision, list }
    }
    const { own, hidden } = animals.changes()
    const { pets } = this.#parts.base
    const isBare = hidden.length === pets.length && pets.length > 0
    const removed = isBare ? [] : hidden.flatMap((position) => pets[position]?.id ?? [])
    return {
      epoch: this.#parts.newText() + (isBare ? bare : ''),
      // What the dataset replaces may have changed meanwhile.
      from: replacedBy === 'dataset' ? '' : revision,
      list: listOf([...removed.filter((id) => animals.ownPlace(id) === undefined), ...own.map(([, { id }]) => id)]),
    }
  }

  /** The quotas that changed: keys and states in turns, a state being "" for a key that is gone. */
  #quotaChange(): string[] {
    const now = new Map(this.quotas.entries().map(([key, state]) => [key, quotaText(state)]))
    if (this.#held.isCountedAnew) return [...now].flat()
    const gone = [...this.#quotasBefore.keys()].filter((key) => !now.has(key))
    const changed = [...now].filter(([key, text]) => this.#quotasBefore.get(key) !== text)
    return [...changed.flat(), ...gone.flatMap((key) => [key, ''])]
  }
}

/** The names and values of a flat list. */
function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < list.length; index += 2) pairs.push([list[index] ?? '', list[index + 1] ?? ''])
  return pairs
}

/** Writes a quota as the script reads it. */
function quotaText(state: QuotaState): string {
  const { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds } = state
  return [minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds].join(' ')
}
