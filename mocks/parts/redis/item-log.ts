import { OptionsError, type Resource, readJson, writeJson } from '../../../spec/index.ts'
import type { BaseAnimals } from '../../animals/animals.ts'
import type { ItemOf, Openers } from '../../animals/collections.ts'
import type { Beginning, Item, Items, ItemsDifference, NumberedItems } from '../../animals/items.ts'
import { type Edit, applyEdit, bytesOfEdit, loggedItems } from '../../animals/logged-items.ts'
import { MemoryItems } from '../../animals/memory-items.ts'
import type { MemoryLimit } from '../../animals/memory-limit.ts'
import { openersOf } from '../../operations/resources.ts'

/**
 * What Redis keeps of the items of a sandbox, in order: edits, and what a resource begins with. Before the first line, each
 * resource has what all sandboxes begin with.
 */
export type ItemLine = (Edit<Item> | { readonly begin: ItemsDifference<Item> }) & { readonly of: Resource }

/** The items of a copy: the lines of Redis, applied in order, and the change that is under way. */
export class ItemLog {
  /** How the sandbox of the copy opens its items. */
  readonly openers: Openers
  readonly #memories = new Map<Resource, MemoryItems<Item>>()
  /** How many lines it has applied, of all that there have ever been. */
  revision = 0
  /** Whether there are items here that Redis does not have. */
  isChanging = false
  /** Lines of the change that is under way. Redis does not have them yet. */
  #pending: string[] = []
  /** The resources that the change begins anew, and whether with something else than a reset brings. */
  readonly #begun = new Map<Resource, boolean>()

  constructor(animals: BaseAnimals, memoryLimit: MemoryLimit) {
    // All that is needed of a resource is what it begins with, and its limit.
    const inMemory = openersOf({ open: () => new MemoryItems(animals), memoryLimit })
    const openers = Object.entries(inMemory).map(([name, { open, memoryLimit: limit }]) => {
      const resource = name as Resource
      const { base } = open('dataset') as Items as MemoryItems<Item>
      this.#memories.set(resource, new MemoryItems(base))
      return [resource, { open: (beginning: Beginning<Item>) => this.#open(resource, beginning), memoryLimit: limit }]
    })
    // One for each resource, since `openersOf` has one for each.
    this.openers = Object.fromEntries(openers) as Openers
  }

  memoryOf<R extends Resource>(resource: R): MemoryItems<ItemOf<R>> {
    // Each resource has the items of its own opener.
    return this.#memories.get(resource) as MemoryItems<ItemOf<R>>
  }

  /** Applies lines of other replicas, and those that this one has just appended. @returns the items that each was about */
  follow(revision: number, lines: readonly ItemLine[]): readonly NumberedItems<Item>[] {
    // Lines that come during a change come again with the next script.
    if (this.isChanging || revision === this.revision) return []
    if (revision - lines.length !== this.revision) {
      for (const [resource, { base }] of this.#memories) this.#memories.set(resource, new MemoryItems(base))
    }
    // If a line is damaged, all of them are read again.
    this.revision = 0
    const outcomes = lines.map((line) => this.#apply(line))
    this.revision = revision
    this.#noteSizes()
    return outcomes
  }

  #apply(line: ItemLine): NumberedItems<Item> {
    const { of: resource } = line
    const memory = this.memoryOf(resource) as MemoryItems<Item>
    if (!('begin' in line)) return applyEdit(memory, line)
    this.#memories.set(resource, new MemoryItems(memory.base, line.begin))
    return { items: [], renumbered: 0 }
  }

  #noteSizes(): void {
    for (const [resource, { bytes }] of this.#memories) this.openers[resource].memoryLimit.usedBytes = bytes
  }

  /** Items for whoever changes the copy. */
  #open(resource: Resource, beginning: Beginning<Item>): Items {
    const { base } = this.memoryOf(resource) as MemoryItems<Item>
    if (beginning !== 'kept') {
      this.#requireChange()
      this.#memories.set(resource, new MemoryItems(base, beginning))
      this.#begun.set(resource, beginning !== 'dataset')
      this.#noteSizes()
    }
    return loggedItems(base, {
      memory: () => this.memoryOf(resource) as MemoryItems<Item>,
      append: async (edit) => this.#append(resource, edit),
    })
  }

  #append(resource: Resource, edit: Edit<Item>): NumberedItems<Item> {
    this.#requireChange()
    const memory = this.memoryOf(resource) as MemoryItems<Item>
    this.openers[resource].memoryLimit.check(bytesOfEdit(memory, edit))
    const outcome = applyEdit(memory, edit)
    this.#noteSizes()
    this.#pending.push(writeJson({ of: resource, ...edit }))
    return outcome
  }

  /** @throws {OptionsError} when an edit would not reach Redis */
  #requireChange(): void {
    if (this.isChanging) return
    throw new OptionsError(
      "Cannot change the animals of a sandbox that replicas share while looking at it: await store.within({ sandbox, use: 'change' }, (store) => …).",
    )
  }

  /**
   * The lines of the change that is under way; whether they replace all that were there; and the revision that the change
   * is of, "" where what was there before does not matter.
   */
  get pending(): { readonly from: string; readonly isAnew: boolean; readonly lines: readonly string[] } {
    const memories = [...this.#memories]
    const isAnew = this.#begun.size > 0
    const isReset = memories.every(([resource]) => this.#begun.get(resource) === false)
    const from = isReset || (!isAnew && this.#pending.length === 0) ? '' : String(this.revision)
    if (!isAnew) return { from, isAnew, lines: this.#pending }
    const lines = memories.flatMap(([resource, memory]) => {
      const begin = memory.difference()
      return memory.isUnchanged && begin.origin === undefined ? [] : writeJson({ of: resource, begin })
    })
    return { from, isAnew, lines }
  }

  /** Redis has these lines now, and so many in all. If there were none, other replicas may have appended some meanwhile. */
  keep(revision: number, { isAnew, lines }: ItemLog['pending']): void {
    if (isAnew || lines.length > 0) this.revision = revision
    this.endChange()
  }

  endChange(): void {
    this.#pending = []
    this.#begun.clear()
    this.isChanging = false
  }
}

/** Reads a line of Redis. @throws {TypeError} when it is not JSON */
export function readItemLine(text: string): ItemLine {
  const reading = readJson(text)
  if (!reading.ok) throw new TypeError(`its animals have a line that is not JSON: ${text.slice(0, 100)}`)
  return reading.value as ItemLine
}
