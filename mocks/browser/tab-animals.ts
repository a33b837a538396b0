import { type Int64, type NewPet, type Pet, validatePet, writeJson } from '../../spec/index.ts'
import {
  type Animals,
  type AnimalsBeginning,
  type AnimalsChange,
  type GivenPet,
  type BaseAnimals,
  type NumberedPets,
  type Page,
  type PageQuery,
  followingId,
  plainPet,
  withFreeIds,
} from '../world/animals.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import { type Edit, type StateEntry, parseEntry } from '../state/state-entry.ts'
import { TabLog } from './tab-log.ts'

/** A sandbox as the lines tell it so far. */
interface World {
  readonly memory: MemoryAnimals
  nextId: Int64
}

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
  readonly #worlds = new Map<string, World>()
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

  /** The animals of one sandbox. */
  async openSandbox(sandbox: string, beginning: AnimalsBeginning): Promise<Animals> {
    if (beginning === 'dataset') await this.#write(() => [[{ sandbox, reset: true }], undefined])
    else if (beginning !== 'kept') await this.#write(() => [[{ sandbox, restore: beginning }], undefined])
    return new SandboxAnimals(
      this.#base,
      async () => {
        await this.#readOn()
        return this.#worldOf(sandbox).memory
      },
      (editsOf) =>
        this.#write(() => {
          const [edits, outcome] = editsOf(this.#worldOf(sandbox))
          return [edits.map((edit) => ({ sandbox, ...edit })), outcome]
        }),
    )
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
    else if (!(await this.#take(found))) await this.#forget('they are damaged')
    else if (found.length > mostLines) await this.#log.replace([this.#header, ...this.#restoring()])
  }

  #restoring(): string[] {
    return [...this.#worlds].map(([sandbox, { memory, nextId }]) =>
      writeJson({ sandbox, restore: { ...memory.changes(), nextId } }),
    )
  }

  async #forget(reason: string): Promise<void> {
    console.warn(`[animal-store-kit] The animals kept under "${this.#name}" are forgotten, because ${reason}.`)
    this.#worlds.clear()
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
      this.#worlds.clear()
      found = (await this.#log.readOn()) ?? []
    }
    if (!(await this.#take(found))) await this.#forget('they are damaged, or of another dataset')
  }

  /** Makes the changes that lines tell of, and tells whether all could be read. */
  async #take(lines: readonly unknown[]): Promise<boolean> {
    for (const line of lines) {
      if (line === this.#header) continue
      const entry = typeof line === 'string' ? parseEntry(line) : undefined
      if (entry === undefined) return false
      await this.#make(entry)
    }
    return true
  }

  async #make(entry: StateEntry): Promise<void> {
    if ('resetAll' in entry) return this.#worlds.clear()
    const { sandbox } = entry
    if ('reset' in entry) {
      this.#worlds.delete(sandbox)
    } else if ('restore' in entry) {
      const memory = await MemoryAnimals.restore(this.#base, entry.restore)
      this.#worlds.set(sandbox, { memory, nextId: entry.restore.nextId })
    } else if ('remove' in entry) {
      await this.#worldOf(sandbox).memory.remove(entry.remove)
    } else {
      const world = this.#worldOf(sandbox)
      await world.memory.put(entry.put)
      if (entry.put.id >= world.nextId) world.nextId = followingId(entry.put.id)
    }
  }

  #worldOf(sandbox: string): World {
    let world = this.#worlds.get(sandbox)
    if (world === undefined) {
      world = { memory: new MemoryAnimals(this.#base), nextId: this.#base.nextId }
      this.#worlds.set(sandbox, world)
    }
    return world
  }
}

/** Makes changes of a sandbox, all or none of them, and tells what comes of it. */
type MakeChange = <T>(editsOf: (world: World) => readonly [readonly Edit[], T]) => Promise<T>

/** The animals of one sandbox, each question asked when all tabs' changes so far are known. */
class SandboxAnimals implements Animals {
  readonly #base: BaseAnimals
  readonly #known: () => Promise<MemoryAnimals>
  readonly #change: MakeChange

  constructor(base: BaseAnimals, known: () => Promise<MemoryAnimals>, change: MakeChange) {
    this.#base = base
    this.#known = known
    this.#change = change
  }

  async get(id: Int64): Promise<Pet | undefined> {
    return (await this.#known()).get(id)
  }

  async page(query: PageQuery): Promise<Page> {
    return (await this.#known()).page(query)
  }

  async count(): Promise<number> {
    return (await this.#known()).count()
  }

  hasCategory(categoryId: Int64): boolean {
    return this.#base.categories.has(categoryId)
  }

  async changes(): Promise<AnimalsChange> {
    return (await this.#known()).changes()
  }

  async add(animal: NewPet): Promise<Pet> {
    const { pets } = await this.addAll([animal])
    // As many as were given.
    return pets[0] as Pet
  }

  addAll(given: readonly GivenPet[]): Promise<NumberedPets> {
    return this.#change(({ memory, nextId }) => {
      const { pets, renumbered } = withFreeIds(given, nextId, (id) => memory.get(id) !== undefined)
      return [pets.map((put) => ({ put })), { pets, renumbered }]
    })
  }

  async put(given: Pet): Promise<void> {
    const pet = plainPet(given)
    if (!validatePet(pet)) throw new TypeError('Cannot put an animal that is no Pet of the interface (section 2).')
    await this.#change(() => [[{ put: pet }], undefined])
  }

  remove(id: Int64): Promise<boolean> {
    return this.#change(({ memory }) => [[{ remove: id }], memory.get(id) !== undefined])
  }
}

/** What tells one dataset from another. */
async function digestOf({ pets }: BaseAnimals): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(writeJson(pets)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
