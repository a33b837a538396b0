import type { Awaitable } from '../../spec/awaitable.ts'
import { int64Max, isInt64, plainInteger } from '../../spec/int64.ts'
import type { Resource } from '../../spec/made/operations.ts'
import { shapes } from '../../spec/made/shapes.ts'
import type { Int64 } from '../../spec/made/types.ts'
import type { Shape } from '../../spec/shape.ts'

/** What every item of a resource has: an id, and the member by which a list is filtered. spec/decisions/0002-animals-in-memory.md */
export interface Item {
  readonly id: Int64
  readonly status?: string | undefined
}

/** An item that is to be added. */
export type NewItem<I extends Item> = Omit<I, 'id'>

/** The same, perhaps with an id that it should keep. */
export type GivenItem<I extends Item> = NewItem<I> & { readonly id?: Int64 | undefined }

export interface PageQuery<I extends Item> {
  readonly limit: number
  readonly status?: I['status'] | undefined
  readonly order: 'oldest-first' | 'newest-first'
  /** Where the page before ended. */
  readonly after?: number | undefined
}

export interface Page<I extends Item> {
  readonly items: readonly I[]
  readonly next: number | undefined
}

/** How the items of a sandbox differ from those it begins with, as plain data. */
export interface ItemsDifference<I extends Item> {
  /** Items added or changed, each with its position in the order of creation. */
  readonly own: readonly (readonly [position: number, item: I])[]
  readonly hidden: readonly number[]
  readonly nextPosition: number
  readonly nextId: Int64
  /** The item that was removed last, which has its place again if it is put back. */
  readonly lastRemoved?: readonly [position: number, id: Int64] | undefined
  /** Absent for items of the base. */
  readonly origin?: ItemsOrigin | undefined
}

/** Which dataset items were taken from. */
export interface ItemsOrigin {
  /** Absent for items of no dataset. */
  readonly dataset?: string | undefined
  /** How many of them; what the dataset has by itself if absent. */
  readonly count?: number | undefined
  readonly seed?: number | undefined
  /** Whether items were added, changed or removed since. */
  readonly isChanged: boolean
}

/**
 * What items begin with when they are opened: what their storage kept of the sandbox, the dataset as it is (the sandbox
 * was reset), or the difference that it had before (it was restored).
 */
export type Beginning<I extends Item> = 'kept' | 'dataset' | ItemsDifference<I>

/** Items with their ids. */
export interface NumberedItems<I extends Item> {
  readonly items: readonly I[]
  /** How many of them got another id than their own. */
  readonly renumbered: number
}

/** The items of one resource in a sandbox. Each id is given once, even to calls at the same time. */
export interface Items<I extends Item = Item> {
  get(id: Int64): Awaitable<I | undefined>
  page(query: PageQuery<I>): Awaitable<Page<I>>
  /** Adds an item under an id that no item of the sandbox ever had. */
  add(item: NewItem<I>): Awaitable<I>
  /** Adds items, each under its own id where no item has it, else under one that none ever had. */
  addAll(given: readonly GivenItem<I>[]): Awaitable<NumberedItems<I>>
  /** Adds an item under its own id, or replaces the one that has it. */
  put(item: I): Awaitable<void>
  /** Removes an item. @returns whether it was there */
  remove(id: Int64): Awaitable<boolean>
  count(): Awaitable<number>
  /** The items that the sandbox began with. */
  readonly initial: readonly I[]
  /** How they differ from these. */
  difference(): Awaitable<ItemsDifference<I>>
  /** Whether nothing changed since the start. Absent if unknown: then the sandbox is never deleted for another one. */
  readonly isUnchanged?: boolean
}

/** The items that all sandboxes begin with. They never change. */
export class BaseItems<I extends Item> {
  readonly items: readonly I[]
  readonly shape: Shape
  readonly #isItem: (value: unknown) => boolean
  readonly #positions = new Map<Int64, number>()
  /** By status, in their order; under `undefined` all of them. */
  readonly #byStatus: ReadonlyMap<string | undefined, Uint32Array>
  #highest: Int64 = 0
  /** The first id to give to an item that is added. */
  readonly nextId: Int64

  /** @throws {RangeError} when two items have the same id */
  constructor(schema: Resource, items: readonly I[], isItem: (value: unknown) => boolean) {
    this.shape = shapes[schema]
    this.items = items.map(plainItem)
    this.#isItem = isItem
    const byStatus = new Map<string | undefined, number[]>()
    for (const [position, { id, status }] of this.items.entries()) {
      this.#positions.set(id, position)
      listOf(byStatus, undefined).push(position)
      if (status !== undefined) listOf(byStatus, status).push(position)
      if (id > this.#highest) this.#highest = id
    }
    if (this.#positions.size < items.length) throw new RangeError('Two items of the base have the same id.')
    this.#byStatus = new Map([...byStatus].map(([status, positions]) => [status, Uint32Array.from(positions)]))
    this.nextId = followingId(this.#highest)
  }

  positionOf(id: Int64): number | undefined {
    // A new id is higher, and to look for it among a million takes longer than the rest of an addition.
    return id > this.#highest ? undefined : this.#positions.get(id)
  }

  positions(status: string | undefined): Uint32Array {
    return this.#byStatus.get(status) ?? new Uint32Array()
  }

  /** The item with plain integers. @throws {TypeError} when it is not of this resource */
  checked(given: I): I {
    const item = plainItem(given)
    if (!this.#isItem(item))
      throw new TypeError(`Cannot keep an item that is not a ${this.shape.object} of the interface (section 2).`)
    return item
  }
}

/** The list under a key, which is made at its first use. */
export function listOf<Key, Each>(lists: Map<Key, Each[]>, key: Key): Each[] {
  let list = lists.get(key)
  if (list === undefined) lists.set(key, (list = []))
  return list
}

/**
 * The difference with which a sandbox has just these items, in their order, and none of its start.
 * @param items no two with the same id
 * @param nextId the id that the sandbox would give next; it gives none again
 */
export function replacingDifference<I extends Item>(
  base: BaseItems<I>,
  items: readonly I[],
  nextId: Int64,
  origin?: ItemsOrigin,
): ItemsDifference<I> {
  const first = base.items.length
  return {
    own: items.map((item, index) => [first + index, item]),
    hidden: [...base.items.keys()],
    nextPosition: first + items.length,
    nextId: items.reduce((next, { id }) => (id >= next ? followingId(id) : next), nextId),
    ...(origin && { origin }),
  }
}

/** The item with plain integers: `5n` becomes `5`. */
export function plainItem<I extends GivenItem<Item>>(item: I): I {
  let plain = item
  for (const name in item) {
    const value = item[name]
    if (typeof value === 'bigint') plain = { ...plain, [name]: plainInteger(value) }
  }
  return plain
}

/** The next id to try. After the last int64 comes 1. */
export function followingId(id: Int64): Int64 {
  if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) return id + 1
  const next = plainInteger(BigInt(id) + 1n)
  return isInt64(next) && next <= int64Max ? next : 1
}

/**
 * Gives each item an id: its own where it is free, else a new one.
 * @param nextId the first id to give
 * @param isTaken whether an item has this id, or is about to get it
 */
export function withFreeIds<I extends Item>(
  given: readonly GivenItem<I>[],
  nextId: Int64,
  isTaken: (id: Int64) => boolean,
): NumberedItems<I> & { readonly nextId: Int64 } {
  let next = nextId
  let renumbered = 0
  const kept = new Set<Int64>()
  for (const { id } of given) {
    if (id === undefined || isTaken(id)) continue
    kept.add(id)
    if (id >= next) next = followingId(id)
  }
  const items = given.map(({ id, ...item }) => {
    if (id !== undefined && kept.has(id)) return numbered<I>(id, item)
    if (id !== undefined) renumbered++
    // Only after the end of int64 can an id be taken already.
    while (kept.has(next) || isTaken(next)) next = followingId(next)
    const added = numbered<I>(next, item)
    next = followingId(next)
    return added
  })
  return { items, renumbered, nextId: next }
}

/** An item with its id, which comes first. */
export function numbered<I extends Item>(id: Int64, item: NewItem<I> | Omit<GivenItem<I>, 'id'>): I {
  // An item without its id, and the id, are an item.
  return { id, ...item } as I
}
