import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Awaitable } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { ByteBudget } from '../../animals/memory-limit.ts'
import { type KeyRing, defaultSandboxName, sandboxNamePattern } from '../../keys/keys.ts'
import type { Registered } from '../../store/registered.ts'
import type { limitsOf } from '../../store/store.ts'
import type { Holds } from '../../world/holds.ts'
import type { Settings } from '../../world/settings.ts'
import { type Deadline, StaleCopyError } from './deadline.ts'
import type { RedisConnection } from './redis-connection.ts'
import { SandboxCopy } from './sandbox-copy.ts'
import { SharedJournal } from './shared-journal.ts'

/** What all copies of this replica have in common. */
interface Replica {
  readonly connection: RedisConnection
  /** What all keys of Redis begin with. */
  readonly prefix: string
  /** The longest that a call waits for Redis. */
  readonly deadlineMilliseconds: number
  readonly limits: ReturnType<typeof limitsOf>
  readonly apiKeys: KeyRing
  readonly registered: Registered
  readonly holds: Holds
  readonly onFailure: (error: unknown) => void
  readonly baseAnimals: () => Awaitable<BaseAnimals>
  /** What sandboxes begin with. */
  readonly settings: () => Settings
}

type Change<T> = (copy: SandboxCopy) => Awaitable<T>

const nothing = () => undefined

/**
 * The copies that this replica has of sandboxes, by name. A copy is dropped when its sandbox is gone, or when it may have
 * something that Redis has not; whoever needs it again gets another one.
 */
export class Copies {
  readonly replica: Replica
  /** The key of the list of sandboxes. */
  readonly #list: string
  readonly #byName = new Map<string, SandboxCopy>()
  /** A journal outlives its copy while somebody watches it, or makes another copy. */
  readonly #journals = new Map<string, SharedJournal>()
  /** Sandboxes that are being opened: whoever asks meanwhile waits for the same. */
  readonly #openings = new Map<string, Promise<SandboxCopy>>()
  /** The last change of each sandbox that is being changed. Calls and other changes wait for it. */
  readonly #changing = new Map<string, Promise<unknown>>()
  /** What all copies may take together. */
  readonly totalBudget: ByteBudget
  #base: BaseAnimals | undefined
  /** By how much the clock of Redis is ahead of the one here. */
  #skewMilliseconds = 0

  constructor(replica: Replica) {
    this.replica = replica
    this.#list = `${replica.prefix}:sandboxes`
    this.totalBudget = { usedBytes: 0, mostBytes: replica.limits.totalBytes }
  }

  /** The copy that calls are answered from. @throws {StaleCopyError} while there is none, or it is being changed */
  current(name: string): SandboxCopy {
    const changing = this.#changing.get(name)
    if (changing !== undefined) throw new StaleCopyError(changing)
    const copy = this.get(name)
    if (copy === undefined) throw new StaleCopyError(this.open(name))
    return copy
  }

  /** The copy of a sandbox that Redis had when it was asked last. */
  get(name: string): SandboxCopy | undefined {
    const copy = this.#byName.get(name)
    return copy?.isFound === true ? copy : undefined
  }

  /** The copy of a sandbox for whoever looks at it, brought up to date after the changes before; nothing if there is none. */
  async find(name: string): Promise<SandboxCopy | undefined> {
    await this.#changing.get(name)
    const copy = await this.#of(name)
    return (await copy.load()) ? copy : undefined
  }

  /** The copy of a sandbox. A new one has followed nothing yet: the next script brings what Redis has. */
  async #of(name: string): Promise<SandboxCopy> {
    this.#base ??= await this.replica.baseAnimals()
    const kept = this.#byName.get(name)
    if (kept !== undefined) return kept
    // The one that was made first makes room. Whoever needs it again gets another copy.
    for (const oldest of this.#byName.keys()) {
      if (this.#byName.size < this.replica.limits.maxSandboxes) break
      if (oldest !== defaultSandboxName && !this.#openings.has(oldest)) this.#drop(oldest)
    }
    const copy = new SandboxCopy(name, this, this.#base)
    this.#byName.set(name, copy)
    return copy
  }

  /** The time of Redis, which is the same for all replicas. */
  now(): number {
    return Date.now() + this.#skewMilliseconds
  }

  noteTime(realMilliseconds: number): void {
    const skew = realMilliseconds - Date.now()
    // Small differences come from the network.
    if (Math.abs(skew - this.#skewMilliseconds) > 100) this.#skewMilliseconds = skew
  }

  /** Runs the script on a sandbox. */
  run(name: string, args: readonly string[]): Promise<unknown> {
    const { connection, limits } = this.replica
    const listed = name === defaultSandboxName ? '' : name
    const isExpiring = listed !== '' && Number.isFinite(limits.idleMilliseconds)
    const idle = isExpiring ? String(Math.ceil(limits.idleMilliseconds)) : ''
    return connection.run([...this.#keysOf(name), this.#list], [idle, listed, ...args])
  }

  /** The keys of a sandbox, by what they have: see script/script.ts. */
  #keysOf(name: string): string[] {
    return ['h', 'q', 'r', 'j', 's'].map((end) => `${this.replica.prefix}:{${name}}:${end}`)
  }

  /** Names of sandboxes that there are, or were until a moment ago, without the default one. */
  async names(): Promise<string[]> {
    const names = (await this.replica.connection.send('ZRANGE', this.#list, '0', '-1')) as string[]
    // Anybody may have written there.
    return names.filter((name) => name !== defaultSandboxName && sandboxNamePattern.test(name)).toSorted()
  }

  /** Drops a copy that is of no use any more. */
  drop(copy: SandboxCopy): void {
    copy.close()
    if (this.#byName.get(copy.name) === copy) this.#drop(copy.name)
  }

  #drop(name: string): void {
    this.#byName.get(name)?.close()
    this.#byName.delete(name)
    const isInUse = this.#openings.has(name) || this.#changing.has(name) || this.#journals.get(name)?.isWatched
    if (isInUse !== true) this.#journals.delete(name)
  }

  dropAll(): void {
    for (const name of this.#byName.keys()) this.#drop(name)
  }

  /** Drops what is left here of sandboxes that are not in Redis: spec/decisions/0084-state-of-replicas-in-redis.md. */
  async dropGone(): Promise<void> {
    const dropIfGone = async (name: string) => {
      if (!(await this.isThere(name))) this.#drop(name)
    }
    await Promise.all([...this.#journals.keys()].map(dropIfGone))
  }

  /** Whether Redis has a sandbox. */
  async isThere(name: string): Promise<boolean> {
    return (await this.replica.connection.send('EXISTS', ...this.#keysOf(name).slice(0, 1))) === 1
  }

  /** The copy of a sandbox, which is made in Redis if it is not there. @throws {SandboxLimitError} */
  open(name: string): Promise<SandboxCopy> {
    let opening = this.#openings.get(name)
    if (opening === undefined) {
      opening = this.#open(name).finally(() => this.#openings.delete(name))
      this.#openings.set(name, opening)
    }
    return opening
  }

  async #open(name: string): Promise<SandboxCopy> {
    const copy = await this.#of(name)
    await copy.open()
    return copy
  }

  /** Removes a sandbox. */
  async forget(name: string): Promise<void> {
    const { connection } = this.replica
    await Promise.all([connection.send('DEL', ...this.#keysOf(name)), connection.send('ZREM', this.#list, name)])
    this.#drop(name)
  }

  /** Changes a sandbox in one step, after the changes before: on the copy first, then in Redis unless another was faster. */
  change<T>(name: string, deadline: Deadline, work: Change<T>): Promise<T> {
    const before = this.#changing.get(name) ?? Promise.resolve()
    const changing = before.then(() => {
      deadline.check()
      return deadline.retryWhileStale(() => this.#changeOnce(name, work))
    })
    const ended = changing.then(nothing, nothing)
    this.#changing.set(name, ended)
    void ended.then(() => this.#changing.get(name) === ended && this.#changing.delete(name))
    return changing
  }

  async #changeOnce<T>(name: string, work: Change<T>): Promise<T> {
    const copy = this.get(name) ?? (await this.open(name))
    if (!(await copy.load())) throw new StaleCopyError()
    // Calls that were counted with it read the copy first.
    await nextTurn()
    try {
      return await copy.change(work)
    } catch (error) {
      // It may differ from what Redis has.
      this.drop(copy)
      throw error
    }
  }

  journalOf(name: string): SharedJournal {
    let journal = this.#journals.get(name)
    if (journal === undefined) {
      const { apiKeys, registered, onFailure } = this.replica
      journal = new SharedJournal(apiKeys, registered.entryOf, onFailure, (isWatched) => this.#listen(name, isWatched))
      this.#journals.set(name, journal)
    }
    return journal
  }

  /** Reads the journal whenever a replica has added to it, as long as somebody watches. A sandbox that is gone is not made again. */
  #listen(name: string, isWatched: boolean): void {
    const { connection, onFailure } = this.replica
    const [channel = ''] = this.#keysOf(name)
    if (!isWatched) return connection.leave(channel)
    connection.listen(channel, () => void this.find(name).catch(onFailure))
  }
}
