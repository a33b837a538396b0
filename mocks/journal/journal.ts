import { type OperationId, operationIds, shown } from '../../spec/index.ts'
import type { Call, Reply } from '../call/call.ts'
import { type JournalEntry, journalEntry } from './journal-entry.ts'
import { addRecord, recordAt } from './journal-text.ts'
import { type Identity, KeyRing } from '../keys/keys.ts'
import {
  type OptionKinds,
  OptionsError,
  aText,
  aWholeNumber,
  checkOptions,
  oneOfOptions,
} from '../world/known-options.ts'
import type { Quota } from '../keys/quota.ts'
import type { Route } from '../call/route.ts'
import { type ByteBudget, TextRing } from './text-ring.ts'

/** One call and its reply, with everything that decided it. */
export interface JournalRecord {
  /** Counts from 1 in each sandbox. */
  readonly number: number
  /** The sandbox's time of the call, in milliseconds since 1970. */
  readonly atMilliseconds: number
  /** How long the mock took to decide; a delay comes on top. */
  readonly tookMilliseconds: number
  readonly call: Call
  readonly reply: Reply
  readonly route: Route
  readonly identity: Identity
  readonly quota: Quota
  /** The id of the scenario that was played, or the example that was asked for. */
  readonly scenario: string | undefined
  readonly example: string | undefined
  readonly fault: string | undefined
}

/** Which entries are meant; all that is given must fit. */
export interface JournalFilter {
  readonly operation?: OperationId | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  readonly scenario?: string | undefined
  /** Only entries with a higher number. */
  readonly after?: number | undefined
}

/** Nothing came in time. */
export class JournalTimeoutError extends Error {
  override readonly name = 'JournalTimeoutError'
}

const filterKinds: OptionKinds<JournalFilter> = {
  operation: oneOfOptions(...operationIds),
  method: aText,
  path: aText,
  status: aWholeNumber(),
  scenario: aText,
  after: aWholeNumber(),
}

export interface JournalOptions {
  /** Default: 1,000. */
  readonly maxEntries?: number
  /** Default: 8 MiB. */
  readonly maxBytes?: number
  /** What all journals of a store may take together. */
  readonly budget?: ByteBudget
  /** Keys that entries must not show. */
  readonly keys?: KeyRing
  /** Called with the error of a listener. Default: `console.error`. */
  readonly onFailure?: (error: unknown) => void
}

const mostTimeoutMilliseconds = 2 ** 31 - 1

/** The latest calls of a sandbox: a ring, bounded in entries and in bytes. */
export class Journal {
  readonly #ring: TextRing
  #total = 0
  readonly #listeners = new Set<(record: JournalRecord) => void>()

  readonly #maxBytes: number
  readonly #keys: KeyRing
  readonly #onFailure: (error: unknown) => void

  constructor(options: JournalOptions = {}) {
    const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024, budget } = options
    this.#maxBytes = maxBytes
    this.#ring = new TextRing(maxEntries, maxBytes, budget)
    this.#keys = options.keys ?? new KeyRing()
    this.#onFailure = options.onFailure ?? console.error
  }

  /** How many calls there were in all, those that the ring has lost included. */
  get total(): number {
    return this.#total
  }

  get size(): number {
    return this.#ring.length
  }

  /** Adds a record, and returns it. One that is larger than the whole journal is counted and not kept. */
  add(details: Omit<JournalRecord, 'number'>): JournalRecord {
    const record = details as { -readonly [Name in keyof JournalRecord]: JournalRecord[Name] }
    record.number = ++this.#total
    // Joining what is too large to keep would take memory for nothing.
    if ((record.call.body?.length ?? 0) + record.reply.body.length <= this.#maxBytes) addRecord(this.#ring, record)
    tellAll(this.#listeners, [record], this.#onFailure)
    return record
  }

  /** The records that fit, oldest first. */
  records(filter: JournalFilter = {}): JournalRecord[] {
    checkOptions('a filter of the journal', filter, filterKinds)
    const found: JournalRecord[] = []
    for (let index = 0; index < this.#ring.length; index++) {
      const record = recordAt(this.#ring, index)
      if (fits(record, filter)) found.push(record)
    }
    return found
  }

  /** The entries that fit, oldest first; at most the latest `limit` of them. */
  entries(filter: JournalFilter = {}, limit = Number.POSITIVE_INFINITY): JournalEntry[] {
    return this.records(filter)
      .slice(-limit)
      .map((record) => journalEntry(record, this.#keys))
  }

  /** The record of that number, unless the ring has lost it. */
  find(number: number): JournalRecord | undefined {
    return this.records({ after: number - 1 }).find((record) => record.number === number)
  }

  count(filter: JournalFilter = {}): number {
    return this.records(filter).length
  }

  /**
   * Waits until an entry fits, one that is there already included.
   * @throws {OptionsError} when the filter or the time is invalid
   * @throws {JournalTimeoutError} when none came within `timeoutMilliseconds`
   * @throws the reason of the signal, when it is aborted before
   */
  async waitFor(filter: JournalFilter = {}, timeoutMilliseconds = 5000, signal?: AbortSignal): Promise<JournalEntry> {
    if (!(timeoutMilliseconds >= 0 && timeoutMilliseconds <= mostTimeoutMilliseconds)) {
      const found = shown(timeoutMilliseconds)
      throw new OptionsError(
        `Cannot wait for a call: expected milliseconds from 0 to ${mostTimeoutMilliseconds} as the second argument, found ${found}.`,
      )
    }
    const found = this.records(filter)[0]
    if (found !== undefined) return journalEntry(found, this.#keys)
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<JournalEntry>()
    const stop = this.subscribe((record) => {
      if (fits(record, filter)) resolve(journalEntry(record, this.#keys))
    })
    const timer = setTimeout(() => {
      const wanted = JSON.stringify(filter)
      reject(new JournalTimeoutError(`No call that fits ${wanted} came within ${timeoutMilliseconds} ms.`))
    }, timeoutMilliseconds)
    const abort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', abort)
    return promise.finally(() => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
    })
  }

  /** Gives the listener each record as it comes, until the returned function is called. */
  subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets every entry, and counts from 1 again. Subscribers stay. */
  clear(): void {
    this.#ring.clear()
    this.#total = 0
  }
}

/** Calls listeners. Whoever watches must not change what a client gets, so none of their errors gets out. */
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

export function fits({ number, call, reply, route, scenario }: JournalRecord, filter: JournalFilter): boolean {
  return (
    (filter.after === undefined || number > filter.after) &&
    (filter.operation === undefined || (route.kind === 'operation' && route.operation === filter.operation)) &&
    (filter.method === undefined || call.method === filter.method) &&
    (filter.path === undefined || route.path === filter.path) &&
    (filter.status === undefined || reply.status === filter.status) &&
    (filter.scenario === undefined || scenario === filter.scenario)
  )
}
