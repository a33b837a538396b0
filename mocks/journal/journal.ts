import { KeyRing } from '../keys/keys.ts'
import { type CallCount, CallCounts } from './call-counts.ts'
import { type JournalFilter, checkFilter, fits } from './journal-filter.ts'
import type { JournalRecord } from './journal-record.ts'
import { LostCallsError } from './lost-calls.ts'
import type { ByteBudget } from '../animals/memory-limit.ts'
import type { JournalEntry as Shown } from '../../spec/made/control-types.ts'
import type { OperationId } from '../../spec/names.ts'

/** A record as it may be shown: plain data with all keys masked. */
export type JournalEntry = Shown & { readonly operation: OperationId | null }

/** Makes an entry of a record, in which no key is left. */
export type EntryOf = (record: JournalRecord, keys: KeyRing) => JournalEntry

/** How many calls a journal keeps; when there are more, it drops the oldest ones. */
export interface JournalBounds {
  readonly entries: number
  /** What they may take together. */
  readonly bytes: number
}

export const usualBounds: JournalBounds = { entries: 1000, bytes: 8 * 1024 * 1024 }

export interface JournalOptions extends Partial<JournalBounds> {
  /** What all journals of a store may take together. */
  readonly budget?: ByteBudget
  /** Keys that entries must not show. */
  readonly keys?: KeyRing
  /** Shows a record; without it there are only records. */
  readonly entryOf?: EntryOf | undefined
  /** Called with the error of a listener. Default: `console.error`. */
  readonly onFailure?: (error: unknown) => void
}

/** The latest calls of a sandbox, bounded in entries and in bytes: spec/decisions/0190-where-the-time-of-a-call-goes.md. */
export class Journal {
  // The oldest last: taking the first one from a long array would take longer than a call.
  #oldest: JournalRecord[] = []
  #latest: JournalRecord[] = []
  #bytes = 0
  #bounds: JournalBounds
  #total = 0
  #epoch = newEpoch()
  #counts = new CallCounts()
  readonly #listeners = new Set<(record: JournalRecord) => void>()
  readonly #clearings = new Set<() => void>()
  readonly #budget: ByteBudget
  /** The keys that may stand in its calls. */
  readonly keys: KeyRing
  readonly #entryOf: EntryOf
  readonly #onFailure: (error: unknown) => void

  constructor({
    budget,
    keys = new KeyRing(),
    entryOf = notShown,
    onFailure = console.error,
    ...bounds
  }: JournalOptions = {}) {
    this.#bounds = { ...usualBounds, ...bounds }
    this.#budget = budget ?? { usedBytes: 0, mostBytes: Infinity }
    this.keys = keys
    this.#entryOf = entryOf
    this.#onFailure = onFailure
  }

  /** How many calls there were, dropped ones included. */
  get total(): number {
    return this.#total
  }

  get size(): number {
    return this.#oldest.length + this.#latest.length
  }

  /** Changes how many calls are kept, from now on. */
  resize(bounds: JournalBounds): void {
    this.#bounds = bounds
    this.#makeRoom(0, 0)
  }

  /** Adds a record, and returns it. A record larger than the whole journal is only counted. */
  add(details: Omit<JournalRecord, 'number'>): JournalRecord {
    const record = details as { -readonly [Name in keyof JournalRecord]: JournalRecord[Name] }
    record.number = ++this.#total
    this.#counts.add(record)
    this.#keepRecord(record)
    tellAll(this.#listeners, [record], this.#onFailure)
    return record
  }

  /** Says in a record what became of its reply. @returns whether it is still kept */
  amend(record: JournalRecord, ended: Pick<JournalRecord, 'reply' | 'held'>): boolean {
    const bytes = bytesOf(record)
    Object.assign(record, ended)
    const isKept = this.records().includes(record)
    if (isKept) this.#countBytes(bytesOf(record) - bytes)
    return isKept
  }

  #keepRecord(record: JournalRecord): void {
    const bytes = bytesOf(record)
    if (bytes > this.#bounds.bytes || !this.#makeRoom(1, bytes)) return
    this.#latest.push(record)
    this.#countBytes(bytes)
  }

  /** Drops the oldest records until so much more fits. @returns whether it does */
  #makeRoom(entries: number, bytes: number): boolean {
    for (;;) {
      const isInBounds = this.size + entries <= this.#bounds.entries && this.#bytes + bytes <= this.#bounds.bytes
      if (isInBounds && this.#budget.usedBytes + bytes <= this.#budget.mostBytes) return true
      if (this.#oldest.length === 0) [this.#oldest, this.#latest] = [this.#latest.toReversed(), []]
      const oldest = this.#oldest.pop()
      if (oldest === undefined) return false
      this.#countBytes(-bytesOf(oldest))
    }
  }

  #countBytes(bytes: number): void {
    this.#bytes += bytes
    this.#budget.usedBytes += bytes
  }

  /** The kept records that match, oldest first. */
  records(filter: JournalFilter = {}): JournalRecord[] {
    checkFilter(filter)
    return [...this.#oldest.toReversed(), ...this.#latest].filter((record) => fits(record, filter))
  }

  /** The kept entries that match, oldest first. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    return this.records(filter).map((record) => this.#entryOf(record, this.keys))
  }

  /**
   * How many calls match, dropped ones included.
   * @throws {LostCallsError} when the filter has `after`, `method` or `path`, and calls that may match were dropped
   */
  count(filter: JournalFilter = {}): number {
    checkFilter(filter)
    const count = this.countOfAll(filter)
    if (count !== undefined) return count
    const lost = this.#lostCalls(filter)
    if (lost > 0) throw new LostCallsError(`Cannot count the calls that match ${JSON.stringify(filter)}`, lost)
    return this.records(filter).length
  }

  /** How many calls match, as counted when they came; `undefined` if they were not counted by this filter. */
  protected countOfAll({ after = 0, ...filter }: JournalFilter): number | undefined {
    return after <= 0 ? this.#counts.count(filter) : undefined
  }

  /** The calls by what they met. {@link Journal.total} may be higher where they were not counted as they came. */
  get counts(): readonly CallCount[] {
    return this.#counts.all
  }

  /** How many of the calls that may match were dropped. */
  #lostCalls({ after = 0 }: JournalFilter): number {
    return Math.max(0, this.total - Math.max(0, after)) - this.records({ after }).length
  }

  /**
   * Waits for a call that matches. One that has already come counts.
   * @throws {OptionsError} when the filter or the time is invalid
   * @throws {JournalTimeoutError} when none came within `timeoutMilliseconds`
   * @throws the reason of the signal, when it is aborted before
   */
  async waitFor(filter: JournalFilter = {}, timeoutMilliseconds = 5000, signal?: AbortSignal): Promise<JournalEntry> {
    // A page that never waits need not load it.
    const { waitForCall } = await import('./wait-for-call.ts')
    return this.#entryOf(await waitForCall(this, filter, timeoutMilliseconds, signal), this.keys)
  }

  /** Calls the listener with each new record until the returned function is called. */
  subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells this journal from any other, and from what it was before it was cleared. */
  get epoch(): string {
    return this.#epoch
  }

  /** Calls the listener whenever the journal was cleared, until the returned function is called. */
  onClear(listener: () => void): () => void {
    this.#clearings.add(listener)
    return () => this.#clearings.delete(listener)
  }

  /** Drops every entry but those that are `still` under way, and counts from 1 again. Subscribers stay. */
  clear(still: readonly JournalRecord[] = []): void {
    this.#countBytes(-this.#bytes)
    this.#oldest = []
    this.#latest = []
    this.#counts = new CallCounts()
    this.#total = 0
    for (const record of still) this.add(record)
    this.beginEpoch()
  }

  protected beginEpoch(): void {
    this.#epoch = newEpoch()
    tellAll(this.#clearings, [], this.#onFailure)
  }
}

function notShown(): never {
  throw new TypeError('Cannot show this journal: its store has no part that makes entries. Use its records.')
}

/** What a record itself takes, beside its texts. */
const recordBytes = 1000

function bytesOf({ call, reply }: JournalRecord): number {
  let bytes = recordBytes + call.target.length + (call.body?.length ?? 0) + reply.body.length
  for (const name in call.headers) bytes += call.headers[name]?.length ?? 0
  return bytes
}

/** A text that no other journal has, in this process or another one. */
function newEpoch(): string {
  return Math.random().toString(36).slice(2)
}

/** Calls listeners. Their errors are passed to `onFailure`, so that they cannot change what a client gets. */
export function tellAll<Heard extends readonly unknown[]>(
  listeners: Iterable<(...heard: Heard) => void>,
  heard: Heard,
  onFailure: (error: unknown) => void,
): void {
  for (const listener of listeners) {
    try {
      listener(...heard)
    } catch (error) {
      onFailure(error)
    }
  }
}
