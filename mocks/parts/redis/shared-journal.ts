import { type EntryOf, Journal, type JournalBounds, tellAll, usualBounds } from '../../journal/journal.ts'
import { textOf } from '../../call/call.ts'
import { findRoute } from '../../call/route.ts'
import { type CallCount, CallCounts } from '../../journal/call-counts.ts'
import { type JournalFilter, fits } from '../../journal/journal-filter.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import type { KeyRing } from '../../keys/keys.ts'
import { OptionsError } from '../../../spec/index.ts'

/** A copy of the journal that replicas share, as far as anybody here has asked for it. */
export class SharedJournal extends Journal {
  #records: readonly JournalRecord[] = []
  #base = 0
  /** The number of the last call that is known here, of all that there have ever been. */
  calls = 0
  /** Whether the change that is under way has cleared it. */
  isCleared = false
  readonly #watchers = new Set<(record: JournalRecord) => void>()
  readonly #onWatch: (isWatched: boolean) => void
  readonly #onFailure: (error: unknown) => void

  /** @param onWatch called when somebody begins to watch, and when nobody does any longer */
  constructor(
    keys: KeyRing,
    entryOf: EntryOf | undefined,
    onFailure: (error: unknown) => void,
    onWatch: (isWatched: boolean) => void,
  ) {
    super({ keys, entryOf, onFailure })
    this.#onFailure = onFailure
    this.#onWatch = onWatch
  }

  override get total(): number {
    return this.isCleared ? 0 : this.calls - this.#base
  }

  override get size(): number {
    return this.records().length
  }

  override records(filter: JournalFilter = {}): JournalRecord[] {
    // Checks the filter, and finds nothing.
    super.records(filter)
    if (this.isCleared) return []
    return this.#records.slice(-usualBounds.entries).filter((record) => fits(record, filter))
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
   * Adds the calls that came since, in blocks, the latest first.
   * @param base the number before that of the first call
   * @param kept how many Redis has
   */
  follow(blocks: readonly string[], calls: number, base: number, kept: number): void {
    const came = blocks.toReversed().flatMap(readBlock)
    const first = calls - came.length + 1
    const numbered = came.map((record, index) => ({ ...record, number: first + index - base }))
    // Two loads at once bring the same calls.
    const fresh = numbered.slice(Math.max(0, this.calls + 1 - first))
    this.calls = calls
    // Some replica has cleared it.
    if (base !== this.#base) this.beginEpoch()
    this.#base = base
    const records = [...this.#records, ...fresh]
    this.#records = records.slice(Math.max(0, records.length - kept))
    for (const record of fresh) tellAll(this.#watchers, [record], this.#onFailure)
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

/** What JSON keeps of a record, or of a part of it. */
type Kept = Readonly<Record<string, unknown>>

const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Puts records together, so that one instruction stores many: their count, and as JSON what each has that the one before has
 * not, because calls at the same time are much alike.
 */
export function blockOf(records: readonly JournalRecord[]): string {
  let before: Kept = {}
  const differences = records.map((record) => {
    const [call, reply] = [record.call, record.reply].map((each) => ({ ...each, body: textOf(each.body) }))
    const kept = { ...record, route: undefined, call, reply }
    const difference = differenceOf(kept, before)
    before = kept
    return difference
  })
  return `${records.length} ${JSON.stringify(differences)}`
}

function readBlock(block: string): readonly JournalRecord[] {
  let before: Kept = {}
  return (JSON.parse(block.slice(block.indexOf(' '))) as Kept[]).map((difference) => {
    before = patched(before, difference)
    // Only records were written.
    const record = before as unknown as JournalRecord
    return { ...record, route: findRoute(record.call.method, record.call.target) }
  })
}

/** The members that differ, and null for those that are gone; nothing if none do. */
function differenceOf(value: Kept, before: Kept): Kept | undefined {
  let difference: Record<string, unknown> | undefined
  for (const name in value) {
    const [one, other] = [value[name], before[name]]
    if (one === other) continue
    const differing = isKept(one) && isKept(other) ? differenceOf(one, other) : (one ?? null)
    if (differing !== undefined) (difference ??= {})[name] = differing
  }
  for (const name in before) if (!Object.hasOwn(value, name)) (difference ??= {})[name] = null
  return difference
}

function patched(before: Kept, difference: Kept | null): Kept {
  const value: Record<string, unknown> = { ...before }
  for (const name in difference) {
    const [one, other] = [difference[name], before[name]]
    value[name] = isKept(one) ? patched(isKept(other) ? other : {}, one) : (one ?? undefined)
  }
  return value
}
