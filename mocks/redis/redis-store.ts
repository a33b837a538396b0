import { OptionsError } from '../../spec/index.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { tellAll } from '../journal/journal.ts'
import { entryPoints } from '../store/entry-points.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  type RecordListener,
  type StoreLimits,
  createAnimalStore,
  failurePrinter,
  limitsOf,
} from '../store/store.ts'
import { type Settings, completeSettings } from '../world/settings.ts'
import { ReplicaCalls } from './replica-calls.ts'
import { ChangeQueue } from './change-queue.ts'
import { Copies } from './copies.ts'
import type { ReplicaParts } from './copy-maker.ts'
import { Deadline } from './deadline.ts'
import { join, leaseMilliseconds, noticesOf, commonStartOf } from './join.ts'
import type { RedisConnection, Send } from './redis-connection.ts'
import { SandboxList } from './sandbox-list.ts'
import { requireUsualBounds } from './shared-journal.ts'
import { SharedWork } from './shared-work.ts'
import { AllSandboxes } from './all-sandboxes.ts'

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
  #settings: Settings
  #renewal: NodeJS.Timeout | undefined
  readonly #connection: RedisConnection
  readonly #prefix: string
  readonly #deadlineMilliseconds: number
  readonly #copies: Copies
  readonly #allSandboxes: AllSandboxes
  readonly #work: SharedWork
  readonly #calls: ReplicaCalls

  constructor(options: AnimalStoreOptions, connection: RedisConnection, prefix: string, deadlineMilliseconds: number) {
    const { onFailure = failurePrinter(), onRecord } = options
    this.#limits = limitsOf(options)
    this.#inner = createAnimalStore({ ...options, state: undefined, onFailure })
    // An error of the error handler must not become another failure.
    this.onFailure = (error) => tellAll([onFailure], [error], () => undefined)
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
      // What this replica holds back: the others know nothing of it.
      holds: new Map(),
      onFailure: this.onFailure,
      baseAnimals: () => this.#inner.baseAnimals,
      settings: () => this.#settings,
    }
    this.#copies = new Copies(parts)
    const changes = new ChangeQueue(this.#copies)
    this.#allSandboxes = new AllSandboxes(parts, this.#copies, changes)
    this.#work = new SharedWork(this.#copies, changes, this.#allSandboxes, () => this.#controlDeadline())
    this.#calls = new ReplicaCalls(parts, this.#copies, changes, () => new Deadline(deadlineMilliseconds))
    if (onRecord !== undefined) this.#calls.subscribe(onRecord)
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
        (call) => this.#calls.answer(call),
        (...why) => inner.refuse(...why),
        this.onFailure,
      ),
      subscribe: (listener, name) => {
        if (name !== undefined) return this.#subscribe(listener, name)
        return this.#calls.subscribe(listener)
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
        return deadline.race(this.#allSandboxes.reset(deadline))
      },
      within: (scope, work) => this.#work.within(own, scope, work),
    }
  }

  #controlDeadline(): Deadline {
    return new Deadline(controlFactor * this.#deadlineMilliseconds)
  }

  /** Prepares a new connection. @throws {ReplicaError} when this replica cannot use what is there */
  async join(send: Send, info: ReadonlyMap<string, string>): Promise<void> {
    // Redis may have lost what it said before.
    this.#copies.dropAll()
    this.notices = noticesOf(info)
    const start = await commonStartOf(this.#inner, this.#settings, this.#limits)
    const shared = await join(send, this.#prefix, start)
    this.#settings = { ...this.#settings, clock: shared }
    clearInterval(this.#renewal)
    this.#renewal = setInterval(() => {
      const renewing = this.#connection.send(`${this.#prefix}:options`, 'PEXPIRE', String(leaseMilliseconds))
      // While Redis is away, calls say so.
      Promise.all([renewing, this.#copies.dropGone()]).catch(() => undefined)
    }, leaseMilliseconds / 3).unref()
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
