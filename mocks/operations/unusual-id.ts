import type { Int64 } from '../../spec/made/types.ts'
import type { Profile } from '../../spec/made/choices.ts'
import type { Item, Items, NewItem } from '../animals/items.ts'

// The first integer that a JavaScript number cannot hold.
const firstLargeId = 9007199254740993n

const lastTried = new WeakMap<Items, number>()

/** A free id below those of all items; for calls at the same time, another one each. */
async function negativeId(items: Items): Promise<number> {
  let id = -(await items.count())
  do {
    id = Math.min(id, lastTried.get(items) ?? 0) - 1
    lastTried.set(items, id)
  } while ((await items.get(id)) !== undefined)
  return id
}

/** Adds an item under an id that clients seldom expect (silence `new-ids`). */
export async function addUnderUnusualId(items: Items, item: NewItem<Item>, kind: Profile['new-ids']): Promise<Item> {
  const id: Int64 = kind === 'negative' ? await negativeId(items) : firstLargeId
  // If another item has the id by now, this one gets the one after the highest, which is large too.
  const added = await items.addAll([{ ...item, id }])
  return added.items[0] as Item
}
