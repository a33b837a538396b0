import type { Awaitable } from '../../spec/awaitable.ts'
import type { Int64 } from '../../spec/made/types.ts'
import {
  type BaseItems,
  type GivenItem,
  type Item,
  type Items,
  type NewItem,
  type NumberedItems,
  numbered,
} from './items.ts'
import type { MemoryItems } from './memory-items.ts'
import { bytesOf } from './memory-limit.ts'

/** What is asked of the items of a sandbox. The same edits in the same order make the same items, ids included. */
export type Edit<I extends Item> =
  | { readonly add: NewItem<I> }
  | { readonly addAll: readonly GivenItem<I>[] }
  | { readonly put: I }
  | { readonly remove: Int64 }

/** A storage that keeps the edits of a sandbox in their order: spec/decisions/0186-one-log-of-edits.md. */
interface EditLog<I extends Item> {
  /** The items, as far as they are known here. */
  readonly memory: () => MemoryItems<I>
  /** The same, once every edit that anybody appended so far is applied. Default: they are. */
  readonly read?: () => Awaitable<MemoryItems<I>>
  /** Keeps an edit behind all others, or rejects. @returns the items that it added, changed or removed */
  readonly append: (edit: Edit<I>) => Promise<NumberedItems<I>>
  /** Applies what is on its way, before all changes are taken. */
  readonly settle?: () => void
  /** What the sandbox started with. Default: the base. */
  readonly initial?: () => readonly I[]
}

/** Items that are what a log says. */
export function loggedItems<I extends Item>(base: BaseItems<I>, log: EditLog<I>): Items<I> {
  const { memory, read = memory, append } = log
  return {
    get initial() {
      return log.initial?.() ?? base.items
    },
    get isUnchanged() {
      return memory().isUnchanged
    },
    get: async (id) => (await read()).get(id),
    page: async (query) => (await read()).page(query),
    count: async () => (await read()).count(),
    async difference() {
      log.settle?.()
      return (await read()).difference()
    },
    async add(given) {
      base.checked(numbered<I>(1, given))
      const { items } = await append({ add: given })
      return items[0] as I
    },
    async addAll(given) {
      for (const { id = 1, ...item } of given) base.checked(numbered<I>(id, item))
      return append({ addAll: given })
    },
    async put(item) {
      await append({ put: base.checked(item) })
    },
    async remove(id) {
      const { items } = await append({ remove: id })
      return items.length > 0
    },
  }
}

/** Applies an edit. @returns the items that it added, changed or removed */
export function applyEdit<I extends Item>(memory: MemoryItems<I>, edit: Edit<I>): NumberedItems<I> {
  if ('add' in edit) return about(memory.add(edit.add))
  if ('addAll' in edit) return memory.addAll(edit.addAll)
  if ('put' in edit) {
    memory.put(edit.put)
    return about(edit.put)
  }
  const removed = memory.get(edit.remove)
  memory.remove(edit.remove)
  return about(removed)
}

function about<I extends Item>(item: I | undefined): NumberedItems<I> {
  return { items: item === undefined ? [] : [item], renumbered: 0 }
}

/** How much more room the items take after an edit. */
export function bytesOfEdit<I extends Item>(memory: MemoryItems<I>, edit: Edit<I>): number {
  if ('add' in edit) return bytesOf(edit.add)
  if ('addAll' in edit) return edit.addAll.reduce((sum, item) => sum + bytesOf(item), 0)
  if ('remove' in edit) return 0
  const before = memory.ownItem(edit.put.id)?.[1]
  return bytesOf(edit.put) - (before === undefined ? 0 : bytesOf(before))
}
