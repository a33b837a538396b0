import type { Resource } from '../../spec/index.ts'
import type { ItemOf, Openers } from '../animals/collections.ts'
import type { BaseItems, Beginning, Item } from '../animals/items.ts'
import { MemoryItems } from '../animals/memory-items.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'
import { pets } from './pets.ts'
import type { ResourceRules } from './resource-rules.ts'

/** One for each resource: the compiler says which one is missing. */
export const rulesOf: { readonly [R in Resource]: ResourceRules<ItemOf<R>> } = { Pet: pets }

/** How the items of each resource are kept: animals as the store says, all others in memory. */
export function openersOf(Pet: Openers['Pet']): Openers {
  const others = Object.entries<ResourceRules>(rulesOf).map(([resource, { base }]) => [
    resource,
    base && inMemory(base, Pet.memoryLimit.sibling()),
  ])
  // Each resource but animals has a base.
  return { ...Object.fromEntries(others), Pet } as Openers
}

function inMemory(base: BaseItems<Item>, memoryLimit: MemoryLimit) {
  return { open: (beginning: Beginning<Item>) => new MemoryItems(base, beginning, memoryLimit), memoryLimit }
}
