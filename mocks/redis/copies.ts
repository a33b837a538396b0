import { defaultSandboxName } from '../keys/keys.ts'
import type { ScriptResult } from './script-queue.ts'
import { CopyMaker, type ReplicaParts } from './copy-maker.ts'
import { scriptDigest } from './script/script.ts'
import type { SharedJournal } from './shared-journal.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { isDamage } from './state-error.ts'

/** A journal entry that is missing for so long will not come: its replica was killed. */
const lostMilliseconds = 1000

/** Under load some entries are always missing. After so long, those of calls that were answered before are there. */
const arrivalMilliseconds = 25

/** The copies that this replica has of sandboxes, by name. */
export class Copies {
  readonly #parts: ReplicaParts
  readonly #maker: CopyMaker
  readonly #byName = new Map<string, SandboxCopy>()
  /** Copies that are being made, or brought up to date: whoever asks meanwhile waits for the same. */
  readonly #openings = new Map<string, Promise<SandboxCopy>>()
  readonly #reloads = new Map<string, Promise<boolean>>()

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#maker = new CopyMaker(parts, (name) => this.#readJournal(name))
  }

  /** Reads the journal of a sandbox for those who watch it. One that is gone is not made again. */
  async #readJournal(name: string): Promise<void> {
    if (this.get(name) === undefined) await this.reload(name)
    const copy = this.get(name)
    if (copy !== undefined) await this.load(copy, true)
  }

  get(name: string): SandboxCopy | undefined {
    return this.#byName.get(name)
  }

  /** The copy of a sandbox; a new one if there is none, which is kept once there is such a sandbox. */
  async getOrMake(name: string): Promise<SandboxCopy> {
    const made = this.get(name) ?? (await this.#maker.make(name))
    // Another one may have been kept while this one was made.
    return this.get(name) ?? made
  }

  journalOf(name: string): SharedJournal {
    return this.#maker.journalOf(name)
  }

  /** The copy of a sandbox, which is made in Redis if it is not there. @throws {SandboxLimitError} {DamagedSandboxError} */
  open(name: string): Promise<SandboxCopy> {
    return once(this.#openings, name, async () => {
      if (name !== defaultSandboxName) await this.#enter(name)
      const copy = await this.getOrMake(name)
      await copy.open()
      return this.keep(copy)
    })
  }

  /** Enters a name into the list of sandboxes, and drops another sandbox if the list is full. */
  async #enter(name: string): Promise<void> {
    try {
      await this.#parts.list.enter(name, (other) => this.#dropUnlessHolding(other))
    } catch (error) {
      // The list is a moment behind: the sandbox may be there all the same.
      if (!(await this.reload(name))) throw error
    }
  }

  /** Drops a sandbox to make room for another. @returns whether it is gone */
  async #dropUnlessHolding(name: string): Promise<boolean> {
    const keys = this.#maker.keysOf(name)
    try {
      const head = ['EVALSHA', scriptDigest, String(keys.length), ...keys]
      const [, , , [isGone]] = (await this.#parts.connection.run([...head, '', '', 'd'])) as ScriptResult
      if (isGone === null) return false
    } catch (error) {
      if (!isDamage(error)) throw error
      // Only a person removes what cannot be read.
      return false
    }
    this.drop(name)
    return true
  }

  /** Keeps a copy, unless another one is kept already. @returns the one that is kept */
  keep(copy: SandboxCopy): SandboxCopy {
    const kept = this.get(copy.name)
    if (kept !== undefined) return kept
    // Others must not see what is not in Redis yet. It is kept once the change is.
    if (copy.animalLog.isChanging) return copy
    // The one that was made first makes room. Whoever needs it again gets another copy.
    for (const oldest of this.#byName.keys()) {
      if (this.#byName.size < this.#parts.limits.maxSandboxes) break
      if (oldest !== defaultSandboxName) this.drop(oldest)
    }
    this.#byName.set(copy.name, copy)
    return copy
  }

  /** Takes a copy out while it is changed. */
  takeOut(name: string): void {
    this.#byName.delete(name)
  }

  /** Puts a copy back after its change. */
  putBack(copy: SandboxCopy): void {
    this.#byName.set(copy.name, copy)
  }

  drop(name: string): void {
    this.get(name)?.drop()
    this.#byName.delete(name)
    this.#maker.dropJournal(name)
  }

  /** Drops what is left here of sandboxes that are not in Redis: spec/decisions/0229-copies-of-what-is-gone.md. */
  async dropGone(): Promise<void> {
    const dropIfGone = async (name: string) => {
      const [key = ''] = this.#maker.keysOf(name)
      const found = await this.#parts.connection.send(key, 'EXISTS')
      if (found === 0 && !this.#openings.has(name)) this.drop(name)
    }
    await Promise.all(this.#maker.names.map(dropIfGone))
  }

  dropAll(): void {
    for (const name of this.#byName.keys()) this.drop(name)
  }

  /** Brings a copy up to date. @returns whether the sandbox is there @throws {DamagedSandboxError} */
  async load(copy: SandboxCopy, isWithJournal: boolean, areEntriesLost = false): Promise<boolean> {
    let isThere = false
    try {
      isThere = await copy.load(isWithJournal, areEntriesLost)
    } finally {
      if (isThere) this.keep(copy)
      else this.drop(copy.name)
    }
    return isThere
  }

  /** Brings a copy up to date. @returns whether the sandbox is there */
  reload(name: string): Promise<boolean> {
    return once(this.#reloads, name, async () => this.load(await this.getOrMake(name), false))
  }

  /** Brings a copy up to date, with the journal entries of all calls that were answered before. */
  async loadWhole(copy: SandboxCopy): Promise<boolean> {
    const { journal } = copy
    const startedAt = performance.now()
    let wanted: number | undefined
    for (;;) {
      const waited = performance.now() - startedAt
      if (!(await this.load(copy, true, waited > lostMilliseconds))) return false
      wanted ??= journal.arrived + copy.missingEntries
      if (copy.missingEntries <= 0 || (journal.arrived >= wanted && waited > arrivalMilliseconds)) return true
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** Removes a sandbox, whatever Redis has of it. */
  async forget(name: string): Promise<void> {
    const [key = '', ...others] = this.#maker.keysOf(name)
    await Promise.all([this.#parts.connection.send(key, 'DEL', ...others), this.#parts.list.remove(name)])
    this.drop(name)
  }

  /** Sends what is not yet sent. */
  async flush(): Promise<void> {
    await Promise.all([...this.#byName.values()].map(({ queue }) => queue.flush()))
  }
}

/** Begins some work, or waits for the same work if it is under way. */
function once<T>(running: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  let found = running.get(name)
  if (found === undefined) {
    found = work().finally(() => running.delete(name))
    running.set(name, found)
  }
  return found
}
