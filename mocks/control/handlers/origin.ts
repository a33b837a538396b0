import type { Animals } from '../../world/animals.ts'

/** The dataset that animals come from. */
export interface Origin {
  readonly dataset: string
  /** How many of them; what the dataset has by itself if absent. */
  readonly count?: number | undefined
  readonly seed: number
}

/** What is known of where animals come from. */
export interface KnownOrigin {
  /** `undefined` for animals that are of no dataset. */
  readonly origin: Origin | undefined
  /** Whether an animal was added, changed or removed since; taken for granted where animals do not tell. */
  readonly isChanged: boolean
}

const origins = new WeakMap<Animals, { readonly origin: Origin | undefined; readonly revision: number | undefined }>()

/** Keeps where animals come from that were just laid out. */
export function recordOrigin(animals: Animals, origin: Origin | undefined): void {
  origins.set(animals, { origin, revision: animals.revision })
}

/** Where animals come from; `undefined` when it was not recorded, as of those that a sandbox starts with. */
export function knownOrigin(animals: Animals): KnownOrigin | undefined {
  const known = origins.get(animals)
  if (known === undefined) return undefined
  const { origin, revision } = known
  return { origin, isChanged: revision === undefined || revision !== animals.revision }
}
