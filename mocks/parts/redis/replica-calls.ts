import type { Awaitable, OperationId, Resource } from '../../../spec/index.ts'
import type { Animals } from '../../animals/animals.ts'
import type { ItemOf } from '../../animals/collections.ts'
import type { Items } from '../../animals/items.ts'
import { loggedItems } from '../../animals/logged-items.ts'
import type { Call, Reply } from '../../call/call.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import { tellAll } from '../../journal/journal.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import type { Quota, QuotaRequest, QuotaState, Quotas } from '../../keys/quota.ts'
import { type AnsweringSandbox, answerCall } from '../../store/answer-call.ts'
import type { RecordListener } from '../../store/store.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { Copies } from './copies.ts'
import { Deadline, StaleCopyError } from './deadline.ts'
import type { SandboxCopy } from './sandbox-copy.ts'

/** A call, and what it did so far that cannot be undone. Its next try goes on from that. */
interface CallProgress {
  readonly call: Call
  readonly deadline: Deadline
  scenario?: ReturnType<Sandbox['spendScenario']>
  hasSpentScenario: boolean
  /** A sandbox that its key names, and that does not exist. */
  absent?: string | undefined
}

/** Answers the calls of this replica. */
export class ReplicaCalls {
  readonly copies: Copies
  readonly #listeners = new Set<RecordListener>()

  constructor(copies: Copies) {
    this.copies = copies
  }

  /** Rejects with a {@link DeadlineError} when it takes too long. */
  answer(call: Call): Promise<Reply> {
    const deadline = new Deadline(this.copies.replica.deadlineMilliseconds)
    const progress: CallProgress = { call, deadline, hasSpentScenario: false }
    return deadline.race(deadline.retryWhileStale(() => this.#try(progress)))
  }

  async #try(progress: CallProgress): Promise<Reply> {
    const { copies } = this
    const { apiKeys: keys, registered, holds, limits } = copies.replica
    const { strictSandboxes } = limits
    let called: SandboxForCall | undefined
    const sandboxOf = (name: string) => (called = new SandboxForCall(copies.current(name), this, progress))
    const sandboxOrDefault = (name: string) => {
      if (copies.get(name) !== undefined || name === defaultSandboxName) return sandboxOf(name)
      if (progress.absent === name) return sandboxOf(defaultSandboxName)
      const find = async () => {
        if (await copies.isThere(name)) await copies.open(name)
        else progress.absent = name
      }
      throw new StaleCopyError(find())
    }
    const store = { keys, registered, holds, strictSandboxes, sandboxOf, sandboxOrDefault, onRecord: undefined }
    const reply = await answerCall(store, progress.call)
    await called?.whenLogged
    return reply
  }

  /** Gives the listener the calls that this replica answers. */
  subscribe(listener: RecordListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(record: JournalRecord, sandbox: Sandbox): void {
    tellAll(this.#listeners, [record, sandbox], this.copies.replica.onFailure)
  }
}

/**
 * A sandbox as one call sees it. One script counts the call, and another one adds it to the journal; a creation appends its
 * item in between. This one object also serves as its quotas, journal and collections, because every object that a call makes
 * costs time.
 */
class SandboxForCall implements AnsweringSandbox, Quotas {
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
  /** Resolves once the journal has the call. */
  whenLogged: Promise<void> | undefined

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
        return this.#progress.deadline.retryWhileStale(async () =>
          found(await this.#calls.copies.current(this.name).append(resource, edit)),
        )
      },
    })
  }

  spendScenario(operation: OperationId | undefined): ReturnType<Sandbox['spendScenario']> {
    const progress = this.#progress
    if (progress.hasSpentScenario) return progress.scenario
    if (this.settings.scenario.every(({ calls }) => calls === undefined)) return this.#copy.spendScenario(operation)
    const spending = this.#change((copy) => copy.spendScenario(operation))
    throw new StaleCopyError(spending.then((scenario) => Object.assign(progress, { scenario, hasSpentScenario: true })))
  }

  /** Asks Redis by the version that the copy must have; by "" for any, once the call goes on whatever it is. */
  async #ask<T>(question: (version: string) => Promise<T | undefined>): Promise<T> {
    const { items, version } = this.#copy
    const answer = found(items.isChanging ? undefined : await question(this.#isCurrent ? '' : version))
    this.#isCurrent = true
    return answer
  }

  async count(request: QuotaRequest): Promise<Quota> {
    const quota = await this.#ask((version) => this.#copy.queue.count(version, this.clock, request))
    this.#knowsItems = true
    return quota
  }

  /** Ensures that the copy is current and has every item. */
  async #catchUp(): Promise<void> {
    await this.#ask((version) => this.#copy.queue.ask([`c${version}`, '', ''], (result) => result ?? undefined))
    this.#knowsItems = true
  }

  #change<T>(work: (copy: SandboxCopy) => Awaitable<T>): Promise<T> {
    return this.#calls.copies.change(this.name, this.#progress.deadline, work)
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

  add(details: Omit<JournalRecord, 'number'>): JournalRecord {
    const record = Object.assign(details, { number: 0 })
    this.whenLogged = this.#log(record)
    return record
  }

  /** The journal that replicas share only grows, so there it stays a call whose reply was held back. */
  amend(): boolean {
    return false
  }

  async #log(record: { -readonly [Name in keyof JournalRecord]: JournalRecord[Name] }): Promise<void> {
    const isSure = this.#isCurrent
    const number = await this.#copy.queue.log(isSure ? '' : this.#copy.version, record)
    // A call that was counted is not tried again, also where its sandbox is gone.
    record.number = isSure ? (number ?? 0) : found(number)
    this.#calls.notify(record, this.#copy)
  }
}

/** @throws {StaleCopyError} if the copy was not what Redis has */
function found<T>(answer: T | undefined): T {
  if (answer === undefined) throw new StaleCopyError()
  return answer
}
