import { type Pet, writeJson } from '../../../spec/index.ts'
import type {
  AnimalStorage,
  Animals,
  AnimalsBeginning,
  AnimalsDifference,
  BaseAnimals,
  NumberedPets,
} from '../../animals/animals.ts'
import { inTurn } from '../../animals/queue.ts'
import { type Edit, applyEdit, bytesOfEdit, loggedItems } from '../../animals/logged-items.ts'
import { MemoryItems } from '../../animals/memory-items.ts'
import type { MemoryLimit } from '../../animals/memory-limit.ts'
import { TabLog } from './tab-log.ts'

/** A line of the log. */
type Line =
  | ({ readonly sandbox: string } & Edit<Pet>)
  /** The sandbox is as its dataset again. */
  | { readonly sandbox: string; readonly reset: true }
  /** The sandbox is as it was when these changes were taken. */
  | { readonly sandbox: string; readonly restore: AnimalsDifference }
  /** Every sandbox is as its dataset again. */
  | { readonly resetAll: true }
  /** A digest of the dataset. */
  | { readonly dataset: string }

const nothing: NumberedPets = { items: [], renumbered: 0 }

/** After so many lines, the next start replaces them by their result. */
const mostLines = 1000

/** The storage for animals that tabs share under a name. They outlive the last tab. */
export function animalsOfTabs(name: string): AnimalStorage & { readonly close: () => void } {
  let opening: Promise<TabAnimals> | undefined
  return {
    async open(sandbox, base, beginning, memoryLimit) {
      opening ??= TabAnimals.open(name, base)
      // The next call tries again.
      opening.catch(() => (opening = undefined))
      return (await opening).openSandbox(sandbox, beginning, memoryLimit)
    },
    reset: async () => (await opening)?.reset(),
    close: () => void opening?.then((animals) => animals.close()).catch(() => undefined),
  }
}

/**
 * The animals of all sandboxes, kept by the browser and shared by the tabs of the app. Every change is a line of one log.
 * Each tab reads the new lines before it answers, so no tab misses what happened while it slept:
 * spec/decisions/0070-animals-of-tabs.md.
 */
class TabAnimals {
  readonly #name: string
  readonly #base: BaseAnimals
  readonly #log: TabLog
  readonly #header: Line & { readonly dataset: string }
  readonly #sandboxes = new Map<string, MemoryItems<Pet>>()

  private constructor(name: string, base: BaseAnimals, log: TabLog, dataset: string) {
    this.#name = name
    this.#base = base
    this.#log = log
    this.#header = { dataset }
  }

  /**
   * Opens what is kept under a name. If that is damaged or belongs to another dataset, it is deleted with a warning.
   * @throws {KeptAnimalsError} when the browser keeps nothing
   */
  static async open(name: string, base: BaseAnimals): Promise<TabAnimals> {
    const log = await TabLog.open(name)
    const animals = new TabAnimals(name, base, log, await baseDigest(base))
    await animals.#locked(async () => {
      if ((await animals.#readOn()).length <= mostLines) return
      const restoring = [...animals.#sandboxes].map(([sandbox, memory]) => ({ sandbox, restore: memory.difference() }))
      await log.write([animals.#header, { resetAll: true }, ...restoring], true)
    })
    return animals
  }

  /** The animals of one sandbox. Each question is answered once all changes of all tabs so far are known. */
  async openSandbox(sandbox: string, beginning: AnimalsBeginning, memoryLimit: MemoryLimit): Promise<Animals> {
    if (beginning === 'dataset') await this.#append(() => ({ sandbox, reset: true }))
    else if (beginning !== 'kept') {
      // Checked first, because a wrong animal would damage the log.
      void new MemoryItems(this.#base, beginning)
      await this.#append(() => ({ sandbox, restore: beginning }))
    }
    const memory = () => this.#memoryOf(sandbox)
    return loggedItems(this.#base, {
      memory,
      read: () => this.#readOn().then(memory),
      append: (edit) =>
        this.#append(() => {
          memoryLimit.usedBytes = memory().bytes
          memoryLimit.check(bytesOfEdit(memory(), edit))
          return { sandbox, ...edit }
        }),
    })
  }

  /** Forgets every change of every sandbox, in all tabs. */
  async reset(): Promise<void> {
    await this.#locked(async () => {
      await this.#readOn()
      await this.#log.write([this.#header, { resetAll: true }], true)
    })
  }

  close(): void {
    this.#log.close()
  }

  async #forget(reason: string): Promise<void> {
    console.warn(`[animal-store-kit] The animals kept under "${this.#name}" are forgotten, because ${reason}.`)
    this.#sandboxes.clear()
    await this.#log.write([this.#header, { resetAll: true }], true)
  }

  /** One tab at a time, so that no two give the same id. */
  #locked<T>(work: () => Promise<T>): Promise<T> {
    return navigator.locks.request(`animal-store-kit: ${this.#name}`, work)
  }

  /** Writes a line, which is made once all lines before it are known. @returns how the line changed the animals */
  #append(make: () => Line): Promise<NumberedPets> {
    const append = async () => {
      await this.#readNow()
      const line = make()
      await this.#log.write(this.#log.isEmpty ? [this.#header, line] : [line])
      // No other tab can write now, so the last line is this one.
      return (await this.#readNow()).at(-1) ?? nothing
    }
    return this.#locked(() => inTurn(this, append))
  }

  readonly #readOn = () => inTurn(this, () => this.#readNow())

  /** Applies the lines that were written since. @returns the animals that each line changed */
  async #readNow(): Promise<readonly NumberedPets[]> {
    const lines = (await this.#log.readOn()) as readonly Line[]
    try {
      const isOwn = lines.every((line) => !('dataset' in line) || line.dataset === this.#header.dataset)
      if (isOwn) return lines.map((line) => this.#make(line))
      await this.#forget('they belong to another dataset')
    } catch {
      await this.#forget('they are damaged')
    }
    return []
  }

  #make(line: Line): NumberedPets {
    if ('dataset' in line) return nothing
    if ('resetAll' in line) this.#sandboxes.clear()
    else if ('reset' in line) this.#sandboxes.delete(line.sandbox)
    else if ('restore' in line) this.#sandboxes.set(line.sandbox, new MemoryItems(this.#base, line.restore))
    else return applyEdit(this.#memoryOf(line.sandbox), line)
    return nothing
  }

  #memoryOf(sandbox: string): MemoryItems<Pet> {
    const memory = this.#sandboxes.get(sandbox) ?? new MemoryItems(this.#base)
    this.#sandboxes.set(sandbox, memory)
    return memory
  }
}

async function baseDigest({ items }: BaseAnimals): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(writeJson(items)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
