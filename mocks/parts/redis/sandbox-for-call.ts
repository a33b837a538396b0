import type { AnsweringSandbox } from '../../store/answer-call.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import type { Quota, QuotaRequest, QuotaState, Quotas } from '../../keys/quota.ts'
import type { Awaitable, OperationId, Resource } from '../../../spec/index.ts'
import type { Animals } from '../../animals/animals.ts'
import type { ItemOf } from '../../animals/collections.ts'
import type { Items } from '../../animals/items.ts'
import { loggedItems } from '../../animals/logged-items.ts'
import type { Scenario } from '../../world/scenarios.ts'
import { contextOf } from './quotas.ts'
import type { CallProgress, ReplicaCalls } from './replica-calls.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import type { CallNumbers } from './script-queue.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'

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
  #numbers: CallNumbers | undefined
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
    this.#isCurrent = progress.hasSpentScenario
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

  spendScenario(operation: OperationId | undefined): Scenario | undefined {
    const progress = this.#progress
    if (progress.hasSpentScenario) return progress.scenario
    if (this.settings.scenario.every(({ calls }) => calls === undefined)) return this.#copy.spendScenario(operation)
    const spending = this.#change((copy) => copy.spendScenario(operation))
    throw new StaleCopyError(spending.then((scenario) => Object.assign(progress, { scenario, hasSpentScenario: true })))
  }

  /** The version that the copy must have; "" for any, once the call goes on whatever it is. */
  get #expected(): string {
    return this.#isCurrent ? '' : this.#copy.version
  }

  /** Counts calls of no key. By the next turn of the event loop, the copy has all that is new. */
  async #countOfNobody(calls: 0 | 1): Promise<CallNumbers> {
    const { items, queue } = this.#copy
    const numbers = items.isChanging ? null : await queue.run([`c${this.#expected}`, '', String(calls)])
    if (numbers === null) throw new StaleCopyError()
    return numbers as CallNumbers
  }

  async count(request: QuotaRequest): Promise<Quota> {
    const { items, queue } = this.#copy
    const context = contextOf(this.#expected, this.clock.state, request)
    const counted = items.isChanging ? undefined : await queue.count(context, request)
    if (counted === undefined) throw new StaleCopyError()
    this.#numbers = counted.numbers
    this.#isCurrent = true
    this.#knowsItems = true
    return counted.quota
  }

  /** Ensures that the copy is current and has every item. */
  async #catchUp(): Promise<void> {
    await this.#countOfNobody(0)
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
    const add = ([number, shownNumber]: CallNumbers) => {
      record.number = number
      this.#copy.queue.log(record)
      this.#calls.notify(record, shownNumber, this.#copy)
    }
    if (this.#numbers !== undefined) add(this.#numbers)
    else this.whenCounted = this.#countOfNobody(1).then(add)
    return record
  }
}
