import type { Resource } from '../../spec/made/operations.ts'
import type { ItemOf, Openers } from '../animals/collections.ts'
import { pets } from './pets.ts'
import type { ResourceRules } from './resource-rules.ts'

// One for each resource: the compiler says which one is missing.
export const rulesOf: { readonly [R in Resource]: ResourceRules<ItemOf<R>> } = { Pet: pets }

/** How the items of each resource are kept: animals as the store says, others in memory. */
export function openersOf(Pet: Openers['Pet']): Openers {
  return { Pet }
}
