import { type Pet, writeJson } from '../../spec/index.ts'
import type { Animals, AnimalsBeginning, BaseAnimals, GivenPet } from '../world/animals.ts'
import { MemoryAnimals, checkedPet } from '../world/memory-animals.ts'
import { type Edit, type StateEntry, parseEntry } from './tab-entry.ts'
import { TabLog } from './tab-log.ts'

/** After so many lines, a start writes down what they come to in their place. */
const mostLines = 1000

/**
 * The animals of all sandboxes, kept by the browser and shared by the tabs of the app. Every change is a line of one log;
 * each tab reads the log on before it answers, so no tab misses what happened while it slept:
 * spec/decisions/0070-animals-of-tabs.md.
 */
export class TabAnimals {
  readonly #name: string
  readonly #base: BaseAnimals
  readonly #log: TabLog
  readonly #header: string
  readonly #sandboxes = new Map<string, MemoryAnimals>()
  #turn: Promise<unknown> = Promise.resolve()
  #letGo: () => void = () => undefined

  private constructor(name: string, base: BaseAnimals, log: TabLog, header: string) {
    this.#name = name
    this.#base = base
    this.#log = log
    this.#header = header
  }

  /**
   * Opens what is kept under a name; what does not fit or is damaged is told and forgotten.
   * @param isKept whether it outlives the last tab
   * @throws {KeptAnimalsError} when the browser keeps nothing
   */
  static async open(name: string, base: BaseAnimals, isKept: boolean): Promise<TabAnimals> {
    const log = await TabLog.open(isKept ? name : `${name} (open tabs)`)
    const animals = new TabAnimals(name, base, log, writeJson({ dataset: await digestOf(base) }))
    await animals.#locked(async () => {
      if (!isKept && (await animals.#isFirstTab())) await log.replace([])
      await animals.#begin()
    })
    return animals
  }

  /** The animals of one sandbox. Each question is answered once all changes of all tabs so far are known. */
  async openSandbox(sandbox: string, beginning: AnimalsBeginning): Promise<Animals> {
    if (beginning === 'dataset') await this.#write(() => [[{ sandbox, reset: true }], undefined])
    else if (beginning !== 'kept') {
      // What is not a Pet would damage the log.
      for (const [, pet] of beginning.own) checkedPet(pet)
      await this.#write(() => [[{ sandbox, restore: beginning }], undefined])
    }
    const known = async () => {
      await this.#readOn()
      return this.#memoryOf(sandbox)
    }
    /** Makes changes, all or none of them, and returns what comes with them. */
    const change = <T>(make: (memory: MemoryAnimals) => readonly [readonly Edit[], T]) =>
      this.#write(() => {
        const [edits, outcome] = make(this.#memoryOf(sandbox))
        return [edits.map((edit) => ({ sandbox, ...edit })), outcome]
      })
    const addAll = (given: readonly GivenPet[]) =>
      change((memory) => {
        const numbered = memory.number(given)
        return [numbered.pets.map((put) => ({ put })), numbered]
      })
    return {
      get: async (id) => (await known()).get(id),
      page: async (query) => (await known()).page(query),
      count: async () => (await known()).count(),
      changes: async () => (await known()).changes(),
      hasCategory: (categoryId) => this.#base.categories.has(categoryId),
      // As many as were given.
      add: async (animal) => (await addAll([animal])).pets[0] as Pet,
      addAll,
      put: (pet) => change(() => [[{ put: checkedPet(pet) }], undefined]),
      remove: (id) => change((memory) => [[{ remove: id }], memory.get(id) !== undefined]),
    }
  }

  /** Forgets every change of every sandbox, in all tabs. */
  async reset(): Promise<void> {
    await this.#locked(async () => {
      await this.#readOn()
      await this.#log.replace([this.#header, writeJson({ resetAll: true })])
    })
  }

  close(): void {
    this.#letGo()
    this.#log.close()
  }

  async #begin(): Promise<void> {
    const found = (await this.#log.readOn()) ?? []
    if (found.length === 0) await this.#log.append([this.#header])
    else if (found[0] !== this.#header) await this.#forget('they belong to another dataset')
    else if (!this.#take(found)) await this.#forget('they are damaged')
    else if (found.length > mostLines) await this.#log.replace([this.#header, ...this.#restoring()])
  }

  #restoring(): string[] {
    return [...this.#sandboxes].map(([sandbox, memory]) => writeJson({ sandbox, restore: memory.changes() }))
  }

  async #forget(reason: string): Promise<void> {
    console.warn(`[animal-store-kit] The animals kept under "${this.#name}" are forgotten, because ${reason}.`)
    this.#sandboxes.clear()
    await this.#log.replace([this.#header, writeJson({ resetAll: true })])
  }

  /** One tab at a time, so that no two give the same id. */
  #locked<T>(work: () => Promise<T>): Promise<T> {
    return navigator.locks.request(`animal-store-kit: ${this.#name}`, work)
  }

  /** Tells whether no other tab has this open; holds the place until this tab closes it. */
  async #isFirstTab(): Promise<boolean> {
    const place = `animal-store-kit: ${this.#name} is open`
    const isFirst = await navigator.locks.request(place, { ifAvailable: true }, async (lock) => lock !== null)
    await new Promise<void>((holds) => {
      void navigator.locks.request(place, { mode: 'shared' }, () => {
        holds()
        return new Promise<void>((letGo) => (this.#letGo = letGo))
      })
    })
    return isFirst
  }

  /** Writes lines that are made when all before them are known, and returns what comes with them. */
  #write<T>(make: () => readonly [readonly StateEntry[], T]): Promise<T> {
    return this.#locked(async () => {
      await this.#readOn()
      const [entries, outcome] = make()
      const written = entries.map((entry) => writeJson(entry))
      await this.#log.append(this.#log.isEmpty ? [this.#header, ...written] : written)
      await this.#readOn()
      return outcome
    })
  }

  #readOn(): Promise<void> {
    const turn = this.#turn.then(() => this.#readNow())
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #readNow(): Promise<void> {
    let found = await this.#log.readOn()
    if (found === undefined) {
      console.warn(
        `[animal-store-kit] The animals kept under "${this.#name}" are gone, because the data of this site was cleared.`,
      )
      this.#sandboxes.clear()
      found = (await this.#log.readOn()) ?? []
    }
    if (!this.#take(found)) await this.#forget('they are damaged, or of another dataset')
  }

  /** Makes the changes that lines tell of, and tells whether all could be read. */
  #take(lines: readonly unknown[]): boolean {
    for (const line of lines) {
      if (line === this.#header) continue
      const entry = typeof line === 'string' ? parseEntry(line) : undefined
      if (entry === undefined) return false
      this.#make(entry)
    }
    return true
  }

  #make(entry: StateEntry): void {
    if ('resetAll' in entry) this.#sandboxes.clear()
    else if ('reset' in entry) this.#sandboxes.delete(entry.sandbox)
    else if ('restore' in entry) this.#sandboxes.set(entry.sandbox, new MemoryAnimals(this.#base, entry.restore))
    else if ('remove' in entry) this.#memoryOf(entry.sandbox).remove(entry.remove)
    else this.#memoryOf(entry.sandbox).put(entry.put)
  }

  #memoryOf(sandbox: string): MemoryAnimals {
    const memory = this.#sandboxes.get(sandbox) ?? new MemoryAnimals(this.#base)
    this.#sandboxes.set(sandbox, memory)
    return memory
  }
}

/** What tells one dataset from another. */
async function digestOf({ pets }: BaseAnimals): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(writeJson(pets)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
