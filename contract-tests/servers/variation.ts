import type { ClauseId } from '../../spec/index.ts'
import type { ServerState, Traits } from './server-state.ts'
import type { Hooks } from './way.ts'

/** What makes a server differ from the plain one: what it starts with, and what it does on the way of a call. */
export interface Variation extends Traits {
  readonly hooks?: Hooks | ((state: ServerState) => Hooks)
}

/** The hooks of a server that has started. */
export function hooksFor({ hooks = {} }: Variation, state: ServerState): Hooks {
  return typeof hooks === 'function' ? hooks(state) : hooks
}

/** A server in a table: what it does, in one sentence and in code, and what it starts with. */
export type Entry = readonly [summary: string, hooks?: Variation['hooks'], traits?: Traits]

/** Servers by their ids. */
export type Servers = Readonly<Record<string, Entry>>

/** Broken servers by the clause that says most plainly what is broken. */
export type BrokenServers = { readonly [Clause in ClauseId]?: Servers }

/** The same servers, with what all of them start with. */
export function starting(traits: Traits, servers: Servers): Servers {
  const entries = Object.entries(servers).map(([id, [summary, hooks, own]]) => [
    id,
    [summary, hooks, { ...traits, ...own }],
  ])
  return Object.fromEntries(entries) as Servers
}
