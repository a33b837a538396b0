import { type OperationId, operationIds, operations, shown } from '../../spec/index.ts'
import { type Call, type Reply, textOf } from '../call/call.ts'
import { packRecord, unpackRecord } from './journal-text.ts'
import { type Identity, maskKey } from '../keys/keys.ts'
import {
  type OptionKinds,
  OptionsError,
  aText,
  aWholeNumber,
  checkOptions,
  oneOfOptions,
} from '../world/known-options.ts'
import type { Quota } from '../keys/quota.ts'
import { recorded, recordedSummary } from '../world/recorded-reply.ts'
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

/** A record as it may be shown: plain data, in which no key can be read. */
export interface JournalEntry {
  readonly number: number
  readonly at: string
  readonly tookMilliseconds: number
  readonly method: string
  readonly target: string
  readonly operation: OperationId | null
  readonly status: number
  readonly plan: string | null
  readonly scenario: string | null
  readonly fault: string | null
  /** Why the reply is what it is, in the order of the way of a call, with the sections of the interface. */
  readonly reason: readonly string[]
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
  readonly response: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly delayMilliseconds: number
    readonly effect: 'reset' | 'hang' | null
  }
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

/** What bounds a journal, and what it knows of keys. */
export interface JournalOptions {
  /** Default: 1,000. */
  readonly maxEntries?: number
  /** Default: 8 MiB. */
  readonly maxBytes?: number
  /** What all journals of a store may take together. */
  readonly budget?: ByteBudget
  /** Puts masks in place of keys, wherever they stand. */
  readonly mask?: (text: string) => string
  /** Called with the error of a listener. Default: `console.error`. */
  readonly onFailure?: (error: unknown) => void
}

/** What a timer can hold. */
const mostTimeoutMilliseconds = 2 ** 31 - 1

/** The latest calls of a sandbox: a ring, bounded in entries and in bytes. */
export class Journal {
  readonly #ring: TextRing
  readonly #maxEntries: number
  #total = 0
  readonly #listeners = new Set<(record: JournalRecord) => void>()

  readonly #maxBytes: number
  readonly #mask: (text: string) => string
  readonly #onFailure: (error: unknown) => void

  constructor(options: JournalOptions = {}) {
    const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024, budget } = options
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
    this.#ring = new TextRing(maxEntries, maxBytes, budget)
    this.#mask = options.mask ?? ((text) => text)
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
    if ((record.call.body?.length ?? 0) + record.reply.body.length <= this.#maxBytes) this.#ring.add(packRecord(record))
    for (const listener of this.#listeners) {
      try {
        listener(record)
      } catch (error) {
        // Whoever watches must not change what a client gets.
        this.#onFailure(error)
      }
    }
    return record
  }

  /** The records that fit, oldest first. */
  records(filter: JournalFilter = {}): JournalRecord[] {
    checkOptions('a filter of the journal', filter, filterKinds)
    const found: JournalRecord[] = []
    for (let index = 0; index < this.#ring.length; index++) {
      const record = unpackRecord(this.#ring.at(index))
      if (fits(record, filter)) found.push(record)
    }
    return found
  }

  /** The entries that fit, oldest first; at most the latest `limit` of them. */
  entries(filter: JournalFilter = {}, limit = this.#maxEntries): JournalEntry[] {
    return this.records(filter)
      .slice(-limit)
      .map((record) => journalEntry(record, this.#mask))
  }

  /** The record of that number, unless the ring has lost it. */
  find(number: number): JournalRecord | undefined {
    return this.records({ after: number - 1 }).find((record) => record.number === number)
  }

  /** How many entries fit. */
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
    if (found !== undefined) return journalEntry(found, this.#mask)
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const stop = this.subscribe((record) => {
        if (!fits(record, filter)) return
        end()
        resolve(journalEntry(record, this.#mask))
      })
      const timer = setTimeout(() => {
        end()
        const wanted = JSON.stringify(filter)
        reject(new JournalTimeoutError(`No call that fits ${wanted} came within ${timeoutMilliseconds} ms.`))
      }, timeoutMilliseconds)
      const abort = () => {
        end()
        reject(signal?.reason as Error)
      }
      function end() {
        clearTimeout(timer)
        stop()
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort)
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

/** Whether a record is one of those that are meant. */
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

/**
 * A record as it may be shown: the key masked wherever it stands, with the reason in words.
 * @param maskKeys puts masks in place of keys that are known; the credentials of the call itself are masked anyway
 */
export function journalEntry(record: JournalRecord, maskKeys: (text: string) => string): JournalEntry {
  const { call, reply, route, identity } = record
  const maskCredentials = masker(call.headers['authorization'])
  const mask = (text: string) => maskKeys(maskCredentials(text))
  return {
    number: record.number,
    at: new Date(record.atMilliseconds).toISOString(),
    tookMilliseconds: record.tookMilliseconds,
    method: call.method,
    target: mask(call.target),
    operation: route.kind === 'operation' ? route.operation : null,
    status: reply.status,
    plan: identity.isValid ? identity.record.plan : null,
    scenario: record.scenario ?? null,
    fault: record.fault ?? null,
    reason: reasonOf(record),
    request: { headers: masked(call.headers, mask), body: mask(textOf(call.body)) },
    response: {
      headers: masked(reply.headers, mask),
      body: mask(textOf(reply.body)),
      delayMilliseconds: reply.delayMilliseconds ?? 0,
      effect: reply.effect ?? null,
    },
  }
}

/** Why a reply is what it is, one sentence a step. */
function reasonOf({ route, identity, quota, scenario, example, fault, reply }: JournalRecord): string[] {
  if (route.kind === 'outside') return ['The path is not below /v1, so it is not of the interface.']
  const reasons = [
    identity.isValid
      ? `Key ${maskKey(identity.key)}: ${identity.record.plan} plan, sandbox ${identity.record.sandbox} (section 5).`
      : `No valid key: ${identity.reason} (section 5).`,
    quotaReason(quota),
  ]
  if (scenario !== undefined) reasons.push(scenarioReason(scenario))
  if (example !== undefined) reasons.push(`The example ${example} was asked for.`)
  reasons.push(routeReason(route))
  if (fault !== undefined) reasons.push(`Fault ${fault} is on: the reply may break the interface on purpose.`)
  if (reply.effect !== undefined) reasons.push(`The reply was not sent: ${reply.effect}.`)
  return reasons
}

function scenarioReason(scenario: string): string {
  return scenario === recorded
    ? `Scenario ${scenario} was played: ${recordedSummary}.`
    : `Scenario ${scenario} was played.`
}

function quotaReason(quota: Quota): string {
  if (quota.isBanned) return 'The key is banned for a while (section 8).'
  if (!quota.isAllowed) return `No request is left in the ${quota.window} (section 8).`
  return `${quota.remaining} of ${quota.limit} requests are left in the ${quota.window} (section 8).`
}

function routeReason(route: Route): string {
  if (route.kind === 'operation')
    return `Operation ${route.operation} (section ${operations[route.operation].section}).`
  return route.kind === 'wrong-method'
    ? 'The path is documented, the method is not (section 4).'
    : 'The path is not documented (section 4).'
}

/** Puts masks in place of the credentials of a call, wherever they are repeated. */
function masker(authorization: string | undefined): (text: string) => string {
  const tokens = (authorization ?? '').split(/[\s,"]+/).filter((token) => token.length > 3 && !/^bearer$/i.test(token))
  // A function, because in a text to put in place "$" has a meaning of its own.
  return (text) => tokens.reduce((rest, token) => rest.replaceAll(token, () => maskKey(token)), text)
}

const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key']

/** The value of a header that is nothing but secret: its scheme, if it has one, and a mask. */
function maskSecret(value: string): string {
  const scheme = /^[a-z]+ +(?=\S)/i.exec(value)?.[0] ?? ''
  return scheme + maskKey(value.slice(scheme.length).trim())
}

function masked(headers: Call['headers'], mask: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, secretHeaders.includes(name) ? maskSecret(value) : mask(value)]],
    ),
  )
}
