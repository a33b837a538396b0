import type { RandomnessState } from '../../fixtures/index.ts'
import { type Pet, plainInteger, readJson, writeJson } from '../../spec/index.ts'
import { type AnimalsBeginning, type BaseAnimals, replacingChange } from '../world/animals.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import { MemoryQuotas, type QuotaState } from '../keys/quota.ts'
import type { Room } from '../world/room.ts'
import { Sandbox, type SandboxStart, type Snapshot } from '../world/sandbox.ts'
import { SharedAnimals } from './shared-animals.ts'
import type { SharedJournal } from './shared-journal.ts'

/** What a copy of a sandbox is made of. */
export interface CopyParts {
  readonly start: Omit<SandboxStart, 'openAnimals' | 'room' | 'openQuotas' | 'journal'>
  readonly base: BaseAnimals
  readonly room: Room
  readonly journal: SharedJournal
  readonly readSnapshot: (name: string) => Promise<string | null>
}

/** Everything of a sandbox but its animals, quotas and journal, as Redis keeps it. */
interface Settings extends Pick<SandboxStart, 'profile' | 'clock' | 'plays' | 'fault' | 'seed'> {
  readonly chances: RandomnessState
  readonly snapshots: readonly string[]
  /** Another text after each time that the journal was cleared. */
  readonly journal: string
}

/** A sandbox as Redis has it, as flat lists of names and values. */
export type Loaded = readonly [
  fields: readonly string[],
  quotas: readonly string[],
  entries: readonly string[] | null,
  /** The number of the last entry, and of the first that is left. */
  total: string,
  first: number,
]

/** What changed on a copy. */
export interface Change {
  /** The operation that makes the same change in Redis. */
  readonly args: readonly string[]
  /** Called once it was made there. */
  readonly made: () => void
}

interface Held {
  animals: SharedAnimals
  quotas: MemoryQuotas
  /** What became of the animals since they were loaded, beside changes of single ones. */
  replacedBy: AnimalsBeginning | undefined
  /** Whether every quota was replaced. */
  isCountedAnew: boolean
}

/** The end of the epoch of animals of which none is of the dataset. */
const bare = '!'

/** This replica's copy of a sandbox that replicas share. Its version says which state of Redis it is a copy of. */
export class SharedSandbox extends Sandbox {
  override readonly journal: SharedJournal
  /** Another text after each change of anything but animals, quotas and journal. */
  version = ''
  /** Another text after the animals were replaced as a whole; their revision counts from 0 again. */
  epoch = ''
  revision = 0
  readonly #held: Held
  readonly #parts: CopyParts
  #chances: RandomnessState
  #snapshotNames: readonly string[] = []
  #journalStamp = ''
  #quotasBefore: ReadonlyMap<string, string> = new Map()
  readonly #snapshotChanges = new Map<string, string>()

  constructor(name: string, parts: CopyParts) {
    const { base, room } = parts
    const held: Partial<Held> = {}
    super(name, {
      ...parts.start,
      room,
      openAnimals(beginning) {
        held.replacedBy = beginning
        const changes = typeof beginning === 'string' ? undefined : beginning
        held.animals = new SharedAnimals(new MemoryAnimals(base, changes, room))
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
  }

  override get animals(): SharedAnimals {
    return this.#held.animals
  }

  override get quotas(): MemoryQuotas {
    return this.#held.quotas
  }

  /** What a sandbox begins with, as Redis keeps it. */
  get settings(): string {
    const { profile, clock, plays, fault, seed } = this
    const settings: Settings = {
      profile,
      clock: clock.state,
      plays,
      fault: fault?.id,
      seed,
      chances: this.#chances,
      snapshots: this.#snapshotNames,
      journal: this.#journalStamp,
    }
    return JSON.stringify(settings)
  }

  /** Takes what Redis has; animals come with {@link SharedSandbox.takeAnimals}. */
  load([fields, quotas, entries, total, first]: Loaded): void {
    const {
      version = '',
      settings = '{}',
      epoch = '',
      next = '1',
      place = '0',
      used,
    } = Object.fromEntries(pairsOf(fields))
    if (version !== this.version) this.#takeSettings(JSON.parse(settings) as Settings)
    this.version = version
    if (epoch !== this.epoch) this.#takeEpoch(epoch)
    this.animals.memory.next = { nextId: plainInteger(BigInt(next)), nextPosition: Number(place) }
    this.lastUsedMilliseconds = Number(used ?? this.lastUsedMilliseconds)
    const found = pairsOf(quotas)
    this.#quotasBefore = new Map(found)
    this.#held.quotas = new MemoryQuotas(found.map(([key, text]) => [key, readQuota(text.split(' '))]))
    if (entries !== null) this.journal.take(entries, first, Number(total), this.#journalStamp)
  }

  /** The number of the last entry of the journal that is here. */
  get lastEntry(): number {
    return this.journal.lastKnown(this.#journalStamp)
  }

  #takeSettings(settings: Settings): void {
    const isSameRow = String(settings.chances) === String(this.#chances)
    const chances = isSameRow ? this.randomness.state : settings.chances
    this.begin(settings)
    this.randomness.state = chances
    this.#chances = settings.chances
    this.#snapshotNames = settings.snapshots
    this.#journalStamp = settings.journal
  }

  #takeEpoch(epoch: string): void {
    const { base, room } = this.#parts
    const changes = epoch.endsWith(bare) ? replacingChange(base, [], base.nextId) : undefined
    this.#held.animals = new SharedAnimals(new MemoryAnimals(base, changes, room))
    this.epoch = epoch
    this.revision = 0
  }

  /** Takes the animals that changed up to a revision. */
  takeAnimals(revision: number, ids: readonly string[], values: readonly (string | null)[]): void {
    if (revision <= this.revision) return
    for (const [index, id] of ids.entries()) this.animals.take(id, values[index] ?? null)
    this.revision = revision
  }

  /** Takes the animals that the calls of this replica have added, which are all that changed. */
  takeAdded(revision: number, added: readonly (readonly [position: number, pet: Pet])[]): void {
    if (revision <= this.revision) return
    for (const own of added) this.animals.memory.insert(own)
    this.revision = revision
  }

  override get snapshots(): readonly string[] {
    return this.#snapshotNames
  }

  override async snapshot(name: string): Promise<void> {
    const { profile, clock, plays, fault, seed } = this
    const text = writeJson({
      animals: this.animals.changes(),
      quotas: this.quotas.entries(),
      profile,
      clock: clock.state,
      plays,
      fault: fault?.id,
      seed,
      chances: this.randomness.state,
    })
    this.#parts.room.check(text.length)
    this.#snapshotChanges.set(name, text)
    this.#snapshotNames = [...this.#snapshotNames.filter((other) => other !== name), name]
  }

  override async restore(name: string): Promise<void> {
    const text = this.#snapshotNames.includes(name) ? await this.#parts.readSnapshot(name) : null
    // It knows none, and refuses the name.
    if (text === null) return super.restore(name)
    const reading = readJson(text)
    if (!reading.ok) throw new TypeError(`Redis has a snapshot that is no JSON: ${name}.`)
    const snapshot = reading.value as Omit<Snapshot, 'room'>
    await this.replaceAnimals(snapshot.animals)
    this.#held.quotas = new MemoryQuotas(snapshot.quotas)
    this.#held.isCountedAnew = true
    this.begin(snapshot)
    this.randomness.state = snapshot.chances
  }

  override forgetSnapshot(name: string): boolean {
    if (!this.#snapshotNames.includes(name)) return false
    this.#snapshotChanges.set(name, '')
    this.#snapshotNames = this.#snapshotNames.filter((other) => other !== name)
    return true
  }

  /** Gives back what the copy took of the room for all; the sandbox itself is in Redis. */
  drop(): void {
    this.#parts.room.close()
  }

  get base(): BaseAnimals {
    return this.#parts.base
  }

  hasRoomFor(bytes: number): boolean {
    try {
      this.#parts.room.check(bytes)
      return true
    } catch {
      return false
    }
  }

  /**
   * Begins a change of this copy.
   * @returns what makes the operation that writes the change, or `undefined` if nothing changed
   */
  beginChange(newText: () => string): () => Change | undefined {
    const held = this.#held
    const { randomness, settings } = this
    held.replacedBy = undefined
    held.isCountedAnew = false
    held.animals.changed.clear()
    return () => {
      if (this.randomness !== randomness) this.#chances = this.randomness.state
      const { isCleared } = this.journal
      if (isCleared) this.#journalStamp = newText()
      const animals = this.#animalChange(newText)
      const quotas = this.#quotaChange()
      const snapshots = [...this.#snapshotChanges]
      const isSame =
        settings === this.settings &&
        animals.from === '' &&
        animals.epoch === '' &&
        !held.isCountedAnew &&
        quotas.length === 0 &&
        snapshots.length === 0
      if (isSame) return undefined
      const { nextId, nextPosition } = this.animals.memory.next
      const isWrapped = nextId < this.#parts.base.nextId || (nextId === 1 && this.animals.count() > 0)
      const next = animals.from === '' && animals.epoch === '' ? ['', ''] : [String(nextId), String(nextPosition)]
      const version = newText()
      return {
        args: [
          ['w', this.version, animals.from, version, this.settings, isCleared ? '1' : '', animals.epoch],
          [...next, isWrapped ? '1' : ''],
          [String(animals.list.length), ...animals.list.flat()],
          [held.isCountedAnew ? 'all' : '', String(quotas.length), ...quotas.flat()],
          [String(snapshots.length), ...snapshots.flat()],
        ].flat(),
        made: () => {
          this.version = version
          if (animals.epoch !== '') {
            this.epoch = animals.epoch
            this.revision = 0
          }
          this.revision += animals.list.length
          this.#snapshotChanges.clear()
        },
      }
    }
  }

  /** The animals that changed, each with its id and its value, and the revision that the change is of. */
  #animalChange(newText: () => string) {
    const { animals, replacedBy } = this.#held
    const { memory, changed } = animals
    if (replacedBy === undefined) {
      const list = [...changed].map((id): [string, string] => [String(id), animals.textOf(id)])
      return { epoch: '', from: list.length === 0 ? '' : String(this.revision), list }
    }
    const { own, hidden } = memory.changes()
    const { pets } = this.#parts.base
    const isBare = hidden.length === pets.length && pets.length > 0
    const removed = isBare ? [] : hidden.flatMap((position) => pets[position]?.id ?? [])
    const ids = [...removed.filter((id) => memory.ownPlace(id) === undefined), ...own.map(([, pet]) => pet.id)]
    return {
      epoch: newText() + (isBare ? bare : ''),
      // What the dataset replaces may have changed meanwhile.
      from: replacedBy === 'dataset' ? '' : String(this.revision),
      list: ids.map((id): [string, string] => [String(id), animals.textOf(id)]),
    }
  }

  #quotaChange(): [key: string, state: string][] {
    const now = new Map(this.quotas.entries().map(([key, state]) => [key, writeQuota(state)]))
    if (this.#held.isCountedAnew) return [...now]
    const gone = [...this.#quotasBefore.keys()].filter((key) => !now.has(key))
    const changed = [...now].filter(([key, text]) => this.#quotasBefore.get(key) !== text)
    return [...changed, ...gone.map((key): [string, string] => [key, ''])]
  }
}

/** The names and values of a flat list. */
function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < list.length; index += 2) pairs.push([list[index] ?? '', list[index + 1] ?? ''])
  return pairs
}

/** Reads a quota as the script writes it. */
export function readQuota(numbers: readonly string[]): QuotaState {
  const [minuteEndSeconds = 0, minuteUsed = 0, dayEndSeconds = 0, dayUsed = 0, refusals = 0, bannedUntilSeconds = 0] =
    numbers.map(Number)
  return { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds }
}

/** Writes a quota as the script reads it. */
export function writeQuota(state: QuotaState): string {
  const { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds } = state
  return [minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds].join(' ')
}
