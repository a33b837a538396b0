import type { AnsweringSandbox } from '../store/answer-call.ts'
import type { Call } from '../call/call.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import {
  type PlanLimits,
  type Quota,
  type QuotaRequest,
  type QuotaState,
  type Quotas,
  defaultBanSeconds,
} from '../keys/quota.ts'
import type { Awaitable, OperationId, Resource } from '../../spec/index.ts'
import type { Animals } from '../animals/animals.ts'
import type { ItemOf } from '../animals/collections.ts'
import type { Items } from '../animals/items.ts'
import { loggedItems } from '../animals/logged-items.ts'
import type { Scenario } from '../world/scenarios.ts'
import type { ReplicaCalls } from './replica-calls.ts'
import type { Counted } from './count-calls.ts'
import { recordText } from './journal-blocks.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { StaleCopyError } from './stale-copy.ts'

/** What a call did so far that cannot be undone. The next try of the same call goes on from it. */
export interface CallProgress {
  scenario?: Scenario | undefined
  hasTakenScenario: boolean
  /** A sandbox that its key names, and that does not exist. */
  absent?: string
}

/**
 * A sandbox as one call sees it. One script counts the call; a creation appends its animal with a second one. This one
 * object also serves as its quotas, journal and collections, because every object that a call makes costs time.
 */
export class SandboxForCall implements AnsweringSandbox, Quotas {
  readonly name: string
  readonly choices: SandboxCopy['choices']
  readonly clock: SandboxCopy['clock']
  readonly settings: SandboxCopy['settings']
  readonly randomness: SandboxCopy['randomness']
  readonly #call: Call
  readonly #copy: SandboxCopy
  readonly #calls: ReplicaCalls
  readonly #progress: CallProgress
  /** Whether Redis found the copy current. From then on, the call is not tried again. */
  #isCurrent: boolean
  #knowsAnimals = false
  #counted: Counted | undefined
  #animals: Animals | undefined
  /** For a call that counts for no key: resolves once Redis has its journal entry. */
  whenJournaled: Promise<void> | undefined

  constructor(call: Call, copy: SandboxCopy, calls: ReplicaCalls, progress: CallProgress) {
    this.name = copy.name
    this.choices = copy.choices
    this.clock = copy.clock
    this.settings = copy.settings
    this.randomness = copy.randomness
    this.#call = call
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

  of<R extends Resource>(resource: R): Items<ItemOf<R>> {
    return itemsOf[resource](this)
  }

  takeScenario(operation: OperationId | undefined): Scenario | undefined {
    const progress = this.#progress
    if (progress.hasTakenScenario) return progress.scenario
    if (this.settings.scenario.every(({ calls }) => calls === undefined)) return this.#copy.takeScenario(operation)
    const taking = this.#calls.change(this.#copy.name, (copy) => copy.takeScenario(operation))
    throw new StaleCopyError(taking.then((scenario) => Object.assign(progress, { scenario, hasTakenScenario: true })))
  }

  count(request: QuotaRequest): Promise<Quota> {
    const context = contextOf(this.#copy, this.#isCurrent ? '' : this.#copy.version, request)
    return new Promise((resolve, reject) => {
      this.#copy.queue.count(context, {
        request,
        take: (counted) => {
          this.#counted = counted
          this.#isCurrent = true
          this.#knowsAnimals = true
          resolve(counted.quota)
        },
        refuse: () => reject(new StaleCopyError(this.#calls.reload(this.#copy.name))),
        fail: reject,
      })
    })
  }

  async get(key: string): Promise<QuotaState | undefined> {
    return new Map(await this.entries()).get(key)
  }

  async set(key: string, state: QuotaState | undefined): Promise<void> {
    await this.#change((copy) => copy.quotas.set(key, state))
  }

  async entries(): Promise<readonly (readonly [string, QuotaState])[]> {
    if (!this.#isCurrent) await this.#catchUp()
    await this.#calls.reload(this.#copy.name)
    return this.#copy.quotas.entries()
  }

  get animals(): Animals {
    // A call that only reads gets the copy itself.
    if (this.#knowsAnimals && this.#call.method === 'GET') return this.#copy.animalLog.memory
    const memory = () => this.#copy.animalLog.memory
    this.#animals ??= loggedItems(this.#copy.animalLog.base, {
      memory,
      read: async () => {
        if (!this.#knowsAnimals) await this.#catchUp()
        return memory()
      },
      append: async (edit) => {
        if (!this.#isCurrent) await this.#catchUp()
        return this.#calls.append(this.#copy.name, edit)
      },
    })
    return this.#animals
  }

  /** Ensures that the copy is current and has every animal. */
  async #catchUp(): Promise<void> {
    const isCurrent = await this.#script([`n${this.#copy.version}`])
    if (isCurrent === null && !this.#isCurrent) throw new StaleCopyError(this.#calls.reload(this.#copy.name))
    this.#isCurrent = true
    this.#knowsAnimals = true
  }

  #script(args: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => this.#copy.queue.run(args, resolve, reject))
  }

  async #change<T>(work: (copy: SandboxCopy) => Awaitable<T>): Promise<T> {
    if (!this.#isCurrent) await this.#catchUp()
    return this.#calls.change(this.#copy.name, work)
  }

  /** Adds the call to the journal. */
  add(details: Omit<JournalRecord, 'number'>): JournalRecord {
    const record = Object.assign(details, { number: 0 })
    if (this.#counted === undefined) {
      this.whenJournaled = this.#addUncounted(record)
      return record
    }
    const { number, shownNumber } = this.#counted
    record.number = number
    this.#copy.queue.log(record)
    this.#calls.notify(record, shownNumber, this.#copy)
    return record
  }

  /** Adds a call that counts for no key. */
  async #addUncounted(record: { number: number } & JournalRecord): Promise<void> {
    // The script puts its number in place of the A0 that it begins with.
    const text = recordText(record).slice(2)
    const number = await this.#script([`k${this.#isCurrent ? '' : this.#copy.version}`, text])
    if (typeof number !== 'number') throw new StaleCopyError(this.#calls.reload(this.#copy.name))
    record.number = number
    this.#calls.notify(record, number, this.#copy)
  }
}

/** The items of each resource, as a call sees them: the compiler says which one is missing. */
const itemsOf: { readonly [R in Resource]: (sandbox: SandboxForCall) => Items<ItemOf<R>> } = {
  Pet: ({ animals }) => animals,
}

const contexts = new WeakMap<PlanLimits, { readonly version: string; readonly text: string }>()

/** The input of a count, as text for the script. Cached, because limits seldom change. */
function contextOf({ clock: { state } }: SandboxCopy, version: string, request: QuotaRequest): string {
  const { limits, start, terms } = request
  const known = start === 'full' ? contexts.get(limits) : undefined
  if (known !== undefined && known.version === version && version !== '') return known.text
  const { ban, windowStart } = terms
  const text = [
    version,
    state.mode === 'frozen' ? `f${state.atMilliseconds}` : `r${state.offsetMilliseconds}`,
    limits.minute,
    limits.day,
    start,
    windowStart,
    ban === undefined ? `never 0 ${defaultBanSeconds}` : `${ban.calls} ${ban.seconds} ${ban.seconds}`,
  ].join(' ')
  if (start === 'full') contexts.set(limits, { version, text })
  return text
}
