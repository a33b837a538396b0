import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Randomness } from '../../fixtures/index.ts'
import type { Int64, NewPet, Pet, PlanName } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { Need, StartOptions } from './test-server.ts'

/** How many requests are allowed, in the shorter window and in a day. */
export interface Limits {
  readonly perWindow: number
  readonly perDay: number
}

/** What stands behind a started server: its key, its animals, its clock and its timers. */
export interface ServerState {
  readonly apiKey: string
  readonly plan: PlanName
  readonly limits: Limits
  readonly windowSeconds: number
  /** In the order in which they were added. Servers may change it. */
  readonly animals: Pet[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
  readonly today: () => number
  /** From 0 to 1, the same row of numbers for the same seed. */
  readonly random: () => number
  /** Whether an animal has been here for so long; those of the start have always been. */
  readonly hasBeenFor: (pet: Pet, milliseconds: number) => boolean
  /** Keeps an animal that a request added. */
  readonly keep: (newPet: NewPet, id: Int64) => Pet
  /** How many animals requests added. */
  readonly created: () => number
  /** Waits; never ends when the deployment is closed meanwhile. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Multiplies a time by the time scale. */
  readonly scaled: (milliseconds: number) => number
  /** Ends every wait without an answer. */
  readonly stop: () => void
}

/** What a server starts with, where it is not what the plain one has. */
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

/** Makes what stands behind a server that starts now. */
export function createState(traits: Traits, options: StartOptions): ServerState {
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
    animals,
    now,
    today: () => today ?? now(),
    random: () => randomness.next(),
    hasBeenFor: (pet, milliseconds) => now() - (addedAt.get(pet) ?? -Infinity) >= scaled(milliseconds),
    keep(newPet, id) {
      const pet = { id, ...newPet }
      animals.push(pet)
      addedAt.set(pet, now())
      return pet
    },
    created: () => addedAt.size,
    wait: (milliseconds) =>
      sleep(scaled(milliseconds), undefined, { signal: stopping.signal }).catch(() => new Promise<never>(() => {})),
    scaled,
    stop: () => stopping.abort(),
  }
}
