import type { Awaitable, Pet } from '../../spec/index.ts'
import type { NumberedPets } from '../animals/animals.ts'
import type { Edit } from '../animals/logged-items.ts'
import type { Copies } from './copies.ts'
import type { Deadline } from './deadline.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'

/** What changes a sandbox. */
export interface QueuedChange<T> {
  readonly work: (sandbox: SandboxCopy) => Awaitable<T>
  readonly deadline: Deadline
  /** Whether a call changes it. The journal entry of that call is still to come, so nobody waits for it. */
  readonly isOfCall: boolean
}

/** The changes of sandboxes, one after another for each sandbox of this replica. */
export class ChangeQueue {
  readonly #copies: Copies
  /** The last change of each sandbox; calls and changes wait for it. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(copies: Copies) {
    this.#copies = copies
  }

  /** The copy of a sandbox. @throws {StaleCopyError} while there is none, or it is being changed */
  copyOf(name: string): SandboxCopy {
    const changing = this.#last.get(name)
    if (changing !== undefined) throw new StaleCopyError(changing)
    const copy = this.#copies.get(name)
    if (copy === undefined) throw new StaleCopyError(this.#copies.open(name))
    return copy
  }

  /** Changes a sandbox in one step: on the copy first, then in Redis unless another was faster. */
  async change<T>(name: string, change: QueuedChange<T>): Promise<T> {
    const { deadline } = change
    const before = this.#last.get(name) ?? Promise.resolve()
    const changing = before.then(() => {
      deadline.check()
      return retryWhileStale(() => this.#changeOnce(name, change), deadline)
    })
    const nothing = () => undefined
    const ended = changing.then(nothing, nothing)
    this.#last.set(name, ended)
    void ended.then(() => this.#last.get(name) === ended && this.#last.delete(name))
    return changing
  }

  async #changeOnce<T>(name: string, { work, isOfCall }: QueuedChange<T>): Promise<T> {
    const copies = this.#copies
    const copy = copies.get(name) ?? (await copies.open(name))
    const isThere = await (isOfCall ? copies.load(copy, false) : copies.loadWhole(copy))
    if (!isThere) throw new StaleCopyError(copies.open(name))
    // Others must not see what is not in Redis yet.
    copies.takeOut(name)
    try {
      const made = await copy.change(work)
      if (made === undefined) throw new StaleCopyError(Promise.resolve())
      copies.putBack(copy)
      return made.result
    } catch (error) {
      // The copy may differ from what Redis has.
      copy.drop()
      throw error
    }
  }

  /** Appends an edit of a call to the animals of a sandbox. @returns the animals that it was about */
  append(name: string, edit: Edit<Pet>, deadline: Deadline): Promise<NumberedPets> {
    return retryWhileStale(async () => {
      const outcome = await this.copyOf(name).append(edit)
      if (outcome === undefined) throw new StaleCopyError(this.#copies.reload(name))
      return outcome
    }, deadline)
  }
}
