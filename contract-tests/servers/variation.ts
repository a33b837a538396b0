import type { ClauseId, Pet } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { ServerState, Setup } from './server-state.ts'
import type { ServerNeed } from './test-server.ts'
import type { Hooks } from './plain-server.ts'

/** The hooks of a server; a function if they depend on its state or remember something. */
export type Behaviour = Hooks | ((state: ServerState) => Hooks)

/** How a server differs from the plain one: by what it starts with, and by its hooks. */
export interface Variation extends Setup {
  readonly hooks?: Behaviour
}

/** Servers by their ids, which say what they do: spec/decisions/0264-a-ledger-of-the-suite.md. */
export type Servers = Readonly<Record<string, Behaviour | ServerWithSetup>>
type ServerWithSetup = Setup & { readonly hooks: Behaviour }

/** Broken servers by the clause that they break first of all. */
export type BrokenServers = { readonly [Clause in ClauseId]?: Servers }

/** A table of one server that breaks a clause; of none where the interface has no such clause. */
export function breaking(clause: ClauseId | null | undefined, id: string, server: Servers[string]): BrokenServers {
  return clause ? { [clause]: { [id]: server } } : {}
}

export function withSetup(setup: Setup, hooks: Behaviour = {}): ServerWithSetup {
  return { ...setup, hooks }
}

/** A server that starts with so many animals. `members` take the place of the usual ones. */
export function withAnimals(
  count: number,
  members: (index: number, pet: Pet) => Partial<Pet> = () => ({}),
  hooks: Behaviour = {},
): ServerWithSetup {
  return withSetup({ animals: () => manyAnimals(count, (pet, index) => ({ ...pet, ...members(index, pet) })) }, hooks)
}

/** Several behaviours together. Of two that take over one step, the later one is asked first. */
export function combined(behaviours: readonly Behaviour[]): Behaviour {
  return (state) => behaviours.map((hooks) => hooksFor({ hooks }, state)).reduce(both, {})
}

function both(one: Hooks, other: Hooks): Hooks {
  const steps = Object.keys(other) as (keyof Hooks)[]
  return { ...one, ...Object.fromEntries(steps.map((step) => [step, chained(one[step], other[step])])) }
}

/** A step's input is the same for all of its hooks, which the types of a table of steps do not say. */
function chained(inner: unknown, outer: unknown): unknown {
  if (inner === undefined) return outer
  const [first, last] = [inner, outer] as readonly Step[]
  return (input: unknown, usual: unknown) =>
    typeof usual === 'function'
      ? last?.(input, (changed: unknown) => first?.(changed, usual))
      : // A reply has no usual step: its second argument is the call.
        last?.(first?.(input, usual), usual)
}

type Step = (input: unknown, usual: unknown) => unknown

/** The same servers, marked with what a run needs to see what is wrong with them. */
export function withNeed(need: ServerNeed, servers: Servers): Servers {
  const given = (server: Servers[string]) => ({ hooks: {}, ...variationOf(server), needs: [need] })
  return Object.fromEntries(Object.entries(servers).map(([id, server]) => [id, given(server)]))
}

export function variationOf(server: Servers[string]): Variation {
  return 'hooks' in server ? server : { hooks: server }
}

export function hooksFor({ hooks = {} }: Variation, state: ServerState): Hooks {
  return typeof hooks === 'function' ? hooks(state) : hooks
}
