import type { BaseAnimals } from '../world/animals.ts'
import type { AnimalStoreOptions } from '../world/store.ts'
import { TabAnimals } from './tab-animals.ts'

/** How a store comes to the animals that tabs share. */
export interface Sharing {
  /** What the store is made with. */
  readonly options: AnimalStoreOptions
  readonly close: () => void
}

/**
 * Options with which a store has the animals that tabs share.
 * @param isKept whether they outlive the last tab
 */
export function shareAnimals(options: AnimalStoreOptions, name: string, isKept: boolean): Sharing {
  let opening: Promise<TabAnimals> | undefined
  const open = (base: BaseAnimals) => (opening ??= TabAnimals.open(name, base, isKept))
  return {
    options: {
      ...options,
      animals: {
        open: async (sandbox, base, beginning) => (await open(base)).openSandbox(sandbox, beginning),
        reset: async () => (await opening)?.reset(),
      },
    },
    close() {
      opening?.then((animals) => animals.close()).catch(() => undefined)
    },
  }
}
