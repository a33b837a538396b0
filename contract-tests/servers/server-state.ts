import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Randomness } from '../../fixtures/index.ts'
import type { Int64, NewPet, Pet, PlanName } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { Need, StartOptions } from './test-server.ts'

export interface Limits {
  readonly perWindow: number
  readonly perDay: number
}

export interface Traits {
  readonly apiKey?: string
  readonly plan?: PlanName
  readonly limits?: Limits
  readonly animals?: () => Pet[]
  readonly needs?: readonly Need[]
}

/** The limits of the plans. Section 8, typed in again: a mistake in spec/ must not hide here too. Enterprise is custom. */
export const limitsOf: Readonly<Record<PlanName, Limits>> = {
  free: { perWindow: 60, perDay: 1_000 },
  pro: { perWindow: 300, perDay: 10_000 },
  business: { perWindow: 1_000, perDay: 100_000 },
  enterprise: { perWindow: 12_345, perDay: 6_789_000 },
}

/** What stands behind a started server: its key, its animals, its clock and its timers. */
export type ServerState = ReturnType<typeof createState>

export function createState(traits: Traits, options: StartOptions) {
  const { now = Date.now, windowSeconds = 60, timeScale = 1, seed = 1 } = options
  const plan = traits.plan ?? options.plan ?? 'pro'
  const today = options.today ?? (traits.needs?.includes('after-removal') ? Date.UTC(2031, 0, 1) : undefined)
  const animals = traits.animals?.() ?? manyAnimals(150)
  const addedAt = new Map<Pet, number>()
  const stopping = new AbortController()
  const randomness = new Randomness(seed)
  const scaled = (milliseconds: number): number => milliseconds * timeScale
  return {
    apiKey: traits.apiKey ?? `key-${randomBytes(20).toString('hex')}`,
    plan,
    limits: traits.limits ?? limitsOf[plan],
    windowSeconds,
    /** In the order in which they were added. Servers may change it. */
    animals,
    /** Milliseconds since 1970. */
    now,
    /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
    today: () => today ?? now(),
    /** From 0 to 1, the same row of numbers for the same seed. */
    random: () => randomness.next(),
    /** Whether an animal has been here for so long; those of the start have always been. */
    hasBeenFor: (pet: Pet, milliseconds: number) => now() - (addedAt.get(pet) ?? -Infinity) >= scaled(milliseconds),
    /** Keeps an animal that a request added. */
    keep: (newPet: NewPet, id: Int64): Pet => {
      const pet = { id, ...newPet }
      animals.push(pet)
      addedAt.set(pet, now())
      return pet
    },
    /** How many animals requests added. */
    created: () => addedAt.size,
    /** Waits; never ends when the deployment is closed meanwhile. */
    wait: (milliseconds: number) =>
      sleep(scaled(milliseconds), undefined, { signal: stopping.signal }).catch(() => new Promise<never>(() => {})),
    scaled,
    stop: () => stopping.abort(),
  }
}
