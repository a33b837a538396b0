import type { Awaitable } from '../../spec/awaitable.ts'
import type { Pet } from '../../spec/made/types.ts'
import { validatePet } from '../../spec/made/validators.js'
import {
  BaseItems,
  type Beginning,
  type GivenItem,
  type Items,
  type ItemsDifference,
  type NumberedItems,
} from './items.ts'
import type { MemoryLimit } from './memory-limit.ts'

export type Animals = Items<Pet>
export type AnimalsBeginning = Beginning<Pet>
export type AnimalsDifference = ItemsDifference<Pet>
export type GivenPet = GivenItem<Pet>
export type NumberedPets = NumberedItems<Pet>

/** The dataset that all sandboxes share. It never changes. */
export class BaseAnimals extends BaseItems<Pet> {
  constructor(pets: readonly Pet[]) {
    super('Pet', pets, validatePet)
  }
}

/** Keeps animals elsewhere than in memory. */
export interface AnimalStorage {
  /** A storage that keeps animals in memory asks `memoryLimit` before it adds any. */
  readonly open: (
    sandbox: string,
    base: BaseAnimals,
    beginning: AnimalsBeginning,
    memoryLimit: MemoryLimit,
  ) => Awaitable<Animals>
  /** Called before the mock is reset, so that the storage can forget what it keeps. */
  readonly reset?: (() => Awaitable<void>) | undefined
}
