import type { KeyRing } from '../keys/keys.ts'
import { Journal, type JournalFilter, type JournalRecord, fits } from '../journal/journal.ts'
import { readRecord } from './record-text.ts'

/** As many as in memory. */
const mostEntries = 1000

/** A copy of the journal that replicas share, as far as anybody here has asked for it. */
export class SharedJournal extends Journal {
  #records: JournalRecord[] = []
  #total = 0
  /** Another text after each time that it was cleared. */
  #stamp = ''
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
    return this.#total
  }

  override get size(): number {
    return this.#records.length
  }

  override records(filter: JournalFilter = {}): JournalRecord[] {
    // Checks the filter, and finds nothing.
    super.records(filter)
    return this.#records.filter((record) => fits(record, filter))
  }

  override clear(): void {
    this.#records = []
    this.#total = 0
    this.isCleared = true
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

  /** The number of the last entry that is here; 0 where the journal was cleared since. */
  lastKnown(stamp: string): number {
    if (stamp !== this.#stamp) {
      this.#records = []
      this.#stamp = stamp
    }
    return this.#records.at(-1)?.number ?? 0
  }

  /**
   * Takes the entries that came since.
   * @param first the number of the oldest entry that is left
   * @param total the number of the last of them
   * @param stamp the stamp of the journal that they are of
   */
  take(entries: readonly string[], first: number, total: number, stamp: string): void {
    const known = this.lastKnown(stamp)
    const records = entries
      .map((entry, index) => (entry === '' ? undefined : readRecord(entry, total - entries.length + index + 1)))
      .filter((record) => record !== undefined && record.number > known) as JournalRecord[]
    this.#total = total
    this.isCleared = false
    this.#records = [...this.#records, ...records].filter(({ number }) => number >= first).slice(-mostEntries)
    for (const record of records) {
      for (const listener of this.#watchers) {
        try {
          listener(record)
        } catch (error) {
          this.#onFailure(error)
        }
      }
    }
  }
}
