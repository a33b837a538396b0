import { createHash } from 'node:crypto'
import { digestOf } from '../animal-file/animal-tables.ts'
import { answerCall } from '../store/answer-call.ts'
import type { Call, Reply } from '../call/call.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { tellAll } from '../journal/journal.ts'
import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import { entryPoints } from '../store/entry-points.ts'
import type { BaseAnimals, NumberedPets } from '../animals/animals.ts'
import type { AnimalEdit } from '../animals/logged-animals.ts'
import { MemoryLimit } from '../animals/memory-limit.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { type Settings, completeSettings } from '../world/settings.ts'
import type { SharedScope } from '../store/shared-state.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  type StoreLimits,
  type RecordListener,
  createAnimalStore,
  failurePrinter,
  limitsOf,
} from '../store/store.ts'
import type { ScriptResult } from './batch.ts'
import { Deadline } from './deadline.ts'
import type { RedisConnection, Send } from './redis-connection.ts'
import { join, leaseMilliseconds, noticesOf } from './join.ts'
import { StaleCopyError, type CallStory, SandboxForCall } from './sandbox-for-call.ts'
import { SharedJournal, requireUsualBounds } from './shared-journal.ts'
import { SandboxList } from './sandbox-list.ts'
import { scriptDigest } from './script.ts'
import { SharedSandbox } from './shared-sandbox.ts'
import { type Awaitable, OptionsError } from '../../spec/index.ts'
import { DamagedSandboxError, isDamage } from './state-error.ts'

/** How much longer than a call the control API may take: it visits all sandboxes, in a few steps. */
const controlFactor = 5

/** As many sandboxes are visited at once. More of them with long journals would keep the calls of others waiting. */
const mostAtOnce = 100

/** After so long, an entry of the journal that was on its way will not come: its replica was killed. */
const lostMilliseconds = 1000

/** Other calls bring new entries all the time; after so long, those of calls that were answered before are there. */
const settledMilliseconds = 25

/**
 * A store whose sandboxes are in Redis. This replica answers from copies of them that Redis has just called current:
 * spec/decisions/0084-state-of-replicas-in-redis.md.
 */
export class RedisStore {
  /** What a person should know of this Redis. */
  notices: readonly string[] = []
  readonly onFailure: (error: unknown) => void
  readonly #limits: StoreLimits
  /** What is the same in every replica: keys, the dataset, how calls are refused. Its own sandboxes are not used. */
  readonly #inner: AnimalStore
  readonly #listeners: Set<RecordListener>
  #settings: Settings
  #renewal: NodeJS.Timeout | undefined
  readonly #totalBudget: { usedBytes: number; readonly mostBytes: number }
  readonly #connection: RedisConnection
  readonly #prefix: string
  readonly #deadlineMilliseconds: number
  readonly #list: SandboxList
  readonly #copies = new Map<string, SharedSandbox>()
  readonly #journals = new Map<string, SharedJournal>()
  /** Copies that are being made, or brought up to date: whoever asks meanwhile waits for the same. */
  readonly #openings = new Map<string, Promise<SharedSandbox>>()
  readonly #reloads = new Map<string, Promise<unknown>>()
  /** The last change of each sandbox; calls and changes wait for it. */
  readonly #changes = new Map<string, Promise<unknown>>()
  #base: BaseAnimals | undefined
  /** By how much the clock of Redis is ahead of the one here. */
  #skewMilliseconds = 0
  #texts = 0
  readonly #replica = crypto.randomUUID().slice(0, 8)

  constructor(options: AnimalStoreOptions, connection: RedisConnection, prefix: string, deadlineMilliseconds: number) {
    const { onFailure = failurePrinter(), onRecord } = options
    this.#limits = limitsOf(options)
    this.#inner = createAnimalStore({ ...options, state: undefined, onFailure })
    // An error of the error handler must not become another failure.
    this.onFailure = (error) => tellAll([onFailure], [error], () => undefined)
    this.#listeners = new Set(onRecord === undefined ? [] : [onRecord])
    this.#settings = completeSettings(options)
    requireUsualBounds(this.#settings.journal)
    this.#totalBudget = { usedBytes: 0, mostBytes: this.#limits.totalBytes }
    this.#connection = connection
    this.#prefix = prefix
    this.#deadlineMilliseconds = deadlineMilliseconds
    this.#list = new SandboxList(connection, `${prefix}:sandboxes`, { ...this.#limits, keys: this.#inner.keys })
  }

  /** The store, as its users see it. */
  get store(): AnimalStore {
    const inner = this.#inner
    const refuse = (): never => {
      throw new OptionsError(
        'The sandboxes of this store are shared by replicas: use the control API, or await store.within({ sandbox, use: "change" }, (store) => …).',
      )
    }
    const own: AnimalStore = {
      ...inner,
      ...entryPoints(
        (call) => this.#answerInTime(call),
        (...why) => inner.refuse(...why),
        this.onFailure,
      ),
      subscribe: (listener, name) => {
        if (name !== undefined) return this.#subscribe(listener, name)
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
    return {
      ...own,
      sandbox: refuse,
      get sandboxes() {
        return refuse()
      },
      forget: refuse,
      reset: () => {
        const deadline = this.#controlDeadline()
        return deadline.race(this.#reset(deadline))
      },
      within: (scope, work) => this.#within(own, scope, work),
    }
  }

  notify(record: JournalRecord, number: number, sandbox: Sandbox): void {
    if (this.#listeners.size > 0) tellAll(this.#listeners, [{ ...record, number }, sandbox], this.onFailure)
  }

  #callDeadline(): Deadline {
    return new Deadline(this.#deadlineMilliseconds)
  }

  #controlDeadline(): Deadline {
    return new Deadline(controlFactor * this.#deadlineMilliseconds)
  }

  #answerInTime(call: Call): Promise<Reply> {
    const deadline = this.#callDeadline()
    return deadline.race(this.#answer(call, deadline))
  }

  /** Each promise takes time of every call, so there is one beside those of the way of the call. */
  #answer(call: Call, deadline: Deadline, story: CallStory = { hasTakenScenario: false }): Promise<Reply> {
    let called: SandboxForCall | undefined
    const sandboxOf = (name: string) => (called = new SandboxForCall(call, this.#copyOf(name), this, story))
    const again = (error: unknown) => retryOnceCurrent(error, () => this.#answer(call, deadline, story), deadline)
    const answering = answerCall(
      {
        keys: this.#inner.keys,
        sandboxOf,
        existingSandbox: (name) => {
          if (this.#copies.has(name) || name === defaultSandboxName) return sandboxOf(name)
          if (story.absent === name) return sandboxOf(defaultSandboxName)
          throw new StaleCopyError(this.reload(name).then((isThere) => isThere || (story.absent = name)))
        },
        onRecord: undefined,
      },
      call,
    )
    return answering.then((reply) => called?.whenJournaled?.then(() => reply, again) ?? reply, again)
  }

  /** Does work until none of its copies is stale. */
  async #retryWhileStale<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StaleCopyError)) throw error
        await error.ready
        deadline.check()
      }
    }
  }

  /** Prepares a new connection. @throws {ReplicaError} when this replica cannot use what is there */
  async join(send: Send, info: ReadonlyMap<string, string>): Promise<void> {
    // Redis may have lost what it said before.
    for (const name of this.#copies.keys()) this.#drop(name)
    this.notices = noticesOf(info)
    const { pets } = await this.#inner.baseAnimals
    const { dataset = 'animals of its own', seed } = this.#inner
    const { clock } = this.#settings
    const keys = JSON.stringify([...this.#inner.keys.own].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    const shared = await join(send, this.#prefix, {
      dataset: `${dataset} (${pets.length} animals, seed ${seed}) ${digestOf(pets)}`,
      options: {
        ...this.#settings,
        ...this.#limits,
        clock: clock.mode === 'running' ? 'running' : clock,
        keys: createHash('sha256').update(keys).digest('hex'),
      },
      clock,
    })
    this.#settings = { ...this.#settings, clock: shared }
    clearInterval(this.#renewal)
    this.#renewal = setInterval(() => {
      this.#connection.send(`${this.#prefix}:options`, 'PEXPIRE', String(leaseMilliseconds)).catch(() => undefined)
    }, leaseMilliseconds / 3).unref()
  }

  /** The copy of a sandbox. @throws {StaleCopyError} while there is none, or it is being changed */
  #copyOf(name: string): SharedSandbox {
    const changing = this.#changes.get(name)
    if (changing !== undefined) throw new StaleCopyError(changing)
    const copy = this.#copies.get(name)
    if (copy === undefined) throw new StaleCopyError(this.#open(name))
    return copy
  }

  /** The copy of a sandbox; a new one if there is none, which is kept once there is such a sandbox. */
  async #anyCopy(name: string): Promise<SharedSandbox> {
    this.#base ??= await this.#inner.baseAnimals
    const { sandboxBytes, idleMilliseconds } = this.#limits
    const isExpiring = name !== defaultSandboxName && Number.isFinite(idleMilliseconds)
    return (
      this.#copies.get(name) ??
      new SharedSandbox(name, {
        start: { settings: this.#settings, realNow: () => Date.now() + this.#skewMilliseconds },
        base: this.#base,
        memoryLimit: new MemoryLimit(sandboxBytes, this.#totalBudget),
        journal: this.#journalOf(name),
        connection: this.#connection,
        keys: this.#keysOf(name),
        idle: isExpiring ? String(Math.ceil(idleMilliseconds)) : '',
        onFailure: this.onFailure,
        onTime: (real) => {
          const skew = real - Date.now()
          if (Math.abs(skew - this.#skewMilliseconds) > 100) this.#skewMilliseconds = skew
        },
        onUse: (copy, usedMilliseconds) => this.#list.use(copy, usedMilliseconds),
        newText: () => `${this.#replica}-${++this.#texts}`,
      })
    )
  }

  #journalOf(name: string): SharedJournal {
    let journal = this.#journals.get(name)
    if (journal === undefined) {
      journal = new SharedJournal(this.#inner.keys, this.onFailure, (isWatched) => this.#listen(name, isWatched))
      this.#journals.set(name, journal)
    }
    return journal
  }

  /** Reads the journal whenever a replica has added to it, as long as somebody watches. */
  #listen(name: string, isWatched: boolean): void {
    const channel = this.#keyOf(name, 'h')
    if (!isWatched) return this.#connection.leave(channel)
    let reading: Promise<void> | undefined
    let isBehind = false
    const read = async () => {
      while (isBehind) {
        isBehind = false
        const copy = this.#copies.get(name) ?? (await this.#open(name))
        await this.#load(copy, true)
      }
    }
    this.#connection.listen(channel, () => {
      isBehind = true
      reading ??= read()
        .catch(this.onFailure)
        .finally(() => (reading = undefined))
    })
  }

  /** All keys of a sandbox are in one slot of a cluster, and sandboxes are spread over its slots. */
  #keyOf(name: string, end: string): string {
    return `${this.#prefix}:{${name}}:${end}`
  }

  #keysOf(name: string): string[] {
    return ['h', 'q', 'r', 'j', 's'].map((end) => this.#keyOf(name, end))
  }

  /** The copy of a sandbox, which is made in Redis if it is not there. @throws {SandboxLimitError} {DamagedSandboxError} */
  #open(name: string): Promise<SharedSandbox> {
    return once(this.#openings, name, async () => {
      if (name !== defaultSandboxName) {
        await this.#list
          .enter(name, (other) => this.#dropUnlessHolding(other))
          .catch(async (error: unknown) => {
            // It may be there all the same: the list is behind by a moment.
            if ((await this.reload(name)) !== true) throw error
          })
      }
      const copy = await this.#anyCopy(name)
      await copy.open()
      return this.#keep(copy)
    })
  }

  /** Drops a sandbox to make room for another. @returns whether it is gone */
  async #dropUnlessHolding(name: string): Promise<boolean> {
    const keys = this.#keysOf(name)
    try {
      const head = ['EVALSHA', scriptDigest, String(keys.length), ...keys]
      const [, , , [isGone]] = (await this.#connection.run([...head, '', '', 'd'])) as ScriptResult
      if (isGone === null) return false
    } catch (error) {
      if (!isDamage(error)) throw error
      // Only a person removes what cannot be read.
      return false
    }
    this.#drop(name)
    return true
  }

  #keep(copy: SharedSandbox): SharedSandbox {
    const kept = this.#copies.get(copy.name)
    if (kept !== undefined) return kept
    // Others must not see what is not in Redis yet. It is kept once the change is.
    if (copy.animalLog.isChanging) return copy
    // The one that was made first makes room. Whoever needs it again gets another copy.
    for (const oldest of this.#copies.keys()) {
      if (this.#copies.size < this.#limits.maxSandboxes) break
      if (oldest !== defaultSandboxName) this.#drop(oldest)
    }
    this.#copies.set(copy.name, copy)
    return copy
  }

  #drop(name: string): void {
    this.#copies.get(name)?.drop()
    this.#copies.delete(name)
    if (this.#journals.get(name)?.isWatched === false) this.#journals.delete(name)
  }

  /** Brings a copy up to date. @returns whether the sandbox is there @throws {DamagedSandboxError} */
  async #load(copy: SharedSandbox, isWithJournal: boolean, areEntriesLost = false): Promise<boolean> {
    let isThere = false
    try {
      isThere = await copy.load(isWithJournal, areEntriesLost)
    } finally {
      if (isThere) this.#keep(copy)
      else this.#drop(copy.name)
    }
    return isThere
  }

  /** Brings a copy up to date. @returns whether the sandbox is there */
  reload(name: string): Promise<unknown> {
    return once(this.#reloads, name, async () => this.#load(await this.#anyCopy(name), false))
  }

  /** Brings a copy up to date, with its journal: the entries of all calls that were answered before. */
  async #loadWhole(copy: SharedSandbox): Promise<boolean> {
    const { journal } = copy
    const startedAt = performance.now()
    let wanted: number | undefined
    for (;;) {
      const waited = performance.now() - startedAt
      if (!(await this.#load(copy, true, waited > lostMilliseconds))) return false
      wanted ??= journal.arrived + copy.missingEntries
      if (copy.missingEntries <= 0 || (journal.arrived >= wanted && waited > settledMilliseconds)) return true
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /**
   * Changes a sandbox in one step: on the copy first, then in Redis unless another was faster.
   * @param isOfCall whether a call changes it, whose own entry of the journal is still to come
   */
  async change<T>(
    name: string,
    work: (sandbox: SharedSandbox) => Awaitable<T>,
    deadline = this.#callDeadline(),
    isOfCall = true,
  ): Promise<T> {
    const before = this.#changes.get(name) ?? Promise.resolve()
    const changing = before.then(() => {
      deadline.check()
      return this.#retryWhileStale(() => this.#changeOnce(name, work, isOfCall), deadline)
    })
    const nothing = () => undefined
    const settled = changing.then(nothing, nothing)
    this.#changes.set(name, settled)
    void settled.then(() => this.#changes.get(name) === settled && this.#changes.delete(name))
    return changing
  }

  async #changeOnce<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>, isOfCall: boolean): Promise<T> {
    const copy = this.#copies.get(name) ?? (await this.#open(name))
    if (!(await (isOfCall ? this.#load(copy, false) : this.#loadWhole(copy))))
      throw new StaleCopyError(this.#open(name))
    // Others must not see what is not in Redis yet.
    this.#copies.delete(name)
    try {
      const made = await copy.change(work)
      if (made === undefined) throw new StaleCopyError(Promise.resolve())
      this.#copies.set(name, copy)
      return made.result
    } catch (error) {
      // It may be another one than Redis has.
      copy.drop()
      throw error
    }
  }

  /** Appends an edit of a call to the animals of a sandbox. @returns the animals that it was about */
  append(name: string, edit: AnimalEdit): Promise<NumberedPets> {
    return this.#retryWhileStale(async () => {
      const outcome = await this.#copyOf(name).append(edit)
      if (outcome === undefined) throw new StaleCopyError(this.reload(name))
      return outcome
    }, this.#callDeadline())
  }

  /** Whatever Redis has of it. */
  async #forget(name: string): Promise<void> {
    const [key = '', ...others] = this.#keysOf(name)
    await Promise.all([this.#connection.send(key, 'DEL', ...others), this.#list.remove(name)])
    this.#drop(name)
  }

  /** Makes a sandbox anew if it cannot be read. */
  async #removeDamaged(name: string): Promise<void> {
    try {
      await this.reload(name)
    } catch (error) {
      if (!(error instanceof DamagedSandboxError)) throw error
      await this.#forget(name)
      await this.#open(name)
    }
  }

  /** Visits sandboxes, many at once, because each visit waits for Redis. */
  async #visit<T>(names: readonly string[], visit: (name: string) => Promise<T>, deadline: Deadline): Promise<T[]> {
    const found: T[] = []
    for (let first = 0; first < names.length; first += mostAtOnce) {
      deadline.check()
      found.push(...(await Promise.all(names.slice(first, first + mostAtOnce).map(visit))))
    }
    return found
  }

  /** Every sandbox that there is, brought up to date. One that cannot be read is left out, and named by a failure. */
  async #all(deadline: Deadline): Promise<SharedSandbox[]> {
    const names = [defaultSandboxName, ...(await this.#list.names())]
    const find = (name: string) =>
      this.#find(name).catch((error: unknown) => {
        if (!(error instanceof DamagedSandboxError)) throw error
        this.onFailure(error)
      })
    const found = await this.#visit(names, find, deadline)
    return found.filter((copy) => copy instanceof SharedSandbox)
  }

  /** A sandbox, brought up to date; nothing if there is none. */
  async #find(name: string): Promise<SharedSandbox | undefined> {
    const copy = await this.#anyCopy(name)
    if (await this.#loadWhole(copy)) return copy
    if (name === defaultSandboxName) return this.#open(name)
    await this.#list.remove(name)
    return undefined
  }

  /** Gives the listener the calls of a sandbox, whichever replica answers them. */
  #subscribe(listener: RecordListener, name: string): () => void {
    return this.#journalOf(name).subscribe((record: JournalRecord) => {
      const sandbox = this.#copies.get(name)
      if (sandbox !== undefined) listener(record, sandbox)
    })
  }

  async #reset(deadline: Deadline): Promise<void> {
    const names = await this.#list.names()
    const resetting = this.change(defaultSandboxName, (sandbox) => sandbox.reset(), deadline, false)
    const isDone = resetting.catch(async (error: unknown) => {
      if (!(error instanceof DamagedSandboxError)) throw error
      await this.#forget(defaultSandboxName)
    })
    await Promise.all([isDone, this.#visit(names, (name) => this.#forget(name), deadline)])
  }

  async #within<T>(
    store: AnimalStore,
    { sandbox: name, use }: SharedScope,
    work: (store: AnimalStore) => Awaitable<T>,
  ): Promise<T> {
    const made = new Set<string>()
    const deadline = this.#controlDeadline()
    const isOne = name !== undefined && sandboxNamePattern.test(name)
    return this.#retryWhileStale(async () => {
      if (isOne && use === 'forget') await deadline.race(this.#removeDamaged(name))
      if (isOne && (use === 'make' || (use !== 'look' && (await deadline.race(this.reload(name))) === true))) {
        const changing = this.change(name, (sandbox) => this.#workOn(store, [sandbox], work, deadline), deadline, false)
        return deadline.race(changing)
      }
      const one = isOne ? await deadline.race(this.#find(name)) : undefined
      const found = one === undefined ? await deadline.race(this.#all(deadline)) : [one]
      const working = this.#workOn(store, found, work, deadline, made)
      // Whoever looks may wait for calls that are still to come.
      return use === 'look' ? working : deadline.race(working)
    }, deadline)
  }

  /** Lets work be done on these sandboxes. */
  async #workOn<T>(
    store: AnimalStore,
    given: readonly Sandbox[],
    work: (store: AnimalStore) => Awaitable<T>,
    deadline: Deadline,
    made = new Set<string>(),
  ): Promise<T> {
    let sandboxes = given
    const forgotten: Promise<void>[] = []
    const result = await work({
      ...store,
      sandbox: (name = defaultSandboxName) => {
        const found = sandboxes.find((sandbox) => sandbox.name === name)
        if (found !== undefined) return found
        made.add(name)
        throw new StaleCopyError(this.#open(name))
      },
      // One that was made for this work was not there before it.
      get sandboxes() {
        return sandboxes.filter((sandbox) => !made.has(sandbox.name))
      },
      reset: async () => {
        await this.#reset(deadline)
        sandboxes = [this.#copies.get(defaultSandboxName) ?? (await this.#open(defaultSandboxName))]
      },
      within: (scope, other) => this.#within(store, scope, other),
      forget: (name) => {
        forgotten.push(this.#forget(name))
        return true
      },
    })
    await Promise.all(forgotten)
    return result
  }

  /** Sends what is not yet sent. */
  async close(): Promise<void> {
    clearInterval(this.#renewal)
    await Promise.all([...this.#copies.values()].map(({ batch }) => batch.flush()))
  }
}

/** Does some work again once what was in its way is gone. @throws the error, if it is of another kind */
async function retryOnceCurrent<T>(error: unknown, work: () => Promise<T>, deadline: Deadline): Promise<T> {
  if (!(error instanceof StaleCopyError)) throw error
  await error.ready
  deadline.check()
  return work()
}

/** Begins some work unless the same is being done already. */
function once<T>(running: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  let found = running.get(name)
  if (found === undefined) {
    found = work().finally(() => running.delete(name))
    running.set(name, found)
  }
  return found
}
