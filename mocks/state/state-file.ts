import { type Pet, writeJson } from '../../spec/index.ts'
import type { Animals, AnimalsBeginning, AnimalsChange, BaseAnimals } from '../world/animals.ts'
import type { Awaitable } from '../call/call.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import type { AppendLog } from './append-log.ts'
import { DurableAnimals, makeEdit } from './durable-animals.ts'
import type { Edit, StateEntry } from './state-entry.ts'

/** What was kept of a sandbox. */
export interface Kept {
  /** What it was restored to since its last reset. */
  readonly changes?: AnimalsChange
  readonly edits: Edit[]
}

// From this number on, sandboxes that nothing happened to are forgotten here.
const manySandboxes = 2000

/**
 * A file that keeps what happens to the animals of every sandbox. Its animals take the place of those in memory:
 * `createAnimalStore({ animals: { open: file.openAnimals, reset: file.resetAll } })`. They stay here when their sandbox
 * expires.
 */
export class StateFile {
  /** What a person should know of how it was opened, such as a line that was left out. */
  readonly notice: string | undefined
  readonly #log: AppendLog
  readonly #unlock: () => Promise<void>
  /** What the file says of sandboxes that were not opened yet. */
  readonly #kept: Map<string, Kept>
  readonly #open = new Map<string, Promise<DurableAnimals>>()
  /** Animals whose sandbox was reset or restored. Calls that still hold them see the past, which is not recorded. */
  readonly #retired = new WeakSet<Promise<DurableAnimals>>()
  /** The sandboxes that are not as their dataset. */
  readonly #changed: Set<string>
  /** What waits for the reset or restore that is being recorded; `undefined` while there is none. */
  #waiting: (() => void)[] | undefined

  /** @param unlock is called once the file is closed */
  constructor(log: AppendLog, kept: Map<string, Kept>, notice: string | undefined, unlock: () => Promise<void>) {
    this.#log = log
    this.#kept = kept
    this.#changed = new Set(kept.keys())
    this.notice = notice
    this.#unlock = unlock
  }

  /** The animals of a sandbox, as `AnimalPlace.open` asks for them. */
  readonly openAnimals = async (sandbox: string, base: BaseAnimals, beginning: AnimalsBeginning): Promise<Animals> => {
    if (typeof beginning === 'string') {
      return this.#inTurn(() => (beginning === 'kept' ? this.#reopen(sandbox, base) : this.#reset(sandbox, base)))
    }
    // First of all, for changes that do not fit are not to be recorded.
    const memory = new MemoryAnimals(base, beginning)
    return this.#inTurn(() =>
      this.#recordAlone({ sandbox, restore: beginning }, () => {
        this.#changed.add(sandbox)
        return this.#replace(sandbox, memory)
      }),
    )
  }

  /** Lets every sandbox begin anew, as `AnimalPlace.reset` asks for it. */
  readonly resetAll = (): Promise<void> =>
    this.#inTurn(() =>
      this.#recordAlone({ resetAll: true }, () => {
        for (const animals of this.#open.values()) this.#retired.add(animals)
        this.#open.clear()
        this.#kept.clear()
        this.#changed.clear()
      }),
    )

  /** Writes what is left to write, closes the file and lets others use it. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#log.close()
      await this.#unlock()
    })
  }

  /** Does something at once, or after the reset or restore that is being recorded: nobody knows yet whether it will be. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting
    if (waiting === undefined) return action()
    return new Promise((resolve) => waiting.push(() => resolve(this.#inTurn(action))))
  }

  /** Records a reset or restore while everything else waits, and only then does it. */
  async #recordAlone<T>(entry: StateEntry, change: () => T | Promise<T>): Promise<T> {
    const waiting: (() => void)[] = []
    this.#waiting = waiting
    try {
      await this.#append(entry)
      return await change()
    } finally {
      this.#waiting = undefined
      for (const go of waiting) go()
    }
  }

  #reopen(sandbox: string, base: BaseAnimals): Promise<DurableAnimals> {
    return this.#open.get(sandbox) ?? this.#begin(sandbox, this.#replay(sandbox, base))
  }

  #reset(sandbox: string, base: BaseAnimals): Promise<DurableAnimals> {
    const memory = new MemoryAnimals(base)
    if (!this.#changed.has(sandbox)) return this.#replace(sandbox, memory)
    return this.#recordAlone({ sandbox, reset: true }, () => {
      this.#changed.delete(sandbox)
      return this.#replace(sandbox, memory)
    })
  }

  #replace(sandbox: string, memory: MemoryAnimals): Promise<DurableAnimals> {
    const open = this.#open.get(sandbox)
    if (open !== undefined) this.#retired.add(open)
    this.#kept.delete(sandbox)
    return this.#begin(sandbox, memory)
  }

  #begin(sandbox: string, memory: Awaitable<MemoryAnimals>): Promise<DurableAnimals> {
    if (this.#open.size >= manySandboxes) {
      for (const name of this.#open.keys()) if (!this.#changed.has(name)) this.#open.delete(name)
    }
    const animals: Promise<DurableAnimals> = Promise.resolve(memory).then(
      (laid) => new DurableAnimals(laid, (edit) => this.#inTurn(() => this.#record(sandbox, animals, edit))),
    )
    this.#open.set(sandbox, animals)
    return animals
  }

  async #replay(sandbox: string, base: BaseAnimals): Promise<MemoryAnimals> {
    const { changes, edits = [] } = this.#kept.get(sandbox) ?? {}
    this.#kept.delete(sandbox)
    const memory = new MemoryAnimals(base, changes)
    for (const edit of edits) makeEdit(memory, edit)
    return memory
  }

  async #record(sandbox: string, animals: Promise<DurableAnimals>, edit: Edit): Promise<void> {
    if (this.#retired.has(animals)) return
    this.#open.set(sandbox, animals)
    this.#changed.add(sandbox)
    await this.#append({ sandbox, ...edit })
  }

  #append(entry: StateEntry): Promise<void> {
    return this.#log.append(writeJson(entry))
  }
}

/** What is left of the entries of a file: each sandbox with what happened to it since it was last as its dataset. */
export function keptOf(entries: Iterable<StateEntry>): Map<string, Kept> {
  const kept = new Map<string, Kept>()
  for (const entry of entries) {
    if ('resetAll' in entry) kept.clear()
    else if ('reset' in entry) kept.delete(entry.sandbox)
    else if ('restore' in entry) kept.set(entry.sandbox, { changes: entry.restore, edits: [] })
    else {
      const sandbox = kept.get(entry.sandbox) ?? { edits: [] }
      sandbox.edits.push('put' in entry ? { put: entry.put } : { remove: entry.remove })
      kept.set(entry.sandbox, sandbox)
    }
  }
  return kept
}

/** The animals that a state file changes. */
export interface StateOrigin {
  readonly dataset: string
  readonly seed: number
  readonly pets: readonly Pet[]
}
