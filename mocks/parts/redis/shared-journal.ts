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

/**
 * Puts records together, so that one instruction stores many: a count, so many records as JSON in one line, and then their
 * bodies, because JSON would write a page of animals longer. Their lengths are in their places, or -1 where the reply has
 * the body of the reply before.
 */
export function blockOf(records: readonly JournalRecord[]): string {
  let bodies = ''
  let replyBefore: string | undefined
  const written = records.map((record) => {
    const { call, reply } = record
    const [sent, answered] = [textOf(call.body), textOf(reply.body)]
    const isRepeated = answered === replyBefore
    bodies += isRepeated ? sent : sent + answered
    replyBefore = answered
    return {
      ...record,
      route: undefined,
      call: { ...call, body: sent.length },
      reply: { ...reply, body: isRepeated ? -1 : answered.length },
    }
  })
  return `${records.length} ${JSON.stringify(written)}\n${bodies}`
}

function readBlock(block: string): readonly JournalRecord[] {
  let at = block.indexOf('\n')
  const records = JSON.parse(block.slice(block.indexOf(' '), at++)) as JournalRecord[]
  const next = (length: unknown) => block.slice(at, (at += Number(length)))
  let answered = ''
  return records.map((record) => {
    const { call, reply } = record
    const body = next(call.body) || undefined
    if (Number(reply.body) !== -1) answered = next(reply.body)
    const route = findRoute(call.method, call.target)
    return { ...record, route, call: { ...call, body }, reply: { ...reply, body: answered } }
  })
}
