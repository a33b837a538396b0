import { setTimeout as sleep } from 'node:timers/promises'
import { Randomness } from '../../fixtures/index.ts'
import type { Int64, NewPet, OperationId, Pet, PlanName, Resource } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { Call } from './call.ts'
import type { Reply } from './reply.ts'
import type { ServerNeed, StartOptions } from './test-server.ts'

export interface PlanLimits {
  readonly perWindow: number
  readonly perDay: number
}

export interface Setup {
  readonly apiKey?: string
  readonly plan?: PlanName
  readonly limits?: PlanLimits
  readonly animals?: () => Pet[]
  readonly needs?: readonly ServerNeed[]
}

/** The limits of the plans. Section 8, typed in again: a mistake in spec/ must not hide here too. Enterprise is custom. */
export const limitsOf: Readonly<Record<PlanName, PlanLimits>> = {
  free: { perWindow: 60, perDay: 1_000 },
  pro: { perWindow: 300, perDay: 10_000 },
  business: { perWindow: 1_000, perDay: 100_000 },
  enterprise: { perWindow: 12_345, perDay: 6_789_000 },
}

/** A call that was answered. */
export interface Answered {
  readonly call: Call
  readonly isKey: boolean
  readonly reply: Reply
}

/** The state of a started server: its key, animals, clock and timers. */
export type ServerState = ReturnType<typeof createState>

export function createState(setup: Setup, options: StartOptions) {
  const { now = Date.now, windowSeconds = 60, timeScale = 1, seed = 1 } = options
  const plan = setup.plan ?? options.plan ?? 'pro'
  const today = options.today ?? (setup.needs?.includes('after-removal') ? Date.UTC(2031, 0, 1) : undefined)
  const animals = setup.animals?.() ?? manyAnimals(150)
  const kept: Partial<Record<Resource, unknown[]>> = { Pet: animals }
  const addedAt = new Map<Pet, number>()
  const answered: Answered[] = []
  let current: Call | undefined
  const stopping = new AbortController()
  const randomness = new Randomness(seed)
  const scaled = (milliseconds: number): number => milliseconds * timeScale
  return {
    apiKey: setup.apiKey ?? 'key-5e2b9c0d7fa1483e6b90d2c5a8f714be03d96c8a',
    plan,
    limits: setup.limits ?? limitsOf[plan],
    windowSeconds,
    /** What it keeps of each resource, in the order in which it was added; what answers for one begins its list. Servers may change these lists. */
    kept,
    animals,
    /** Milliseconds since 1970. */
    now,
    /** The instant by which the removal of getPet is judged, in milliseconds since 1970. */
    today: () => today ?? now(),
    /** A number from 0 to 1. The same seed gives the same numbers. */
    random: () => randomness.next(),
    /** Whether an animal was added at least so long ago. Those of the start count as old. */
    hasBeenFor: (pet: Pet, milliseconds: number) => now() - (addedAt.get(pet) ?? -Infinity) >= scaled(milliseconds),
    /** Keeps an animal that a request added. */
    keep: (newPet: NewPet, id: Int64): Pet => {
      const pet = { id, ...newPet }
      animals.push(pet)
      addedAt.set(pet, now())
      return pet
    },
    /** Changes an animal, if it is there. */
    change: (pet: Pet | undefined, members: Partial<Pet> | ((pet: Pet) => Partial<Pet>)): void => {
      if (pet !== undefined && animals.includes(pet))
        animals[animals.indexOf(pet)] = { ...pet, ...(typeof members === 'function' ? members(pet) : members) }
    },
    remove: (pet: Pet | undefined): void => {
      if (pet !== undefined && animals.includes(pet)) animals.splice(animals.indexOf(pet), 1)
    },
    /** Begins to answer a call. */
    begin: (call: Call): void => void (current = call),
    /** How many other calls of its operation were on their way when the present one arrived. */
    others: () => current?.others ?? 0,
    /** The calls before the present one, with or without a valid key. */
    answered,
    before: (): Call | undefined => answered.at(-1)?.call,
    /** The last call that an operation itself answered, or answered with this status. */
    last: (operation: OperationId, status?: number): Answered | undefined =>
      answered.findLast(
        ({ call, isKey, reply }) =>
          call.operation === operation &&
          isKey &&
          (status === undefined ? reply.status !== 429 : reply.status === status),
      ),
    /** How many animals requests added. */
    created: () => addedAt.size,
    /** Waits; never ends when the deployment is closed meanwhile. */
    wait: (milliseconds: number) =>
      sleep(scaled(milliseconds), undefined, { signal: stopping.signal }).catch(() => new Promise<never>(() => {})),
    scaled,
    stop: () => stopping.abort(),
  }
}
