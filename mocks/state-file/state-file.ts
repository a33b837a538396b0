import { type Pet, writeJson } from '../../spec/index.ts'
import type { Animals, AnimalsBeginning, AnimalsChange, Herd } from '../animals.ts'
import { MemoryAnimals } from '../memory-animals.ts'
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
 * `createAnimalStore({ openAnimals: file.openAnimals, onReset: file.resetAll })`. They stay here when their sandbox
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

  /** @param unlock is called once the file is closed */
  constructor(log: AppendLog, kept: Map<string, Kept>, notice: string | undefined, unlock: () => Promise<void>) {
    this.#log = log
    this.#kept = kept
    this.#changed = new Set(kept.keys())
    this.notice = notice
    this.#unlock = unlock
  }

  /** The animals of a sandbox, as `AnimalStoreOptions.openAnimals` asks for them. */
  readonly openAnimals = (sandbox: string, herd: Herd, beginning: AnimalsBeginning): Promise<Animals> => {
    const open = this.#open.get(sandbox)
    if (beginning === 'kept') return open ?? this.#begin(sandbox, () => this.#replay(sandbox, herd))
    if (open !== undefined) this.#retired.add(open)
    this.#kept.delete(sandbox)
    if (beginning === 'dataset') {
      const recorded = this.#changed.delete(sandbox) ? this.#append({ sandbox, reset: true }) : Promise.resolve()
      return this.#begin(sandbox, () => recorded.then(() => new MemoryAnimals(herd)))
    }
    this.#changed.add(sandbox)
    const recorded = this.#append({ sandbox, restore: beginning })
    return this.#begin(sandbox, () => recorded.then(() => MemoryAnimals.restore(herd, beginning)))
  }

  /** Lets every sandbox begin anew, as `AnimalStoreOptions.onReset` asks for it. */
  readonly resetAll = async (): Promise<void> => {
    for (const animals of this.#open.values()) this.#retired.add(animals)
    this.#open.clear()
    this.#kept.clear()
    this.#changed.clear()
    await this.#append({ resetAll: true })
  }

  /** Writes what is left to write, closes the file and lets others use it. */
  async close(): Promise<void> {
    await this.#log.close()
    await this.#unlock()
  }

  #begin(sandbox: string, lay: () => Promise<MemoryAnimals>): Promise<DurableAnimals> {
    if (this.#open.size >= manySandboxes) {
      for (const name of this.#open.keys()) if (!this.#changed.has(name)) this.#open.delete(name)
    }
    const animals: Promise<DurableAnimals> = lay().then(
      (memory) => new DurableAnimals(memory, (edit) => this.#record(sandbox, animals, edit)),
    )
    this.#open.set(sandbox, animals)
    return animals
  }

  async #replay(sandbox: string, herd: Herd): Promise<MemoryAnimals> {
    const { changes, edits = [] } = this.#kept.get(sandbox) ?? {}
    this.#kept.delete(sandbox)
    const memory = changes === undefined ? new MemoryAnimals(herd) : await MemoryAnimals.restore(herd, changes)
    for (const edit of edits) await makeEdit(memory, edit)
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
