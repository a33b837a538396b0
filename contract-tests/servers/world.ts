import { randomBytes } from 'node:crypto'
import { Randomness } from '../../fixtures/index.ts'
import type { Int64, NewPet, Pet, PlanName } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { StartOptions } from './test-server.ts'

/** How many requests are allowed, in the shorter window and in a day. */
export interface Limits {
  readonly perWindow: number
  readonly perDay: number
}

/** The state of one deployment, its clock and its timers. */
export interface World {
  readonly apiKey: string
  readonly plan: PlanName
  readonly limits: Limits
  readonly windowSeconds: number
  /** In the order in which they were added. Variations may change it. */
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
  /** Gives a time multiplied by the time scale. */
  readonly scaled: (milliseconds: number) => number
  /** Ends every wait without an answer. */
  readonly stop: () => void
}

/** What is special about a world. */
export interface WorldTraits {
  readonly apiKey?: string
  readonly plan?: PlanName
  readonly limits?: Limits
  readonly animals?: () => Pet[]
  /** The instant by which the removal of getPet is judged unless the start says another. */
  readonly today?: number
}

// Section 8, typed in again: a mistake in spec/ must not hide here too. Enterprise is custom.
const limitsOfPlans: Readonly<Record<PlanName, Limits>> = {
  free: { perWindow: 60, perDay: 1_000 },
  pro: { perWindow: 300, perDay: 10_000 },
  business: { perWindow: 1_000, perDay: 100_000 },
  enterprise: { perWindow: 12_345, perDay: 6_789_000 },
}

/** The limits of a plan (section 8). */
export function limitsOf(plan: PlanName): Limits {
  return limitsOfPlans[plan]
}

/** Makes the world of a deployment that begins now. */
export function createWorld(traits: WorldTraits, options: StartOptions): World {
  const { now = Date.now, windowSeconds = 60, timeScale = 1, seed = 1 } = options
  const plan = traits.plan ?? options.plan ?? 'pro'
  const today = options.today ?? traits.today
  const animals = (traits.animals ?? (() => manyAnimals(150)))()
  const addedAt = new Map<Pet, number>()
  const timers = new Set<NodeJS.Timeout>()
  let isStopped = false
  const randomness = new Randomness(seed)
  let created = 0
  return {
    apiKey: traits.apiKey ?? `key-${randomBytes(20).toString('hex')}`,
    plan,
    limits: traits.limits ?? limitsOf(plan),
    windowSeconds,
    animals,
    now,
    today: () => today ?? now(),
    random: () => randomness.next(),
    hasBeenFor: (pet, milliseconds) => now() - (addedAt.get(pet) ?? -Infinity) >= milliseconds * timeScale,
    keep(newPet, id) {
      const pet = { id, ...newPet }
      animals.push(pet)
      addedAt.set(pet, now())
      created += 1
      return pet
    },
    created: () => created,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        // A call that came just before the end waits for nothing any more.
        if (isStopped) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          resolve()
        }, milliseconds * timeScale)
        timers.add(timer)
      }),
    scaled: (milliseconds) => milliseconds * timeScale,
    stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
