import { createHash } from 'node:crypto'
import { digestOf } from '../state/state-tables.ts'
import { answerCall } from '../call/answer.ts'
import type { Awaitable, Call, Reply } from '../call/call.ts'
import { isPreflight, preflightReply, withCors } from '../call/cors.ts'
import { answerFetch } from '../call/fetch.ts'
import type { JournalRecord } from '../journal/journal.ts'
import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import { OptionsError } from '../world/known-options.ts'
import type { BaseAnimals } from '../world/animals.ts'
import { Room } from '../world/room.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { SharedScope } from '../world/shared-state.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  type RecordListener,
  createAnimalStore,
  failurePrinter,
  latencyOf,
  startOf,
} from '../world/store.ts'
import { Batch } from './batch.ts'
import type { Client, Link } from './link.ts'
import { StateUnavailableError } from './state-unavailable-error.ts'
import { join, lookAt, renew, renewalMilliseconds } from './join.ts'
import { Again, type CallStory, SharedCall } from './shared-call.ts'
import { SharedJournal } from './shared-journal.ts'
import { type Loaded, SharedSandbox } from './shared-sandbox.ts'

/** A copy, and how Redis is asked about its sandbox. */
interface Copy {
  readonly sandbox: SharedSandbox
  readonly batch: Batch
}

/** More beginnings than that mean that something is wrong. */
const mostTries = 1000

const mebibyte = 1024 * 1024

/**
 * A store whose sandboxes are in Redis. This replica answers from copies of them that Redis has just called current:
 * spec/decisions/0084-state-of-replicas-in-redis.md.
 */
export class RedisStore {
  /** What a person should know of this Redis. */
  notices: readonly string[] = []
  readonly #options: AnimalStoreOptions
  /** What is the same in every replica: keys, the dataset, how calls are refused. Its own sandboxes are not used. */
  readonly #inner: AnimalStore
  readonly #onFailure: (error: unknown) => void
  readonly #listeners: Set<RecordListener>
  readonly #latency: ReturnType<typeof latencyOf>
  #start: ReturnType<typeof startOf>
  #renewal: NodeJS.Timeout | undefined
  readonly #roomOfAll: { usedBytes: number; readonly mostBytes: number }
  readonly #link: Link
  readonly #prefix: string
  readonly #copies = new Map<string, Copy>()
  readonly #journals = new Map<string, SharedJournal>()
  /** Copies that are being made, or brought up to date: whoever asks meanwhile waits for the same. */
  readonly #openings = new Map<string, Promise<Copy>>()
  readonly #reloads = new Map<string, Promise<void>>()
  /** The last change of each sandbox; calls and changes wait for it. */
  readonly #changes = new Map<string, Promise<unknown>>()
  #base: BaseAnimals | undefined
  /** By how much the clock of Redis is ahead of the one here. */
  #skewMilliseconds = 0
  #texts = 0
  readonly #replica = crypto.randomUUID().slice(0, 8)

  constructor(options: AnimalStoreOptions, link: Link, prefix: string) {
    const { onFailure = failurePrinter(), onRecord, allRoomBytes = 256 * mebibyte } = options
    this.#options = options
    this.#inner = createAnimalStore({ ...options, state: undefined, onFailure })
    this.#onFailure = onFailure
    this.#listeners = new Set(onRecord === undefined ? [] : [onRecord])
    this.#latency = latencyOf(options.latencyMilliseconds)
    this.#start = startOf(options, () => Date.now() + this.#skewMilliseconds)
    this.#roomOfAll = { usedBytes: 0, mostBytes: allRoomBytes }
    this.#link = link
    this.#prefix = prefix
  }

  get #idleMilliseconds(): number {
    return this.#options.idleMilliseconds ?? 3_600_000
  }

  /** The store, as its users see it. */
  get store(): AnimalStore {
    const inner = this.#inner
    const refuse = (): never => {
      throw new OptionsError(
        'The sandboxes of this store are shared by replicas: use the control API, or await store.within({ sandbox, use: "change" }, (store) => …).',
      )
    }
    const answer = (call: Call) => this.#answerSafely(call)
    const own: AnimalStore = {
      ...inner,
      answer,
      fetch: async (input, init) =>
        answerFetch(answer, new Request(typeof input === 'string' ? new URL(input, 'http://localhost') : input, init)),
      subscribe: (listener, name) => (name === undefined ? this.#hear(listener) : this.#subscribe(listener, name)),
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

  #hear(listener: RecordListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(record: JournalRecord, sandbox: Sandbox): void {
    for (const listener of this.#listeners) {
      try {
        listener(record, sandbox)
      } catch (error) {
        this.#onFailure(error)
      }
    }
  }

  async #answerSafely(call: Call): Promise<Reply> {
    const inner = this.#inner
    try {
      if (isPreflight(call)) return preflightReply(call, inner.refuse(405, 'method_not_allowed', '').headers)
      return withCors(await this.#answer(call), call)
    } catch (error) {
      this.#onFailure(error)
      const reply =
        error instanceof StateUnavailableError
          ? inner.refuse(503, 'unavailable', error.message)
          : inner.refuse(500, 'internal_error', 'The mock failed. Please report this call.')
      return withCors(reply, call)
    }
  }

  /** Prepares a new connection. @throws {ReplicaError} when this replica cannot use what is there */
  async join(client: Client): Promise<void> {
    // Redis may have lost what it said before.
    for (const name of this.#copies.keys()) this.#drop(name)
    this.notices = await lookAt(client)
    const { pets } = await this.#inner.baseAnimals
    const { dataset = 'animals of its own', seed } = this.#inner
    const { clock, realNow: _, ...start } = this.#start
    const { latencyMilliseconds = 0, maxSandboxes, idleMilliseconds, roomBytes, allRoomBytes } = this.#options
    const limits = { latencyMilliseconds, maxSandboxes, idleMilliseconds, roomBytes, allRoomBytes }
    const keys = JSON.stringify([...this.#inner.keys.own].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    const shared = await join(client, this.#prefix, {
      dataset: `${dataset} (${pets.length} animals, seed ${seed}) ${digestOf(pets)}`,
      options: {
        ...start,
        ...limits,
        clock: clock.mode === 'running' ? 'running' : clock,
        keys: createHash('sha256').update(keys).digest('hex'),
      },
      clock,
    })
    this.#start = { ...this.#start, clock: shared }
    clearInterval(this.#renewal)
    this.#renewal = setInterval(() => {
      void this.#link.send((current) => renew(current, this.#prefix)).catch(() => undefined)
    }, renewalMilliseconds).unref()
  }

  async #answer(call: Call): Promise<Reply> {
    const story: CallStory = { hasTakenScenario: false }
    const absent = new Set<string>()
    return this.#untilCurrent(async () => {
      let called: SharedCall | undefined
      const sandboxOf = (name: string): SharedCall => (called = this.#callIn(call, this.#copyOf(name), story))
      const reply = await answerCall(
        {
          keys: this.#inner.keys,
          latency: this.#latency,
          sandboxOf,
          existingSandbox: (name) => {
            if (this.#copies.has(name) || name === defaultSandboxName) return sandboxOf(name)
            if (absent.has(name)) return sandboxOf(defaultSandboxName)
            throw new Again(this.#find(name).then((isThere) => isThere || absent.add(name)))
          },
          onRecord: undefined,
        },
        call,
      )
      await called?.end
      return reply
    })
  }

  async #untilCurrent<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < mostTries; tries++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Again)) throw error
        await error.ready
      }
    }
    throw new StateUnavailableError('the sandbox changed again and again')
  }

  #callIn(call: Call, { sandbox, batch }: Copy, story: CallStory): SharedCall {
    const { name } = sandbox
    return new SharedCall(
      {
        call,
        copy: sandbox,
        batch,
        reload: () => this.#reload(name),
        change: (work) => this.#change(name, work),
        onRecord: (record) => this.#notify(record, sandbox),
        onFailure: this.#onFailure,
      },
      story,
    )
  }

  /** The copy of a sandbox. @throws {Again} while there is none, or it is being changed */
  #copyOf(name: string): Copy {
    const changing = this.#changes.get(name)
    if (changing !== undefined) throw new Again(changing)
    const copy = this.#copies.get(name)
    if (copy === undefined) throw new Again(this.#open(name))
    return copy
  }

  async #makeCopy(name: string): Promise<Copy> {
    this.#base ??= await this.#inner.baseAnimals
    const sandbox: SharedSandbox = new SharedSandbox(name, {
      start: this.#start,
      base: this.#base,
      room: new Room(this.#options.roomBytes ?? 128 * mebibyte, this.#roomOfAll),
      journal: this.#journalOf(name),
      readSnapshot: async (snapshot) => {
        const result = await batch.run(['s', snapshot])
        return typeof result === 'string' ? result : null
      },
    })
    const keys = this.#keysOf(name)
    const idle = name === defaultSandboxName ? '' : String(this.#idleMilliseconds)
    const batch: Batch = new Batch(this.#link, keys, sandbox, idle, (real) => this.#setTime(real))
    return { sandbox, batch }
  }

  #journalOf(name: string): SharedJournal {
    let journal = this.#journals.get(name)
    if (journal === undefined) {
      journal = new SharedJournal(this.#inner.keys, this.#onFailure, (isWatched) => this.#listen(name, isWatched))
      this.#journals.set(name, journal)
    }
    return journal
  }

  /** Reads the journal whenever a replica has added to it, as long as somebody watches. */
  #listen(name: string, isWatched: boolean): void {
    const channel = this.#keysOf(name)[0] ?? ''
    if (!isWatched) return this.#link.leave(channel)
    let reading: Promise<void> | undefined
    let isBehind = false
    const read = async () => {
      do {
        isBehind = false
        await this.#readJournal(name).catch(this.#onFailure)
      } while (isBehind)
      reading = undefined
    }
    this.#link.listen(channel, () => {
      isBehind = true
      reading ??= read()
    })
  }

  /** The keys of a sandbox, which are all in one slot of a cluster. */
  #keysOf(name: string): readonly string[] {
    return ['h', 'q', 'o', 'r', 'j', 's', 'z'].map((end) => `${this.#prefix}:{${name}}:${end}`)
  }

  #setTime(realMilliseconds: number): void {
    const skew = realMilliseconds - Date.now()
    if (Math.abs(skew - this.#skewMilliseconds) > 100) this.#skewMilliseconds = skew
  }

  /** The copy of a sandbox, which is made in Redis if it is not there. */
  #open(name: string): Promise<Copy> {
    return once(this.#openings, name, () => this.#openOnce(name))
  }

  async #openOnce(name: string): Promise<Copy> {
    const fresh = await this.#makeCopy(name)
    const base = fresh.sandbox.base
    const isWrapped = base.pets.length > 0 && base.nextId === 1
    const { nextId, nextPosition } = fresh.sandbox.animals.memory.next
    const settings = [this.#newText(), fresh.sandbox.settings, this.#newText()]
    await fresh.batch.run(['o', ...settings, String(nextId), String(nextPosition), isWrapped ? '1' : ''], {
      isAlone: true,
      isWithAnimals: true,
      take: (loaded) => fresh.sandbox.load(loaded as Loaded),
    })
    await this.#register(name)
    return this.#keep(name, fresh)
  }

  #keep(name: string, copy: Copy): Copy {
    const kept = this.#copies.get(name)
    if (kept !== undefined) return kept
    // The one that was made first makes room. Whoever needs it again gets another copy.
    const [oldest] = [...this.#copies.keys()].filter((other) => other !== defaultSandboxName)
    if (this.#copies.size >= this.#mostSandboxes && oldest !== undefined) this.#drop(oldest)
    this.#copies.set(name, copy)
    return copy
  }

  #drop(name: string): void {
    this.#copies.get(name)?.sandbox.drop()
    this.#copies.delete(name)
    if (this.#journals.get(name)?.isWatched === false) this.#journals.delete(name)
  }

  get #mostSandboxes(): number {
    return this.#options.maxSandboxes ?? 1000
  }

  /** Enters a sandbox into the list of all. The idlest make room for it. */
  async #register(name: string): Promise<void> {
    const list = `${this.#prefix}:sandboxes`
    const names = await this.#link.send(async (client) => {
      await client.zAdd(list, { score: Date.now() + this.#skewMilliseconds, value: name })
      return client.zRange(list, 0, -1)
    })
    if (names.length <= this.#mostSandboxes) return
    const others = names.filter((other) => other !== name && other !== defaultSandboxName)
    const used = await this.#link.send((client) =>
      Promise.all(others.map((other) => client.hGet(this.#keysOf(other)[0] ?? '', 'used'))),
    )
    const byIdleness = others
      .map((other, index) => ({ other, used: Number(used[index] ?? 0) }))
      .toSorted((one, another) => one.used - another.used)
    for (const { other } of byIdleness.slice(0, names.length - this.#mostSandboxes)) await this.#forget(other)
  }

  /** Brings a copy up to date, if there is such a sandbox. */
  async #find(name: string): Promise<boolean> {
    const copy = this.#copies.get(name) ?? (await this.#makeCopy(name))
    return this.#load(copy, false)
  }

  /** @returns whether the sandbox is there */
  async #load(copy: Copy, isWithJournal: boolean): Promise<boolean> {
    const { sandbox } = copy
    const last = isWithJournal ? String(sandbox.lastEntry) : ''
    let isThere = false
    await copy.batch.run(['l', last], {
      isAlone: true,
      isWithAnimals: true,
      take: (loaded) => {
        isThere = loaded !== null
        if (isThere) sandbox.load(loaded as Loaded)
      },
    })
    if (isThere) this.#keep(sandbox.name, copy)
    else this.#drop(sandbox.name)
    return isThere
  }

  /** Brings a copy up to date. */
  #reload(name: string): Promise<void> {
    return once(this.#reloads, name, async () => {
      await this.#find(name)
    })
  }

  /** Brings the journal of a sandbox up to date. */
  async #readJournal(name: string): Promise<void> {
    const copy = this.#copies.get(name) ?? (await this.#open(name))
    await this.#loadWhole(copy)
  }

  /** A journal that was cleared meanwhile is known only once the settings are, so it is asked for twice. */
  async #loadWhole(copy: Copy): Promise<boolean> {
    const { version } = copy.sandbox
    const isThere = await this.#load(copy, true)
    return isThere && copy.sandbox.version !== version ? this.#load(copy, true) : isThere
  }

  /** Changes a sandbox in one step: on the copy first, then in Redis unless another was faster. */
  async #change<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>): Promise<T> {
    const before = this.#changes.get(name)
    const changing = (async () => {
      await before?.catch(() => undefined)
      return this.#untilCurrent(() => this.#changeOnce(name, work))
    })()
    const settled = changing.then(
      () => undefined,
      () => undefined,
    )
    this.#changes.set(name, settled)
    try {
      return await changing
    } finally {
      if (this.#changes.get(name) === settled) this.#changes.delete(name)
    }
  }

  async #changeOnce<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>): Promise<T> {
    const copy = this.#copies.get(name) ?? (await this.#open(name))
    if (!(await this.#loadWhole(copy))) throw new Again(this.#open(name))
    const changeOf = copy.sandbox.beginChange(() => this.#newText())
    // Others must not see what is not in Redis yet.
    this.#copies.delete(name)
    try {
      const result = await work(copy.sandbox)
      const change = changeOf()
      if (change !== undefined) {
        let isMade = false
        await copy.batch.run(change.args, {
          isAlone: true,
          take: (answer) => {
            isMade = answer === 1
            if (isMade) change.made()
          },
        })
        if (!isMade) throw new Again(Promise.resolve())
      }
      this.#copies.set(name, copy)
      return result
    } catch (error) {
      // It may be another one than Redis has.
      copy.sandbox.drop()
      throw error
    }
  }

  async #forget(name: string): Promise<void> {
    const copy = this.#copies.get(name) ?? (await this.#makeCopy(name))
    await copy.batch.run(['f'], { isAlone: true })
    await this.#link.send((client) => client.zRem(`${this.#prefix}:sandboxes`, name))
    this.#drop(name)
  }

  /** Every sandbox that there is, brought up to date. */
  async #all(): Promise<SharedSandbox[]> {
    const names = await this.#link.send((client) => client.zRange(`${this.#prefix}:sandboxes`, 0, -1))
    const others = names.filter((name) => name !== defaultSandboxName)
    const first = this.#copies.get(defaultSandboxName) ?? (await this.#open(defaultSandboxName))
    await this.#load(first, true)
    const all = [first.sandbox]
    for (const name of others) {
      const copy = this.#copies.get(name) ?? (await this.#makeCopy(name))
      if (await this.#loadWhole(copy)) all.push(copy.sandbox)
      else await this.#link.send((client) => client.zRem(`${this.#prefix}:sandboxes`, name))
    }
    return all
  }

  /** Gives the listener the calls of a sandbox, whichever replica answers them. */
  #subscribe(listener: RecordListener, name: string): () => void {
    return this.#journalOf(name).subscribe((record: JournalRecord) => {
      const sandbox = this.#copies.get(name)?.sandbox
      if (sandbox !== undefined) listener(record, sandbox)
    })
  }

  async #reset(): Promise<void> {
    for (const { name } of await this.#all()) {
      if (name === defaultSandboxName) await this.#change(name, (sandbox) => sandbox.reset())
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
      const isThere = async () =>
        name !== undefined && (use === 'make' || (use === 'change' && (await this.#find(name))))
      if (name !== undefined && sandboxNamePattern.test(name) && (await isThere())) {
        return this.#change(name, (sandbox) => this.#workOn(store, [sandbox], work))
      }
      const copy = name === undefined ? undefined : (this.#copies.get(name) ?? (await this.#makeCopy(name)))
      if (copy !== undefined && (await this.#loadWhole(copy))) return this.#workOn(store, [copy.sandbox], work)
      return this.#workOn(store, await this.#all(), work, made)
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

  close(): void {
    clearInterval(this.#renewal)
  }

  #newText(): string {
    return `${this.#replica}-${++this.#texts}`
  }
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
