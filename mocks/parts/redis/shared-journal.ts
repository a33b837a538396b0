import { Journal, type JournalBounds, tellAll, usualBounds } from '../../journal/journal.ts'
import { type CallCount, CallCounts } from '../../journal/call-counts.ts'
import { type JournalFilter, fits } from '../../journal/journal-filter.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import type { KeyRing } from '../../keys/keys.ts'
import { OptionsError } from '../../../spec/index.ts'
import { readBlock } from './journal-blocks.ts'

/** A copy of the journal that replicas share, as far as anybody here has asked for it. */
export class SharedJournal extends Journal {
  /** Those that are kept, in the order in which they came; nothing for one that was too large. */
  #records: readonly (JournalRecord | undefined)[] = []
  #total = 0
  #base = 0
  /** How many entries came in all, those of journals before included. */
  arrived = 0
  /** Whether the change that is under way has cleared it. */
  isCleared = false
  readonly #watchers = new Set<(record: JournalRecord) => void>()
  readonly #onWatch: (isWatched: boolean) => void
  readonly #onFailure: (error: unknown) => void

  /** @param onWatch called when somebody begins to watch, and when nobody does any longer */
  constructor(keys: KeyRing, onFailure: (error: unknown) => void, onWatch: (isWatched: boolean) => void) {
    super({ keys, onFailure })
    this.#onFailure = onFailure
    this.#onWatch = onWatch
  }

  override get total(): number {
    return this.isCleared ? 0 : this.#total
  }

  override get size(): number {
    return this.records().length
  }

  override records(filter: JournalFilter = {}): JournalRecord[] {
    // Checks the filter, and finds nothing.
    super.records(filter)
    if (this.isCleared) return []
    return this.#records
      .flatMap((record) => (record === undefined || record.number < 1 ? [] : record))
      .toSorted((one, other) => one.number - other.number)
      .slice(-usualBounds.entries)
      .filter((record) => fits(record, filter))
  }

  /** The Redis script decides how much is kept. @throws {OptionsError} when other bounds are asked for */
  override resize(bounds: JournalBounds): void {
    requireUsualBounds(bounds)
  }

  /** All calls are counted in Redis; which ones there were, only their entries say. */
  protected override countOfAll(filter: JournalFilter): number | undefined {
    return Object.values(filter).every((value) => value === undefined) ? this.total : undefined
  }

  /** Of the calls that are kept. */
  override get counts(): readonly CallCount[] {
    const counts = new CallCounts()
    for (const record of this.records()) counts.add(record)
    return counts.all
  }

  override clear(): void {
    this.isCleared = true
  }

  /** Redis has cleared it too. */
  keepClearing(): void {
    if (!this.isCleared) return
    this.#records = []
    this.#total = 0
    this.isCleared = false
  }

  override subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#watchers.add(listener)
    if (this.#watchers.size === 1) this.#onWatch(true)
    return () => {
      if (this.#watchers.delete(listener) && this.#watchers.size === 0) this.#onWatch(false)
    }
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  /**
   * Adds the entries that came since, the latest first, as they came together.
   * @param kept how many Redis has
   * @param base the number before that of the first call
   */
  follow(entries: readonly string[], kept: number, arrived: number, calls: number, base: number): void {
    const came = entries
      .toReversed()
      .flatMap(readBlock)
      .map((record) => record && { ...record, number: record.number - base })
    // Two loads at once bring the same entries.
    const fresh = came.slice(Math.max(0, this.arrived - (arrived - came.length)))
    this.arrived = arrived
    // Some replica has cleared it.
    if (base !== this.#base) this.beginEpoch()
    this.#base = base
    this.#total = calls - base
    const records = [...this.#records, ...fresh]
    this.#records = records.slice(Math.max(0, records.length - kept))
    for (const record of fresh) {
      if (record === undefined || record.number < 1) continue
      tellAll(this.#watchers, [record], this.#onFailure)
    }
  }
}

/** @throws {OptionsError} for a journal with other bounds than those in Redis */
export function requireUsualBounds({ entries, bytes }: JournalBounds): void {
  if (entries === usualBounds.entries && bytes === usualBounds.bytes) return
  const { entries: kept, bytes: room } = usualBounds
  throw new OptionsError(
    `Cannot set journal where replicas share the state: it keeps the latest ${kept} calls in ${room} bytes. Leave it out.`,
    'journal',
  )
}
