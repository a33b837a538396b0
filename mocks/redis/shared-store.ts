import { createHash } from 'node:crypto'
import { digestOf } from '../animal-file/animal-tables.ts'
import { answerCall } from '../store/answer-call.ts'
import type { Call, Reply } from '../call/call.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { tellAll } from '../journal/journal.ts'
import { defaultSandboxName } from '../keys/keys.ts'
import { entryPoints } from '../store/entry-points.ts'
import type { NumberedPets } from '../animals/animals.ts'
import type { AnimalEdit } from '../animals/logged-animals.ts'
import type { Holds } from '../world/holds.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { type Settings, completeSettings } from '../world/settings.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  type StoreLimits,
  type RecordListener,
  createAnimalStore,
  failurePrinter,
  limitsOf,
} from '../store/store.ts'
import { Changes } from './changes.ts'
import { Copies } from './copies.ts'
import type { ReplicaParts } from './copy-maker.ts'
import { Deadline } from './deadline.ts'
import type { RedisConnection, Send } from './redis-connection.ts'
import { join, leaseMilliseconds, noticesOf } from './join.ts'
import { type CallStory, SandboxForCall } from './sandbox-for-call.ts'
import { requireUsualBounds } from './shared-journal.ts'
import { SandboxList } from './sandbox-list.ts'
import type { SharedSandbox } from './shared-sandbox.ts'
import { SharedWork } from './shared-work.ts'
import { type Awaitable, OptionsError } from '../../spec/index.ts'
import { StaleCopyError, retryOnceCurrent } from './stale-copy.ts'
import { Visits } from './visits.ts'

/** How much longer than a call the control API may take: it visits all sandboxes, in a few steps. */
const controlFactor = 5

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
  /** What this replica holds back: the others know nothing of it. */
  readonly #holds: Holds = new Map()
  #settings: Settings
  #renewal: NodeJS.Timeout | undefined
  readonly #connection: RedisConnection
  readonly #prefix: string
  readonly #deadlineMilliseconds: number
  readonly #copies: Copies
  readonly #changes: Changes
  readonly #visits: Visits
  readonly #work: SharedWork

  constructor(options: AnimalStoreOptions, connection: RedisConnection, prefix: string, deadlineMilliseconds: number) {
    const { onFailure = failurePrinter(), onRecord } = options
    this.#limits = limitsOf(options)
    this.#inner = createAnimalStore({ ...options, state: undefined, onFailure })
    // An error of the error handler must not become another failure.
    this.onFailure = (error) => tellAll([onFailure], [error], () => undefined)
    this.#listeners = new Set(onRecord === undefined ? [] : [onRecord])
    this.#settings = completeSettings(options)
    requireUsualBounds(this.#settings.journal)
    this.#connection = connection
    this.#prefix = prefix
    this.#deadlineMilliseconds = deadlineMilliseconds
    const apiKeys = this.#inner.keys
    const parts: ReplicaParts = {
      connection,
      list: new SandboxList(connection, `${prefix}:sandboxes`, { ...this.#limits, keys: apiKeys }),
      prefix,
      limits: this.#limits,
      apiKeys,
      holds: this.#holds,
      onFailure: this.onFailure,
      baseAnimals: () => this.#inner.baseAnimals,
      settings: () => this.#settings,
    }
    this.#copies = new Copies(parts)
    this.#changes = new Changes(this.#copies)
    this.#visits = new Visits(parts, this.#copies, this.#changes)
    this.#work = new SharedWork(this.#copies, this.#changes, this.#visits)
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
        return deadline.race(this.#visits.reset(deadline))
      },
      within: (scope, work) => this.#work.within(own, scope, work, () => this.#controlDeadline()),
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
    const sandboxOf = (name: string) => (called = new SandboxForCall(call, this.#changes.copyOf(name), this, story))
    const again = (error: unknown) => retryOnceCurrent(error, () => this.#answer(call, deadline, story), deadline)
    const answering = answerCall(
      {
        keys: this.#inner.keys,
        holds: this.#holds,
        sandboxOf,
        existingSandbox: (name) => {
          if (this.#copies.get(name) !== undefined || name === defaultSandboxName) return sandboxOf(name)
          if (story.absent === name) return sandboxOf(defaultSandboxName)
          throw new StaleCopyError(this.reload(name).then((isThere) => isThere || (story.absent = name)))
        },
        onRecord: undefined,
      },
      call,
    )
    return answering.then((reply) => called?.whenJournaled?.then(() => reply, again) ?? reply, again)
  }

  /** Prepares a new connection. @throws {ReplicaError} when this replica cannot use what is there */
  async join(send: Send, info: ReadonlyMap<string, string>): Promise<void> {
    // Redis may have lost what it said before.
    this.#copies.dropAll()
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
      const renewing = this.#connection.send(`${this.#prefix}:options`, 'PEXPIRE', String(leaseMilliseconds))
      // While Redis is away, calls say so.
      Promise.all([renewing, this.#copies.dropGone()]).catch(() => undefined)
    }, leaseMilliseconds / 3).unref()
  }

  /** Changes a sandbox for a call. */
  change<T>(name: string, work: (sandbox: SharedSandbox) => Awaitable<T>): Promise<T> {
    return this.#changes.change(name, { work, deadline: this.#callDeadline(), isOfCall: true })
  }

  /** Appends an edit of a call to the animals of a sandbox. @returns the animals that it was about */
  append(name: string, edit: AnimalEdit): Promise<NumberedPets> {
    return this.#changes.append(name, edit, this.#callDeadline())
  }

  /** Brings a copy up to date. @returns whether the sandbox is there */
  reload(name: string): Promise<unknown> {
    return this.#copies.reload(name)
  }

  /** Gives the listener the calls of a sandbox, whichever replica answers them. */
  #subscribe(listener: RecordListener, name: string): () => void {
    return this.#copies.journalOf(name).subscribe((record: JournalRecord) => {
      const sandbox = this.#copies.get(name)
      if (sandbox !== undefined) listener(record, sandbox)
    })
  }

  /** Sends what is not yet sent. */
  async close(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#copies.flush()
  }
}
