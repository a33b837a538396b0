import type { Awaitable, Resource } from '../../spec/index.ts'
import type { Animals, AnimalsChange } from './animals.ts'
import { type MemoryLimit, bytesOfChange } from './memory-limit.ts'

/** What a sandbox keeps of each resource, and how that differs from its start, as plain data. */
interface Kept {
  readonly Pet: { readonly items: Animals; readonly changes: AnimalsChange }
}

export type ItemsOf<R extends Resource> = Kept[R]['items']
type ChangesOf<R extends Resource> = Kept[R]['changes']

/** How all collections of a sandbox differ from their start. */
export type Changes = { readonly [R in Resource]: ChangesOf<R> }

/** How the items of a resource are kept. */
interface Opener<R extends Resource> {
  /** Opens what was kept, what the sandbox starts with (it was reset), or something else (it was restored). */
  readonly open: (beginning: 'kept' | 'dataset' | ChangesOf<R>) => Awaitable<ItemsOf<R>>
  readonly memoryLimit: MemoryLimit
}

/** What changes may take of the memory. */
export const bytesOf: { readonly [R in Resource]: (changes: ChangesOf<R>) => number } = { Pet: bytesOfChange }

/** One for each resource: the compiler says which one is missing. */
export type Openers = { readonly [R in Resource]: Opener<R> }

type Items = ItemsOf<Resource>

/** The items of all resources of a sandbox. Whatever is done with one collection is done with all of them: spec/decisions/0194-what-a-sandbox-keeps.md. */
export class Collections {
  readonly #openers: Openers
  readonly #opened = new Map<Resource, Awaitable<Items>>()

  constructor(openers: Openers) {
    this.#openers = openers
    for (const resource of Object.keys(openers) as Resource[]) this.#begin(resource, openers[resource].open('kept'))
  }

  #begin(resource: Resource, opening: Awaitable<Items>): void {
    this.#opened.set(resource, opening)
    if (!(opening instanceof Promise)) return
    const keep = (items: Items) => this.#opened.get(resource) === opening && this.#opened.set(resource, items)
    // Kept without the promise, so that `isUnchanged` can look at them.
    opening.then(keep, () => undefined)
  }

  #open<R extends Resource>(resource: R, beginning: 'dataset' | ChangesOf<R>): Awaitable<void> {
    const opening = this.#openers[resource].open(beginning)
    const keep = (items: Items) => void this.#opened.set(resource, items)
    return opening instanceof Promise ? opening.then(keep) : keep(opening)
  }

  of<R extends Resource>(resource: R): Awaitable<ItemsOf<R>> {
    // Each resource has the items that its own opener gave.
    return this.#opened.get(resource) as Awaitable<ItemsOf<R>>
  }

  /** Whether nothing changed since the start. Items that are still loading may have. */
  get isUnchanged(): boolean {
    return [...this.#opened.values()].every((items) => !(items instanceof Promise) && items.isUnchanged)
  }

  async changes(): Promise<Changes> {
    const all = [...this.#opened].map(async ([resource, items]) => [resource, await (await items).changes()])
    return Object.fromEntries(await Promise.all(all)) as Changes
  }

  /** Goes back to the start, at once if all is in memory. */
  reset(): Awaitable<unknown> {
    const opening = Array.from(this.#opened.keys(), (resource) => this.#open(resource, 'dataset'))
    const waiting = opening.filter((each) => each instanceof Promise)
    return waiting.length > 0 ? Promise.all(waiting) : undefined
  }

  /**
   * Replaces the items of a resource.
   * @throws {NoRoomError} when there is no room for them
   */
  async replace<R extends Resource>(resource: R, changes: ChangesOf<R>): Promise<void> {
    const { memoryLimit } = this.#openers[resource]
    memoryLimit.check(bytesOf[resource](changes) - memoryLimit.usedBytes)
    await this.#open(resource, changes)
  }

  /** Frees the memory. */
  close(): void {
    for (const { memoryLimit } of Object.values(this.#openers)) memoryLimit.close()
  }
}
