import type { Randomness } from '../../fixtures/datasets/randomness.ts'
import type { Awaitable } from '../../spec/awaitable.ts'
import type { Animals } from '../animals/animals.ts'
import type { Collections } from '../animals/collections.ts'
import type { Item, NewItem } from '../animals/items.ts'
import type { Identity, KeyRing } from '../keys/keys.ts'
import type { Quota, Quotas } from '../keys/quota.ts'
import type { Call, Reply } from './call.ts'
import type { Outcome, Refusal } from './outcome.ts'
import type { Route } from './route.ts'
import type { ParsedChoices } from './parsed-choices.ts'

/** What a call changes in its sandbox. */
export interface CalledSandbox {
  readonly collections: Pick<Collections, 'of'>
  readonly animals: Awaitable<Animals>
  readonly quotas: Quotas
  readonly randomness: Randomness
}

/** What is known about one call while it is on its way. Later steps fill in what they found. */
export interface CallContext {
  readonly call: Call
  readonly route: Route
  readonly sandbox: CalledSandbox
  readonly choices: ParsedChoices
  readonly keys: KeyRing
  readonly nowMilliseconds: number
  identity: Identity
  quota: Quota
  /** Whether the operation was asked. */
  isOperated: boolean
}

/** The query of a list, read or refused. */
export type ListQuery =
  | {
      readonly ok: true
      readonly limit: number
      readonly status?: string | undefined
      readonly after?: number | undefined
    }
  | {
      readonly ok: false
      readonly problems: readonly string[]
      /** What refuses it: an invalid limit or status, or a parameter that the interface does not name. */
      readonly about: 'limit' | 'status' | 'parameter'
      /** The choice that refuses it, or answers with an empty list. */
      readonly choice: string
    }

/** A body read as a new item of its resource, or why it is none. */
export type NewItemReading<New = NewItem<Item>> = { readonly ok: true; readonly item: New } | Refusal

/**
 * The steps of a call that a scenario or a fault may take over. Each gets what the mock would decide, or a function that
 * decides it, and returns what to use instead: spec/decisions/0007-one-way-to-take-over-a-step.md.
 */
export interface Overrides {
  /** Who calls (section 5). */
  readonly identify?: (usual: Identity, context: CallContext) => Identity
  /** Whether the quota lets the call pass (section 8). */
  readonly count?: (usual: () => Awaitable<Quota>, context: CallContext) => Awaitable<Quota>
  /** What a list is asked for. */
  readonly query?: (usual: ListQuery, context: CallContext) => ListQuery
  /** Whether a body is a new item. `body` is the body as it was read, `undefined` if it could not be. */
  readonly accept?: (usual: NewItemReading, body: unknown, context: CallContext) => NewItemReading
  /** What the operation, or the undocumented path, answers (section 4). */
  readonly operate?: (usual: () => Awaitable<Outcome>, context: CallContext) => Awaitable<Outcome>
  /** Changes the finished reply, headers included. */
  readonly reply?: (usual: Reply, context: CallContext) => Awaitable<Reply>
}
