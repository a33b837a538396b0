import type { Awaitable } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { ByteBudget } from '../../animals/memory-limit.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import type { Deadline } from './deadline.ts'
import type { Replica } from './replica.ts'
import { SandboxCopy } from './sandbox-copy.ts'
import { SandboxList, keysOf } from './sandbox-list.ts'
import { script } from './script/script.ts'
import { SharedJournal } from './shared-journal.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'

type Change<T> = (copy: SandboxCopy) => Awaitable<T>

const nothing = () => undefined

/**
 * The copies that this replica has of sandboxes, by name. A copy is dropped when its sandbox is gone, or when it may have
 * something that Redis has not; whoever needs it again gets another one.
 */
export class Copies {
  readonly replica: Replica
  readonly list: SandboxList
  readonly #byName = new Map<string, SandboxCopy>()
  /** A journal outlives its copy while somebody watches it, or makes another copy. */
  readonly #journals = new Map<string, SharedJournal>()
  /** Sandboxes that are being opened: whoever asks meanwhile waits for the same. */
  readonly #openings = new Map<string, Promise<SandboxCopy>>()
  /** The last change of each sandbox that is being changed. Calls and other changes wait for it. */
  readonly #changing = new Map<string, Promise<unknown>>()
  /** What all copies may take together. */
  readonly totalBudget: ByteBudget
  readonly #replica = crypto.randomUUID().slice(0, 8)
  #texts = 0
  #base: BaseAnimals | undefined
  /** By how much the clock of Redis is ahead of the one here. */
  #skewMilliseconds = 0
  /** How often all copies were dropped. */
  #drops = 0

  constructor(replica: Replica) {
    this.replica = replica
    this.list = new SandboxList(replica)
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

  /** The copy of a sandbox. A new one has followed nothing yet: the next script brings what Redis has. */
  async of(name: string): Promise<SandboxCopy> {
    this.#base ??= await this.replica.baseAnimals()
    const kept = this.#byName.get(name)
    if (kept !== undefined) return kept
    // The one that was made first makes room. Whoever needs it again gets another copy.
    for (const oldest of this.#byName.keys()) {
      if (this.#byName.size < this.replica.limits.maxSandboxes) break
      if (oldest !== defaultSandboxName && !this.#openings.has(oldest)) this.drop(oldest)
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

  /** A text that no replica ever made before. */
  newText(): string {
    return `${this.#replica}-${++this.#texts}`
  }

  /** Runs the script on a sandbox. */
  run(name: string, args: readonly string[]): Promise<unknown> {
    const { connection, limits } = this.replica
    const isExpiring = name !== defaultSandboxName && Number.isFinite(limits.idleMilliseconds)
    const idle = isExpiring ? String(Math.ceil(limits.idleMilliseconds)) : ''
    return connection.run(script, keysOf(this.replica.prefix, name), [idle, ...args])
  }

  /** Drops a copy that has found no sandbox. */
  noteGone(copy: SandboxCopy): void {
    if (this.#byName.get(copy.name) === copy) this.drop(copy.name)
  }

  drop(name: string): void {
    this.#byName.get(name)?.close()
    this.#byName.delete(name)
    const isInUse = this.#openings.has(name) || this.#changing.has(name) || this.#journals.get(name)?.isWatched
    if (isInUse !== true) this.#journals.delete(name)
  }

  dropAll(): void {
    this.#drops++
    for (const name of this.#byName.keys()) this.drop(name)
  }

  /** Drops what is left here of sandboxes that are not in Redis: spec/decisions/0084-state-of-replicas-in-redis.md. */
  async dropGone(): Promise<void> {
    const dropIfGone = async (name: string) => {
      if (!(await this.isThere(name))) this.drop(name)
    }
    await Promise.all([...this.#journals.keys()].map(dropIfGone))
  }

  /** Whether Redis has a sandbox. */
  async isThere(name: string): Promise<boolean> {
    return (await this.replica.connection.send('EXISTS', this.#headOf(name))) === 1
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
    const copy = await this.of(name)
    if (name !== defaultSandboxName) await this.#enter(copy)
    await copy.open()
    return copy
  }

  /** Enters a name into the list of sandboxes, and drops another sandbox if the list is full. */
  async #enter(copy: SandboxCopy): Promise<void> {
    try {
      this.drop(await this.list.enter(copy.name))
    } catch (error) {
      // The list is a moment behind: the sandbox may be there all the same.
      if ((await copy.load()) === undefined) throw error
    }
  }

  /** Removes a sandbox. */
  async forget(name: string): Promise<void> {
    await Promise.all([
      this.replica.connection.send('DEL', ...keysOf(this.replica.prefix, name)),
      this.list.remove(name),
    ])
    this.drop(name)
  }

  /**
   * Changes a sandbox in one step, after the changes before: on the copy first, then in Redis unless another was faster.
   * @param isOfCall whether a call changes it. The journal entry of that call is still to come, so nobody waits for it
   */
  change<T>(name: string, deadline: Deadline, work: Change<T>, isOfCall = false): Promise<T> {
    const before = this.#changing.get(name) ?? Promise.resolve()
    const changing = before.then(() => {
      deadline.check()
      return retryWhileStale(() => this.#changeOnce(name, work, isOfCall), deadline)
    })
    const ended = changing.then(nothing, nothing)
    this.#changing.set(name, ended)
    void ended.then(() => this.#changing.get(name) === ended && this.#changing.delete(name))
    return changing
  }

  async #changeOnce<T>(name: string, work: Change<T>, isOfCall: boolean): Promise<T> {
    const copy = this.get(name) ?? (await this.open(name))
    const isThere = isOfCall ? (await copy.load()) !== undefined : await copy.loadWhole()
    if (!isThere || this.#byName.get(name) !== copy) throw new StaleCopyError()
    // Others must not see what is not in Redis yet.
    this.#byName.delete(name)
    const drops = this.#drops
    try {
      const made = await copy.change(work)
      if (made === undefined) throw new StaleCopyError()
      // Whoever looked meanwhile has a copy of before the change.
      this.#byName.get(name)?.close()
      if (drops === this.#drops) this.#byName.set(name, copy)
      else this.drop(name)
      return made.result
    } catch (error) {
      // The copy may differ from what Redis has, and its journal must not.
      copy.close()
      copy.journal.isCleared = false
      throw error
    }
  }

  journalOf(name: string): SharedJournal {
    let journal = this.#journals.get(name)
    if (journal === undefined) {
      const { apiKeys, onFailure } = this.replica
      journal = new SharedJournal(apiKeys, onFailure, (isWatched) => this.#listen(name, isWatched))
      this.#journals.set(name, journal)
    }
    return journal
  }

  /** Reads the journal whenever a replica has added to it, as long as somebody watches. A sandbox that is gone is not made again. */
  #listen(name: string, isWatched: boolean): void {
    const { connection, onFailure } = this.replica
    const channel = this.#headOf(name)
    if (!isWatched) return connection.leave(channel)
    let reading: Promise<void> | undefined
    let isBehind = false
    const read = async () => {
      while (isBehind) {
        isBehind = false
        await (await this.of(name)).load(true)
      }
    }
    connection.listen(channel, () => {
      isBehind = true
      reading ??= read()
        .catch(onFailure)
        .finally(() => (reading = undefined))
    })
  }

  #headOf(name: string): string {
    return keysOf(this.replica.prefix, name)[0] ?? ''
  }

  /** Sends what is not yet sent. */
  async flush(): Promise<void> {
    await Promise.all([...this.#byName.values()].map(({ queue }) => queue.flush()))
  }
}
