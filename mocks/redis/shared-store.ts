import { createHash } from 'node:crypto'
import { digestOf } from '../state/state-tables.ts'
import { answerCall } from '../call/answer.ts'
import type { Awaitable, Call, Reply } from '../call/call.ts'
import { type JournalRecord, tellAll } from '../journal/journal.ts'
import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import { doorOf } from '../world/door.ts'
import { OptionsError } from '../world/known-options.ts'
import type { BaseAnimals } from '../world/animals.ts'
import { Room } from '../world/room.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { type Settings, settle } from '../world/settings.ts'
import type { SharedScope } from '../world/shared-state.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  type Limits,
  type RecordListener,
  createAnimalStore,
  failurePrinter,
  limitsOf,
} from '../world/store.ts'
import { type Link, type Send, StateUnavailableError } from './link.ts'
import { join, leaseMilliseconds, noticesOf } from './join.ts'
import { Again, type CallStory, SharedCall } from './shared-call.ts'
import { SharedJournal } from './shared-journal.ts'
import { SharedSandbox } from './shared-sandbox.ts'

/** More beginnings than that mean that something is wrong. */
const mostTries = 1000

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
  readonly #limits: Limits
  /** What is the same in every replica: keys, the dataset, how calls are refused. Its own sandboxes are not used. */
  readonly #inner: AnimalStore
  readonly #listeners: Set<RecordListener>
  #settings: Settings
  #renewal: NodeJS.Timeout | undefined
  readonly #roomOfAll: { usedBytes: number; readonly mostBytes: number }
  readonly #link: Link
  readonly #prefix: string
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

  constructor(options: AnimalStoreOptions, link: Link, prefix: string) {
    const { onFailure = failurePrinter(), onRecord } = options
    this.#limits = limitsOf(options)
    this.#inner = createAnimalStore({ ...options, state: undefined, onFailure })
    // An error of the error handler must not become another failure.
    this.onFailure = (error) => tellAll([onFailure], [error], () => undefined)
    this.#listeners = new Set(onRecord === undefined ? [] : [onRecord])
    this.#settings = settle(options)
    this.#roomOfAll = { usedBytes: 0, mostBytes: this.#limits.allRoomBytes }
    this.#link = link
    this.#prefix = prefix
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
      ...doorOf(
        (call) => this.#answer(call),
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
      reset: () => this.#reset(),
      within: (scope, work) => this.#within(own, scope, work),
    }
  }

  notify(record: JournalRecord, number: number, sandbox: Sandbox): void {
    if (this.#listeners.size > 0) tellAll(this.#listeners, [{ ...record, number }, sandbox], this.onFailure)
  }

  /** Each promise takes time of every call, so there is one beside those of the way of the call. */
  #answer(call: Call, story: CallStory = { hasTakenScenario: false }, tries = mostTries): Promise<Reply> {
    let called: SharedCall | undefined
    const sandboxOf = (name: string) => (called = new SharedCall(call, this.#copyOf(name), this, story))
    const again = (error: unknown) => afterwards(error, tries, (left) => this.#answer(call, story, left))
    const answering = answerCall(
      {
        keys: this.#inner.keys,
        sandboxOf,
        existingSandbox: (name) => {
          if (this.#copies.has(name) || name === defaultSandboxName) return sandboxOf(name)
          if (story.absent === name) return sandboxOf(defaultSandboxName)
          throw new Again(this.reload(name).then((isThere) => isThere || (story.absent = name)))
        },
        onRecord: undefined,
      },
      call,
    )
    return answering.then((reply) => called?.isIn?.then(() => reply, again) ?? reply, again)
  }

  #untilCurrent<T>(work: () => Promise<T>, tries = mostTries): Promise<T> {
    return work().catch((error: unknown) => afterwards(error, tries, (left) => this.#untilCurrent(work, left)))
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
      this.#link.send(`${this.#prefix}:options`, 'PEXPIRE', String(leaseMilliseconds)).catch(() => undefined)
    }, leaseMilliseconds / 3).unref()
  }

  /** The copy of a sandbox. @throws {Again} while there is none, or it is being changed */
  #copyOf(name: string): SharedSandbox {
    const changing = this.#changes.get(name)
    if (changing !== undefined) throw new Again(changing)
    const copy = this.#copies.get(name)
    if (copy === undefined) throw new Again(this.#open(name))
    return copy
  }

  /** The copy of a sandbox; a new one if there is none, which is kept once there is such a sandbox. */
  async #anyCopy(name: string): Promise<SharedSandbox> {
    this.#base ??= await this.#inner.baseAnimals
    const { roomBytes, idleMilliseconds } = this.#limits
    return (
      this.#copies.get(name) ??
      new SharedSandbox(name, {
        start: { settings: this.#settings, realNow: () => Date.now() + this.#skewMilliseconds },
        base: this.#base,
        room: new Room(roomBytes, this.#roomOfAll),
        journal: this.#journalOf(name),
        link: this.#link,
        keys: ['h', 'q', 'r', 'j', 's'].map((end) => this.#keyOf(name, end)),
        idle: name === defaultSandboxName ? '' : String(idleMilliseconds),
        onFailure: this.onFailure,
        onTime: (real) => {
          const skew = real - Date.now()
          if (Math.abs(skew - this.#skewMilliseconds) > 100) this.#skewMilliseconds = skew
        },
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
    if (!isWatched) return this.#link.leave(channel)
    let reading: Promise<void> | undefined
    let isBehind = false
    const read = async () => {
      while (isBehind) {
        isBehind = false
        const copy = this.#copies.get(name) ?? (await this.#open(name))
        await this.#load(copy, true)
      }
    }
    this.#link.listen(channel, () => {
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

  /** The copy of a sandbox, which is made in Redis if it is not there. */
  #open(name: string): Promise<SharedSandbox> {
    return once(this.#openings, name, async () => {
      const copy = await this.#anyCopy(name)
      await copy.open()
      await this.#register(name)
      return this.#keep(copy)
    })
  }

  #keep(copy: SharedSandbox): SharedSandbox {
    const kept = this.#copies.get(copy.name)
    if (kept !== undefined) return kept
    // The one that was made first makes room. Whoever needs it again gets another copy.
    const [oldest] = [...this.#copies.keys()].filter((other) => other !== defaultSandboxName)
    if (this.#copies.size >= this.#limits.maxSandboxes && oldest !== undefined) this.#drop(oldest)
    this.#copies.set(copy.name, copy)
    return copy
  }

  #drop(name: string): void {
    this.#copies.get(name)?.drop()
    this.#copies.delete(name)
    if (this.#journals.get(name)?.isWatched === false) this.#journals.delete(name)
  }

  /** Every sandbox that there is, or was until a moment ago. */
  async #names(): Promise<string[]> {
    return (await this.#link.send(`${this.#prefix}:sandboxes`, 'ZRANGE', '0', '-1')) as string[]
  }

  /** Enters a sandbox into the list of all. The idlest make room for it. */
  async #register(name: string): Promise<void> {
    await this.#link.send(`${this.#prefix}:sandboxes`, 'ZADD', String(Date.now() + this.#skewMilliseconds), name)
    const names = await this.#names()
    if (names.length <= this.#limits.maxSandboxes) return
    const others = names.filter((other) => other !== name && other !== defaultSandboxName)
    const usedMilliseconds = async (other: string) => {
      const counts = (await this.#link.send(this.#keyOf(other, 'h'), 'HGET', 'counts')) as string | null
      return Number(counts?.split(' ')[2] ?? 0)
    }
    const byIdleness = (
      await Promise.all(others.map(async (other) => ({ other, used: await usedMilliseconds(other) })))
    ).toSorted((one, another) => one.used - another.used)
    for (const { other } of byIdleness.slice(0, names.length - this.#limits.maxSandboxes)) await this.#forget(other)
  }

  /** Brings a copy up to date. @returns whether the sandbox is there */
  async #load(copy: SharedSandbox, isWithJournal: boolean, areEntriesLost = false): Promise<boolean> {
    const isThere = await copy.load(isWithJournal, areEntriesLost)
    if (isThere) this.#keep(copy)
    else this.#drop(copy.name)
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
  async change<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>, isOfCall = true): Promise<T> {
    const before = this.#changes.get(name) ?? Promise.resolve()
    const changing = before.then(() => this.#untilCurrent(() => this.#changeOnce(name, work, isOfCall)))
    const nothing = () => undefined
    const settled = changing.then(nothing, nothing)
    this.#changes.set(name, settled)
    void settled.then(() => this.#changes.get(name) === settled && this.#changes.delete(name))
    return changing
  }

  async #changeOnce<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>, isOfCall: boolean): Promise<T> {
    const copy = this.#copies.get(name) ?? (await this.#open(name))
    if (!(await (isOfCall ? this.#load(copy, false) : this.#loadWhole(copy)))) throw new Again(this.#open(name))
    // Others must not see what is not in Redis yet.
    this.#copies.delete(name)
    try {
      const made = await copy.change(work)
      if (made === undefined) throw new Again(Promise.resolve())
      this.#copies.set(name, copy)
      return made.result
    } catch (error) {
      // It may be another one than Redis has.
      copy.drop()
      throw error
    }
  }

  async #forget(name: string): Promise<void> {
    await (await this.#anyCopy(name)).batch.runAlone(['f'])
    await this.#link.send(`${this.#prefix}:sandboxes`, 'ZREM', name)
    this.#drop(name)
  }

  /** Every sandbox that there is, brought up to date. */
  async #all(): Promise<SharedSandbox[]> {
    if (!this.#copies.has(defaultSandboxName)) await this.#open(defaultSandboxName)
    const names = (await this.#names()).filter((name) => name !== defaultSandboxName)
    const all: SharedSandbox[] = []
    for (const name of [defaultSandboxName, ...names]) {
      const copy = await this.#anyCopy(name)
      if (await this.#loadWhole(copy)) all.push(copy)
      else await this.#link.send(`${this.#prefix}:sandboxes`, 'ZREM', name)
    }
    return all
  }

  /** Gives the listener the calls of a sandbox, whichever replica answers them. */
  #subscribe(listener: RecordListener, name: string): () => void {
    return this.#journalOf(name).subscribe((record: JournalRecord) => {
      const sandbox = this.#copies.get(name)
      if (sandbox !== undefined) listener(record, sandbox)
    })
  }

  async #reset(): Promise<void> {
    for (const { name } of await this.#all()) {
      if (name === defaultSandboxName) await this.change(name, (sandbox) => sandbox.reset(), false)
      else await this.#forget(name)
    }
  }

  async #within<T>(
    store: AnimalStore,
    { sandbox: name, use }: SharedScope,
    work: (store: AnimalStore) => Awaitable<T>,
  ): Promise<T> {
    const made = new Set<string>()
    return this.#untilCurrent(async () => {
      if (name === undefined || !sandboxNamePattern.test(name))
        return this.#workOn(store, await this.#all(), work, made)
      if (use === 'make' || (use === 'change' && (await this.reload(name)) === true)) {
        return this.change(name, (sandbox) => this.#workOn(store, [sandbox], work), false)
      }
      const copy = await this.#anyCopy(name)
      const isThere = await this.#loadWhole(copy)
      return this.#workOn(store, isThere ? [copy] : await this.#all(), work, made)
    })
  }

  /** Lets work be done on these sandboxes. */
  async #workOn<T>(
    store: AnimalStore,
    given: readonly Sandbox[],
    work: (store: AnimalStore) => Awaitable<T>,
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
        throw new Again(this.#open(name))
      },
      // One that was made for this work was not there before it.
      get sandboxes() {
        return sandboxes.filter((sandbox) => !made.has(sandbox.name))
      },
      reset: async () => {
        await this.#reset()
        sandboxes = await this.#all()
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
async function afterwards<T>(error: unknown, tries: number, work: (left: number) => Promise<T>): Promise<T> {
  if (!(error instanceof Again)) throw error
  if (tries === 1) throw new StateUnavailableError('the sandbox changed again and again')
  await error.ready
  return work(tries - 1)
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
