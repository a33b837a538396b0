import { isInt64, plainInteger } from '../../spec/int64.ts'
import type { Int64 } from '../../spec/made/types.ts'
import {
  type BaseItems,
  type Beginning,
  type GivenItem,
  type Item,
  type Items,
  type ItemsDifference,
  type ItemsOrigin,
  type NewItem,
  type NumberedItems,
  type Page,
  type PageQuery,
  followingId,
  listOf,
  numbered,
  plainItem,
  withFreeIds,
} from './items.ts'
import { type MemoryLimit, bytesOf } from './memory-limit.ts'

/**
 * Items in memory: the shared start, and what this sandbox added or changed. So a sandbox costs what it changes, and
 * is back at the start at once: spec/decisions/0002-animals-in-memory.md.
 */
export class MemoryItems<I extends Item> implements Items<I> {
  readonly base: BaseItems<I>
  readonly #hidden = new Set<number>()
  readonly #own = new Map<Int64, OwnItem<I>>()
  /** The same by status, in the order of creation; under `undefined` all of them. */
  readonly #ownSorted = new Map<string | undefined, OwnItem<I>[]>()
  /** Pages made since the latest change: clients ask for the same few again and again. */
  readonly #pages = new Map<string, Page<I>>()
  #revision = 0
  readonly #origin: ItemsOrigin | undefined
  /** The revision at which they were as taken from their origin. */
  readonly #loadedRevision: number
  #bytes = 0
  #memoryLimit: MemoryLimit | undefined
  /** The position and the id of the next item that is added, and those of the one that was removed last. */
  next: { nextPosition: number; nextId: Int64; lastRemoved?: ItemsDifference<I>['lastRemoved'] }

  /**
   * @param beginning memory keeps nothing, so `kept` is the dataset
   * @param memoryLimit limits what the items may take; without it there is no limit
   * @throws {TypeError} when one of them is not of this resource, or they do not fit together
   */
  constructor(base: BaseItems<I>, beginning: Beginning<I> = 'dataset', memoryLimit?: MemoryLimit) {
    this.base = base
    this.next = { nextPosition: base.items.length, nextId: base.nextId }
    if (typeof beginning !== 'string') {
      this.#load(beginning)
      this.#origin = beginning.origin
    }
    this.#loadedRevision = this.#revision
    if (memoryLimit !== undefined) this.memoryLimit = memoryLimit
  }

  /** Checks what was kept, for it may be damaged: an item with two positions would be shown twice. */
  #load({ own, hidden, nextPosition, nextId, lastRemoved }: ItemsDifference<I>): void {
    this.next = { nextPosition, nextId, lastRemoved }
    for (const position of hidden) this.#hidden.add(position)
    const positions = new Set<number>()
    let isFine = isInt64(nextId) && hidden.every((position) => this.base.items[position] !== undefined)
    for (const [position, given] of own) {
      const item = this.base.checked(given)
      const isPosition = Number.isSafeInteger(position) && position >= 0 && position < nextPosition
      const isFree = position >= this.base.items.length || this.#hidden.has(position)
      isFine &&= isPosition && isFree && !positions.has(position) && this.get(item.id) === undefined
      positions.add(position)
      this.insert([position, item])
    }
    if (!isFine) throw new TypeError('Cannot take over items whose ids or positions clash.')
  }

  get(given: Int64): I | undefined {
    const id = plainInteger(given)
    const own = this.#own.get(id)
    if (own !== undefined) return own[1]
    const position = this.#positionInBase(id)
    return position === undefined ? undefined : this.base.items[position]
  }

  page(query: PageQuery<I>): Page<I> {
    const name = `${query.limit} ${query.status} ${query.order} ${query.after}`
    let page = this.#pages.get(name)
    if (page === undefined) {
      page = this.#findPage(query)
      if (this.#pages.size === mostPages) this.#pages.clear()
      this.#pages.set(name, page)
    }
    return page
  }

  #findPage({ limit, status, order, after }: PageQuery<I>): Page<I> {
    const step = order === 'oldest-first' ? 1 : -1
    const isBaseHidden = this.#hidden.size === this.base.items.length
    const base = isBaseHidden ? [] : this.base.positions(status)
    const own = listOf(this.#ownSorted, status)
    let inBase = startIndex(base, Number, after, step)
    let inOwn = startIndex(own, placeOf, after, step)
    const items: I[] = []
    let last = 0
    for (;;) {
      const basePosition = base[inBase]
      const [ownPosition, ownItem] = own[inOwn] ?? []
      if (basePosition === undefined && ownPosition === undefined) return { items, next: undefined }
      const isInBase =
        ownPosition === undefined || (basePosition !== undefined && basePosition < ownPosition === (step === 1))
      if (isInBase) inBase += step
      else inOwn += step
      const position = isInBase ? basePosition : ownPosition
      if (position === undefined || (isInBase && this.#hidden.has(position))) continue
      if (items.length === limit) return { items, next: last }
      const item = isInBase ? this.base.items[position] : ownItem
      if (item !== undefined) items.push(item)
      last = position
    }
  }

  /** The bytes of the items that were added or changed. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts the items against this limit from now on. Those that are here already stay. */
  set memoryLimit(memoryLimit: MemoryLimit) {
    this.#memoryLimit = memoryLimit
    memoryLimit.usedBytes = this.#bytes
  }

  /** @throws {NoRoomError} when there is no room for it */
  add(given: NewItem<I>): I {
    this.#memoryLimit?.check(bytesOf(given))
    let id = this.next.nextId
    // Only from the end of int64 on can an id be taken already.
    while (this.get(id) !== undefined) id = followingId(id)
    const item = this.base.checked(numbered<I>(id, given))
    this.next.nextId = followingId(id)
    this.insert([this.next.nextPosition++, item])
    return item
  }

  addAll(given: readonly GivenItem<I>[]): NumberedItems<I> {
    const added = this.number(given)
    this.#memoryLimit?.check(added.items.reduce((sum, item) => sum + bytesOf(item), 0))
    for (const item of added.items) this.put(item)
    return added
  }

  /** Items with the ids that they would get if they were added now. */
  number(given: readonly GivenItem<I>[]): NumberedItems<I> {
    const { items, renumbered } = withFreeIds<I>(
      given.map(plainItem),
      this.next.nextId,
      (id) => this.get(id) !== undefined,
    )
    return { items: items.map((item) => this.base.checked(item)), renumbered }
  }

  /** @throws {NoRoomError} when there is no room for it */
  put(given: I): void {
    const item = this.base.checked(given)
    const own = this.#own.get(item.id)
    this.#memoryLimit?.check(bytesOf(item) - (own === undefined ? 0 : bytesOf(own[1])))
    if (item.id >= this.next.nextId) this.next.nextId = followingId(item.id)
    const { lastRemoved } = this.next
    const isBack = lastRemoved?.[1] === item.id
    const place = own?.[0] ?? this.#positionInBase(item.id) ?? (isBack ? lastRemoved[0] : this.next.nextPosition++)
    this.remove(item.id)
    this.next.lastRemoved = isBack ? undefined : lastRemoved
    this.insert([place, item])
  }

  remove(given: Int64): boolean {
    const id = plainInteger(given)
    const own = this.#own.get(id)
    const position = own?.[0] ?? this.#positionInBase(id)
    if (position === undefined) return false
    this.next.lastRemoved = [position, id]
    // Of the base, it or the one before its changes.
    if (position < this.base.items.length) this.#hidden.add(position)
    if (own !== undefined) {
      for (const sorted of this.#listsOf(own)) sorted.splice(lowerBound(sorted, placeOf, own[0]), 1)
      this.#own.delete(id)
      this.#resize(-bytesOf(own[1]))
    }
    this.#changed()
    return true
  }

  /** Its position in the dataset; `undefined` if it is not there, or was removed. */
  #positionInBase(id: Int64): number | undefined {
    const position = this.base.positionOf(id)
    return position === undefined || this.#hidden.has(position) ? undefined : position
  }

  get isUnchanged(): boolean {
    return this.#own.size === 0 && this.#hidden.size === 0 && this.next.nextId === this.base.nextId
  }

  count(): number {
    return this.base.items.length - this.#hidden.size + this.#own.size
  }

  get initial(): readonly I[] {
    return this.base.items
  }

  difference(): ItemsDifference<I> {
    const origin = this.#origin && {
      ...this.#origin,
      isChanged: this.#origin.isChanged || this.#revision !== this.#loadedRevision,
    }
    return {
      own: [...listOf(this.#ownSorted, undefined)],
      hidden: [...this.#hidden],
      ...this.next,
      ...(origin && { origin }),
    }
  }

  /** An item that was added or changed, with its position in the order of creation. */
  ownItem(id: Int64): OwnItem<I> | undefined {
    return this.#own.get(id)
  }

  /** Puts an item at a free position, without a look at the limit. No other item may have its id. */
  insert(own: OwnItem<I>): void {
    this.#own.set(own[1].id, own)
    this.#resize(bytesOf(own[1]))
    for (const sorted of this.#listsOf(own)) {
      const last = sorted.at(-1)
      if (last === undefined || last[0] < own[0]) sorted.push(own)
      else sorted.splice(lowerBound(sorted, placeOf, own[0]), 0, own)
    }
    this.#changed()
  }

  #listsOf([, { status }]: OwnItem<I>): OwnItem<I>[][] {
    return status === undefined
      ? [listOf(this.#ownSorted, undefined)]
      : [listOf(this.#ownSorted, undefined), listOf(this.#ownSorted, status)]
  }

  #resize(bytes: number): void {
    this.#bytes += bytes
    if (this.#memoryLimit !== undefined) this.#memoryLimit.usedBytes += bytes
  }

  #changed(): void {
    this.#revision++
    if (this.#pages.size > 0) this.#pages.clear()
  }
}

type OwnItem<I extends Item> = ItemsDifference<I>['own'][number]

const placeOf = ([position]: OwnItem<Item>) => position

const mostPages = 100

/** The index of the first item after the position `after`, going up with step 1 or down with step -1. */
function startIndex<T>(
  sorted: ArrayLike<T>,
  positionOf: (each: T) => number,
  after: number | undefined,
  step: 1 | -1,
): number {
  if (after === undefined) return step === 1 ? 0 : sorted.length - 1
  return step === 1 ? lowerBound(sorted, positionOf, after + 1) : lowerBound(sorted, positionOf, after) - 1
}

/** The index of the first whose position is not below `wanted`. */
function lowerBound<T>(sorted: ArrayLike<T>, positionOf: (each: T) => number, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (positionOf(sorted[middle] as T) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
