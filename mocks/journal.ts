import type { OperationId } from '../spec/index.ts'
import type { Call, Reply } from './call.ts'
import { packRecord, unpackRecord } from './journal-text.ts'
import { type Identity, maskKey } from './keys.ts'
import type { Quota } from './quota.ts'
import type { Route } from './route.ts'
import { TextRing } from './text-ring.ts'

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

/** The latest calls of a sandbox: a ring, bounded in entries and in bytes. */
export class Journal {
  readonly #ring: TextRing
  readonly #maxEntries: number
  #total = 0
  readonly #listeners = new Set<(record: JournalRecord) => void>()

  constructor(maxEntries = 1000, maxBytes = 8 * 1024 * 1024) {
    this.#maxEntries = maxEntries
    this.#ring = new TextRing(maxEntries, maxBytes)
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
    this.#ring.add(packRecord(record))
    for (const listener of this.#listeners) listener(record)
    return record
  }

  /** The records that fit, oldest first. */
  records(filter: JournalFilter = {}): JournalRecord[] {
    const found: JournalRecord[] = []
    for (let index = 0; index < this.#ring.length; index++) {
      const record = unpackRecord(this.#ring.at(index))
      if (fits(record, filter)) found.push(record)
    }
    return found
  }

  /** The entries that fit, oldest first; at most the latest `limit` of them. */
  entries(filter: JournalFilter = {}, limit = this.#maxEntries): JournalEntry[] {
    return this.records(filter).slice(-limit).map(journalEntry)
  }

  /** How many entries fit. */
  count(filter: JournalFilter = {}): number {
    return this.records(filter).length
  }

  /**
   * Waits until an entry fits, one that is there already included.
   * @throws {JournalTimeoutError} when none came within `timeoutMilliseconds`
   */
  async waitFor(filter: JournalFilter = {}, timeoutMilliseconds = 5000): Promise<JournalEntry> {
    const found = this.records(filter)[0]
    if (found !== undefined) return journalEntry(found)
    return new Promise((resolve, reject) => {
      const stop = this.subscribe((record) => {
        if (!fits(record, filter)) return
        clearTimeout(timer)
        stop()
        resolve(journalEntry(record))
      })
      const timer = setTimeout(() => {
        stop()
        const wanted = JSON.stringify(filter)
        reject(new JournalTimeoutError(`No call that fits ${wanted} came within ${timeoutMilliseconds} ms.`))
      }, timeoutMilliseconds)
    })
  }

  /** Tells each record as it comes, until the returned function is called. */
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

/** A record as it may be shown: the key masked wherever it stands, with the reason in words. */
export function journalEntry(record: JournalRecord): JournalEntry {
  const { call, reply, route, identity } = record
  const mask = masker(call.headers['authorization'])
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
      : `No valid key: ${identity.why} (section 5).`,
    quotaReason(quota),
  ]
  if (scenario !== undefined) reasons.push(`Scenario ${scenario} was played.`)
  if (example !== undefined) reasons.push(`The example ${example} was asked for.`)
  reasons.push(routeReason(route))
  if (fault !== undefined) reasons.push(`Fault ${fault} is on: the reply may break the interface on purpose.`)
  if (reply.effect !== undefined) reasons.push(`The reply was not sent: ${reply.effect}.`)
  return reasons
}

function quotaReason(quota: Quota): string {
  if (quota.isBanned) return 'The key is banned for a while (section 8).'
  if (!quota.isAllowed) return `No request is left in the ${quota.window} (section 8).`
  return `${quota.remaining} of ${quota.limit} requests are left in the ${quota.window} (section 8).`
}

const operationSections: Readonly<Record<OperationId, string>> = { listPets: '4.1', createPet: '4.2', getPet: '4.3' }

function routeReason(route: Route): string {
  if (route.kind === 'operation') return `Operation ${route.operation} (section ${operationSections[route.operation]}).`
  return route.kind === 'wrong-method'
    ? 'The path is documented, the method is not (section 4).'
    : 'The path is not documented (section 4).'
}

/** Puts a mask in place of the credentials of a call, wherever they are repeated. */
function masker(authorization: string | undefined): (text: string) => string {
  const credentials = (authorization ?? '').replace(/^\S+\s+/, '').trim()
  if (credentials === '') return (text) => text
  return (text) => text.replaceAll(credentials, maskKey(credentials))
}

function masked(headers: Call['headers'], mask: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, mask(value)]])),
  )
}

function textOf(body: string | Uint8Array | undefined): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
