import { type Int64, type Pet, writeJson } from '../../spec/index.ts'
import type { AnimalPlace, Animals, AnimalsBeginning, AnimalsChange, BaseAnimals, GivenPet } from '../world/animals.ts'
import { MemoryAnimals, checkedPet } from '../world/memory-animals.ts'
import { type Room, bytesOf } from '../world/room.ts'
import { TabLog } from './tab-log.ts'

/** One change of an animal. */
type Edit = { readonly put: Pet } | { readonly remove: Int64 }

/** What one line of the log says, in the order in which it happened. */
type Line =
  | ({ readonly sandbox: string } & Edit)
  /** The sandbox is as its dataset again. */
  | { readonly sandbox: string; readonly reset: true }
  /** The sandbox is as it was when these changes were taken. */
  | { readonly sandbox: string; readonly restore: AnimalsChange }
  /** Every sandbox is as its dataset again. */
  | { readonly resetAll: true }
  /** Which dataset the other lines change. */
  | { readonly dataset: string }

/** After so many lines, a start writes down what they come to in their place. */
const mostLines = 1000

/**
 * The place for animals that tabs share under a name.
 * @param isKept whether they outlive the last tab
 */
export function animalsOfTabs(name: string, isKept: boolean): AnimalPlace & { readonly close: () => void } {
  let opening: Promise<TabAnimals> | undefined
  return {
    async open(sandbox, base, beginning, room) {
      opening ??= TabAnimals.open(name, base, isKept)
      // What could not be opened once is tried again.
      opening.catch(() => (opening = undefined))
      return (await opening).openSandbox(sandbox, beginning, room)
    },
    reset: async () => (await opening)?.reset(),
    close: () => void opening?.then((animals) => animals.close()).catch(() => undefined),
  }
}

/**
 * The animals of all sandboxes, kept by the browser and shared by the tabs of the app. Every change is a line of one log;
 * each tab reads the log on before it answers, so no tab misses what happened while it slept:
 * spec/decisions/0070-animals-of-tabs.md.
 */
class TabAnimals {
  readonly #name: string
  readonly #base: BaseAnimals
  readonly #log: TabLog
  readonly #header: Line & { readonly dataset: string }
  readonly #sandboxes = new Map<string, MemoryAnimals>()
  #turn: Promise<unknown> = Promise.resolve()
  #letGo: () => void = () => undefined

  private constructor(name: string, base: BaseAnimals, log: TabLog, dataset: string) {
    this.#name = name
    this.#base = base
    this.#log = log
    this.#header = { dataset }
  }

  /**
   * Opens what is kept under a name; what is damaged or belongs to another dataset is forgotten, with a warning.
   * @param isKept whether it outlives the last tab
   * @throws {KeptAnimalsError} when the browser keeps nothing
   */
  static async open(name: string, base: BaseAnimals, isKept: boolean): Promise<TabAnimals> {
    const log = await TabLog.open(isKept ? name : `${name} (open tabs)`)
    const animals = new TabAnimals(name, base, log, await digestOf(base))
    await animals.#locked(async () => {
      if (!isKept && (await animals.#isFirstTab())) await log.replace([])
      await animals.#begin()
    })
    return animals
  }

  /** The animals of one sandbox. Each question is answered once all changes of all tabs so far are known. */
  async openSandbox(sandbox: string, beginning: AnimalsBeginning, room: Room): Promise<Animals> {
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
        const memory = this.#memoryOf(sandbox)
        const [edits, outcome] = make(memory)
        room.usedBytes = memory.bytes
        room.check(edits.reduce((sum, edit) => sum + ('put' in edit ? bytesOf(edit.put) : 0), 0))
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
      await this.#log.replace([this.#header, { resetAll: true }])
    })
  }

  close(): void {
    this.#letGo()
    this.#log.close()
  }

  async #begin(): Promise<void> {
    const found = (await this.#log.readOn()) ?? []
    const [first] = found as readonly (Partial<Record<'dataset', unknown>> | undefined)[]
    if (found.length === 0) await this.#log.append([this.#header])
    else if (first?.dataset !== this.#header.dataset) await this.#forget('they belong to another dataset')
    else if (!this.#take(found)) await this.#forget('they are damaged')
    else if (found.length > mostLines) {
      const restoring = [...this.#sandboxes].map(([sandbox, memory]) => ({ sandbox, restore: memory.changes() }))
      await this.#log.replace([this.#header, ...restoring])
    }
  }

  async #forget(reason: string): Promise<void> {
    console.warn(`[animal-store-kit] The animals kept under "${this.#name}" are forgotten, because ${reason}.`)
    this.#sandboxes.clear()
    await this.#log.replace([this.#header, { resetAll: true }])
  }

  /** One tab at a time, so that no two give the same id. */
  #locked<T>(work: () => Promise<T>): Promise<T> {
    return navigator.locks.request(`animal-store-kit: ${this.#name}`, work)
  }

  /** Whether no other tab has this open; holds the place until this tab closes it. */
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
  #write<T>(make: () => readonly [readonly Line[], T]): Promise<T> {
    return this.#locked(async () => {
      await this.#readOn()
      const [lines, outcome] = make()
      await this.#log.append(this.#log.isEmpty ? [this.#header, ...lines] : lines)
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

  /** Makes the changes that lines say. @returns whether all are lines of this dataset */
  #take(lines: readonly unknown[]): boolean {
    try {
      return lines.every((line) => this.#make(line as Line))
    } catch {
      // Something else than a line.
      return false
    }
  }

  #make(line: Line): boolean {
    if ('dataset' in line) return line.dataset === this.#header.dataset
    if ('resetAll' in line) this.#sandboxes.clear()
    else if ('reset' in line) this.#sandboxes.delete(line.sandbox)
    else if ('restore' in line) this.#sandboxes.set(line.sandbox, new MemoryAnimals(this.#base, line.restore))
    else if ('remove' in line) this.#memoryOf(line.sandbox).remove(line.remove)
    else this.#memoryOf(line.sandbox).put(line.put)
    return true
  }

  #memoryOf(sandbox: string): MemoryAnimals {
    const memory = this.#sandboxes.get(sandbox) ?? new MemoryAnimals(this.#base)
    this.#sandboxes.set(sandbox, memory)
    return memory
  }
}

/** What differs from one dataset to another. */
async function digestOf({ pets }: BaseAnimals): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(writeJson(pets)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
