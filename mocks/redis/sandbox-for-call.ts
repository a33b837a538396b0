import type { AnsweringSandbox } from '../store/answer-call.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { type Quota, type QuotaRequest, type QuotaState, type Quotas, countCall } from '../keys/quota.ts'
import type { Awaitable, OperationId, Resource } from '../../spec/index.ts'
import type { Animals } from '../animals/animals.ts'
import type { ItemOf } from '../animals/collections.ts'
import type { Items } from '../animals/items.ts'
import { loggedItems } from '../animals/logged-items.ts'
import type { Scenario } from '../world/scenarios.ts'
import { contextOf, quotaOf } from './quotas.ts'
import type { CallProgress, ReplicaCalls } from './replica-calls.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'

/** What the script says of a count: for a key also when it was, and the numbers of its quota before, if there was one. */
type Counted = readonly [number: number, shownNumber: number, nowSeconds: number, ...before: number[]]

/**
 * A sandbox as one call sees it. One script counts the call; a creation appends its item with a second one. This one
 * object also serves as its quotas, journal and collections, because every object that a call makes costs time.
 */
export class SandboxForCall implements AnsweringSandbox, Quotas {
  readonly name: string
  readonly choices: SandboxCopy['choices']
  readonly clock: SandboxCopy['clock']
  readonly settings: SandboxCopy['settings']
  readonly randomness: SandboxCopy['randomness']
  readonly #copy: SandboxCopy
  readonly #calls: ReplicaCalls
  readonly #progress: CallProgress
  /** Whether Redis found the copy current. From then on, the call is not tried again. */
  #isCurrent: boolean
  #knowsItems = false
  #counted: Counted | undefined
  /** For a call that counts for no key: resolves once it has its number. */
  whenCounted: Promise<void> | undefined

  constructor(copy: SandboxCopy, calls: ReplicaCalls, progress: CallProgress) {
    this.name = copy.name
    this.choices = copy.choices
    this.clock = copy.clock
    this.settings = copy.settings
    this.randomness = copy.randomness
    this.#copy = copy
    this.#calls = calls
    this.#progress = progress
    this.#isCurrent = progress.hasTakenScenario
  }

  get quotas(): Quotas {
    return this
  }

  get journal() {
    return this
  }

  get collections() {
    return this
  }

  get animals(): Animals {
    return this.of('Pet')
  }

  of<R extends Resource>(resource: R): Items<ItemOf<R>> {
    const memory = () => this.#copy.items.memoryOf(resource)
    // A call that only reads gets the copy itself.
    if (this.#knowsItems && this.#progress.call.method === 'GET') return memory()
    return loggedItems(memory().base, {
      memory,
      read: async () => {
        if (!this.#knowsItems) await this.#catchUp()
        return memory()
      },
      append: async (edit) => {
        if (!this.#isCurrent) await this.#catchUp()
        return retryWhileStale(async () => {
          const outcome = await this.#calls.copies.current(this.name).append(resource, edit)
          if (outcome === undefined) throw new StaleCopyError()
          return outcome
        }, this.#progress.deadline)
      },
    })
  }

  takeScenario(operation: OperationId | undefined): Scenario | undefined {
    const progress = this.#progress
    if (progress.hasTakenScenario) return progress.scenario
    if (this.settings.scenario.every(({ calls }) => calls === undefined)) return this.#copy.takeScenario(operation)
    const taking = this.#change((copy) => copy.takeScenario(operation))
    throw new StaleCopyError(taking.then((scenario) => Object.assign(progress, { scenario, hasTakenScenario: true })))
  }

  /** The version that the copy must have; "" for any, once the call goes on whatever it is. */
  get #expected(): string {
    return this.#isCurrent ? '' : this.#copy.version
  }

  /** Counts the call, or nothing. By the next turn of the event loop, the copy has all that is new. */
  async #count(context: string, key: string, isCall: boolean): Promise<Counted> {
    const { items, queue } = this.#copy
    const counted = items.isChanging ? null : await queue.run([`c${context}`, key, isCall ? '1' : ''])
    if (counted === null) throw new StaleCopyError()
    return counted as Counted
  }

  /** Redis returns the quota before the call; that of the call is computed here, as in memory. */
  async count(request: QuotaRequest): Promise<Quota> {
    const counted = await this.#count(contextOf(this.#expected, this.clock.state, request), request.key, true)
    const [, , nowSeconds, ...before] = counted
    this.#counted = counted
    this.#isCurrent = true
    this.#knowsItems = true
    return countCall(before.length === 0 ? undefined : quotaOf(before), { ...request, nowSeconds }).quota
  }

  /** Ensures that the copy is current and has every item. */
  async #catchUp(): Promise<void> {
    await this.#count(this.#expected, '', false)
    this.#isCurrent = true
    this.#knowsItems = true
  }

  #change<T>(work: (copy: SandboxCopy) => Awaitable<T>): Promise<T> {
    return this.#calls.copies.change(this.name, this.#progress.deadline, work, true)
  }

  async get(key: string): Promise<QuotaState | undefined> {
    return new Map(await this.entries()).get(key)
  }

  async set(key: string, state: QuotaState | undefined): Promise<void> {
    if (!this.#isCurrent) await this.#catchUp()
    await this.#change((copy) => copy.quotas.set(key, state))
  }

  async entries(): Promise<readonly (readonly [string, QuotaState])[]> {
    if (!this.#isCurrent) await this.#catchUp()
    await this.#copy.load()
    return this.#copy.quotas.entries()
  }

  /** Adds the call to the journal. One that counts for no key is still to be numbered. */
  add(details: Omit<JournalRecord, 'number'>): JournalRecord {
    const record = Object.assign(details, { number: 0 })
    const add = ([number, shownNumber]: Counted) => {
      record.number = number
      this.#copy.queue.log(record)
      this.#calls.notify(record, shownNumber, this.#copy)
    }
    if (this.#counted !== undefined) add(this.#counted)
    else this.whenCounted = this.#count(this.#expected, '', true).then(add)
    return record
  }
}
