import { defaultSandboxName } from '../keys/keys.ts'
import type { ChangeQueue } from './change-queue.ts'
import type { Copies } from './copies.ts'
import type { ReplicaParts } from './copy-maker.ts'
import type { Deadline } from './deadline.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { DamagedSandboxError } from './state-error.ts'

/** How many sandboxes are visited at once. Calls would wait too long behind more of them with long journals. */
const mostAtOnce = 100

/** What the control API does with all sandboxes, or with one that may be damaged. */
export class AllSandboxes {
  readonly #parts: ReplicaParts
  readonly #copies: Copies
  readonly #changes: ChangeQueue

  constructor(parts: ReplicaParts, copies: Copies, changes: ChangeQueue) {
    this.#parts = parts
    this.#copies = copies
    this.#changes = changes
  }

  /** Many at once, because each visit waits for Redis. */
  async #visit<T>(names: readonly string[], visit: (name: string) => Promise<T>, deadline: Deadline): Promise<T[]> {
    const found: T[] = []
    for (let first = 0; first < names.length; first += mostAtOnce) {
      deadline.check()
      found.push(...(await Promise.all(names.slice(first, first + mostAtOnce).map(visit))))
    }
    return found
  }

  /** A sandbox, brought up to date; nothing if there is none. */
  async find(name: string): Promise<SandboxCopy | undefined> {
    const copy = await this.#copies.getOrMake(name)
    if (await this.#copies.loadWhole(copy)) return copy
    if (name === defaultSandboxName) return this.#copies.open(name)
    await this.#parts.list.remove(name)
    return undefined
  }

  /** Every sandbox, brought up to date. A damaged one is left out, and a failure names it. */
  async all(deadline: Deadline): Promise<SandboxCopy[]> {
    const names = [defaultSandboxName, ...(await this.#parts.list.names())]
    const find = (name: string) =>
      this.find(name).catch((error: unknown) => {
        if (!(error instanceof DamagedSandboxError)) throw error
        this.#parts.onFailure(error)
      })
    const found = await this.#visit(names, find, deadline)
    return found.flatMap((copy) => copy ?? [])
  }

  /** Makes a sandbox anew if it is damaged. */
  async removeDamaged(name: string): Promise<void> {
    try {
      await this.#copies.reload(name)
    } catch (error) {
      if (!(error instanceof DamagedSandboxError)) throw error
      await this.#copies.forget(name)
      await this.#copies.open(name)
    }
  }

  /** Resets the default sandbox, and removes all others. */
  async reset(deadline: Deadline): Promise<void> {
    const names = await this.#parts.list.names()
    const work = (sandbox: SandboxCopy) => sandbox.reset()
    const resetting = this.#changes.change(defaultSandboxName, { work, deadline, isOfCall: false })
    const isDone = resetting.catch(async (error: unknown) => {
      if (!(error instanceof DamagedSandboxError)) throw error
      await this.#copies.forget(defaultSandboxName)
    })
    await Promise.all([isDone, this.#visit(names, (name) => this.#copies.forget(name), deadline)])
  }
}
