import type { Animals } from '../../world/animals.ts'

/** The dataset that animals come from. */
export interface Origin {
  readonly dataset: string
  /** How many of them; what the dataset has by itself if absent. */
  readonly count?: number | undefined
  readonly seed: number
}

const origins = new WeakMap<Animals, { readonly origin: Origin | undefined; readonly revision: number | undefined }>()

/** Records where new animals come from; `undefined` for those of no dataset. */
export function recordOrigin(animals: Animals, origin: Origin | undefined): void {
  origins.set(animals, { origin, revision: animals.revision })
}

/**
 * Where animals come from, and whether one was added, changed or removed since, which is assumed where animals have no
 * revision. `undefined` when it was not recorded, as for those that a sandbox starts with.
 */
export function knownOrigin(animals: Animals) {
  const known = origins.get(animals)
  if (known === undefined) return undefined
  const { origin, revision } = known
  return { origin, isChanged: revision === undefined || revision !== animals.revision }
}
