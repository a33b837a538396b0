import type { ClauseId, Pet } from '../../spec/index.ts'
import { manyAnimals } from './animals.ts'
import type { ServerState, Traits } from './server-state.ts'
import type { Need } from './test-server.ts'
import type { Hooks } from './way.ts'

/** What a server does on the way of a call; a function where it depends on the state or remembers something. */
export type Behaviour = Hooks | ((state: ServerState) => Hooks)

/** What makes a server differ from the plain one: what it starts with, and what it does. */
export interface Variation extends Traits {
  readonly hooks?: Behaviour
}

/** Servers by their ids, which say what they do: spec/decisions/0122-a-test-server-is-one-entry.md. */
export type Servers = Readonly<Record<string, Behaviour | StartingServer>>
type StartingServer = Traits & { readonly hooks: Behaviour }

/** Broken servers by the clause that says most plainly what is broken. */
export type BrokenServers = { readonly [Clause in ClauseId]?: Servers }

/** A table of one server that breaks a clause; of none where the interface has no such clause. */
export function breaking(clause: ClauseId | null | undefined, id: string, server: Servers[string]): BrokenServers {
  return clause ? { [clause]: { [id]: server } } : {}
}

export function starting(traits: Traits, hooks: Behaviour = {}): StartingServer {
  return { ...traits, hooks }
}

/** A server that starts with so many animals, each with the given members over those that it usually has. */
export function having(
  count: number,
  members: (index: number, pet: Pet) => Partial<Pet> = () => ({}),
  hooks: Behaviour = {},
): StartingServer {
  return starting({ animals: () => manyAnimals(count, (pet, index) => ({ ...pet, ...members(index, pet) })) }, hooks)
}

/** The same servers, for runs that are given what they need. */
export function needing(need: Need, servers: Servers): Servers {
  const given = (server: Servers[string]) => ({ hooks: {}, ...variationOf(server), needs: [need] })
  return Object.fromEntries(Object.entries(servers).map(([id, server]) => [id, given(server)]))
}

export function variationOf(server: Servers[string]): Variation {
  return 'hooks' in server ? server : { hooks: server }
}

export function hooksFor({ hooks = {} }: Variation, state: ServerState): Hooks {
  return typeof hooks === 'function' ? hooks(state) : hooks
}
