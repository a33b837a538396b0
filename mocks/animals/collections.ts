import type { Awaitable } from '../../spec/awaitable.ts'
import type { Resource } from '../../spec/made/operations.ts'
import type { ShapeOf } from '../../spec/names.ts'
import type { Beginning, Item, Items, ItemsDifference } from './items.ts'
import { type MemoryLimit, bytesOfDifference } from './memory-limit.ts'

/** An item of a resource, of the type that its schema has. */
export type ItemOf<R extends Resource> = Extract<ShapeOf<R>, Item>

/** How the items of a resource are kept. */
interface Opener<R extends Resource> {
  /** Opens what was kept, what the sandbox starts with (it was reset), or something else (it was restored). */
  readonly open: (beginning: Beginning<ItemOf<R>>) => Awaitable<Items<ItemOf<R>>>
  readonly memoryLimit: MemoryLimit
}

/** One for each resource: the compiler says which one is missing. */
export type Openers = { readonly [R in Resource]: Opener<R> }

/** The items of all resources of a sandbox. Whatever is done with one collection is done with all of them: spec/decisions/0002-animals-in-memory.md. */
export class Collections {
  readonly #openers: Openers
  readonly resources: readonly Resource[]
  readonly #opened = new Map<Resource, Awaitable<Items>>()

  constructor(openers: Openers) {
    this.#openers = openers
    // The compiler wants one opener for each resource, so these are all.
    this.resources = Object.keys(openers) as Resource[]
    for (const resource of this.resources) this.#begin(resource, openers[resource].open('kept'))
  }

  #begin(resource: Resource, opening: Awaitable<Items>): void {
    this.#opened.set(resource, opening)
    if (!(opening instanceof Promise)) return
    const keep = (items: Items) => this.#opened.get(resource) === opening && this.#opened.set(resource, items)
    // Kept without the promise, so that `isUnchanged` can look at them.
    opening.then(keep, () => undefined)
  }

  #open<R extends Resource>(resource: R, beginning: Beginning<ItemOf<R>>): Awaitable<void> {
    const opening = this.#openers[resource].open(beginning)
    const keep = (items: Items) => void this.#opened.set(resource, items)
    return opening instanceof Promise ? opening.then(keep) : keep(opening)
  }

  of<R extends Resource>(resource: R): Awaitable<Items<ItemOf<R>>> {
    // Each resource has the items that its own opener gave.
    return this.#opened.get(resource) as Awaitable<Items<ItemOf<R>>>
  }

  /** Whether nothing changed since the start. Items that are still loading may have. */
  get isUnchanged(): boolean {
    return [...this.#opened.values()].every((items) => !(items instanceof Promise) && items.isUnchanged)
  }

  /** Goes back to the start, at once if all is in memory. */
  reset(): Awaitable<unknown> {
    const opening = this.resources.map((resource) => this.#open(resource, 'dataset'))
    const waiting = opening.filter((each) => each instanceof Promise)
    return waiting.length > 0 ? Promise.all(waiting) : undefined
  }

  /**
   * Replaces the items of a resource.
   * @throws {NoRoomError} when there is no room for them
   */
  async replace<R extends Resource>(resource: R, difference: ItemsDifference<ItemOf<R>>): Promise<void> {
    const { memoryLimit } = this.#openers[resource]
    memoryLimit.check(bytesOfDifference(difference) - memoryLimit.usedBytes)
    await this.#open(resource, difference)
  }

  /** Frees the memory. */
  close(): void {
    for (const { memoryLimit } of Object.values(this.#openers)) memoryLimit.close()
  }
}
