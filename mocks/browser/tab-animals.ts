import { writeJson } from '../../spec/index.ts'
import type { AnimalPlace, Animals, AnimalsBeginning, AnimalsChange, BaseAnimals } from '../world/animals.ts'
import { inTurns } from '../world/in-turns.ts'
import { type Edit, bytesOfEdits, keptAnimals } from '../world/kept-animals.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import type { Room } from '../world/room.ts'
import { TabLog } from './tab-log.ts'

/** What one line of the log says, in the order in which it happened. */
type Line =
  | ({ readonly sandbox: string } & Edit)
  /** The sandbox is as its dataset again. */
  | { readonly sandbox: string; readonly reset: true }
  /** The sandbox is as it was when these changes were taken. */
  | { readonly sandbox: string; readonly restore: AnimalsChange }
  /** Every sandbox is as its dataset again. */
  | { readonly resetAll: true }
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
  readonly #inTurn = inTurns()
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
      if (!isKept && (await animals.#isFirstTab())) await log.write([], true)
      if ((await animals.#readOn()) <= mostLines) return
      const restoring = [...animals.#sandboxes].map(([sandbox, memory]) => ({ sandbox, restore: memory.changes() }))
      await log.write([animals.#header, { resetAll: true }, ...restoring], true)
    })
    return animals
  }

  /** The animals of one sandbox. Each question is answered once all changes of all tabs so far are known. */
  async openSandbox(sandbox: string, beginning: AnimalsBeginning, room: Room): Promise<Animals> {
    if (beginning === 'dataset') await this.#write(() => [[{ sandbox, reset: true }], undefined])
    else if (beginning !== 'kept') {
      // What does not fit would damage the log.
      void new MemoryAnimals(this.#base, beginning)
      await this.#write(() => [[{ sandbox, restore: beginning }], undefined])
    }
    const animals = keptAnimals(
      async () => {
        await this.#readOn()
        return this.#memoryOf(sandbox)
      },
      (make) =>
        this.#write(() => {
          const memory = this.#memoryOf(sandbox)
          const [edits, outcome] = make(memory)
          room.usedBytes = memory.bytes
          room.check(bytesOfEdits(memory, edits))
          return [edits.map((edit) => ({ sandbox, ...edit })), outcome]
        }),
    )
    const memoryOf = () => this.#memoryOf(sandbox)
    return {
      ...animals,
      get isUnchanged() {
        return memoryOf().isUnchanged
      },
    }
  }

  /** Forgets every change of every sandbox, in all tabs. */
  async reset(): Promise<void> {
    await this.#locked(async () => {
      await this.#readOn()
      await this.#log.write([this.#header, { resetAll: true }], true)
    })
  }

  close(): void {
    this.#letGo()
    this.#log.close()
  }

  async #forget(reason: string): Promise<void> {
    this.#warn(`forgotten, because ${reason}`)
    this.#sandboxes.clear()
    await this.#log.write([this.#header, { resetAll: true }], true)
  }

  #warn(fate: string): void {
    console.warn(`[animal-store-kit] The animals kept under "${this.#name}" are ${fate}.`)
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
      await this.#log.write(this.#log.isEmpty ? [this.#header, ...lines] : lines)
      await this.#readOn()
      return outcome
    })
  }

  /** Makes the changes that were written since. @returns how many lines were read */
  readonly #readOn = () => this.#inTurn(() => this.#readNow())

  async #readNow(): Promise<number> {
    let found = await this.#log.readOn()
    if (found === undefined) {
      this.#warn('gone, because the data of this site was cleared')
      this.#sandboxes.clear()
      found = (await this.#log.readOn()) ?? []
    }
    try {
      for (const line of found as readonly Line[]) {
        if ('dataset' in line && line.dataset !== this.#header.dataset) {
          await this.#forget('they belong to another dataset')
          break
        }
        this.#make(line)
      }
    } catch {
      await this.#forget('they are damaged')
    }
    return found.length
  }

  #make(line: Line): void {
    if ('resetAll' in line) this.#sandboxes.clear()
    else if ('reset' in line) this.#sandboxes.delete(line.sandbox)
    else if ('restore' in line) this.#sandboxes.set(line.sandbox, new MemoryAnimals(this.#base, line.restore))
    else if ('remove' in line) this.#memoryOf(line.sandbox).remove(line.remove)
    else if ('put' in line) this.#memoryOf(line.sandbox).put(line.put)
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
