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
  /** What is forced on the call. */
  readonly overrides: readonly Overrides[]
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

/** What each step of a call decides that a scenario or a fault may take over. */
interface Steps {
  /** Who calls (section 5). */
  identify: Identity
  /** Whether the quota lets the call pass (section 8). */
  count: Awaitable<Quota>
  /** What a list is asked for. */
  query: ListQuery
  /** Whether a body is a new item. */
  accept: Awaitable<NewItemReading>
  /** What the operation, or the undocumented path, answers (section 4). */
  operate: Awaitable<Outcome>
  /** The finished reply, headers included. */
  reply: Awaitable<Reply>
}

/** Decides a step in place of the mock; `usual` gives what the mock would decide. */
export type Override<Decided> = (usual: () => Decided, context: CallContext) => Decided

/** What takes over steps of a call: spec/decisions/0007-one-way-to-take-over-a-step.md. */
export type Overrides = { readonly [Step in keyof Steps]?: Override<Steps[Step]> }

/** Decides a step as the mock would, or as the overrides of the call do. The last of them is the outermost. */
export function decide<Step extends keyof Steps>(
  step: Step,
  context: CallContext,
  usual: () => Steps[Step],
): Steps[Step] {
  if (context.overrides.length === 0) return usual()
  let decided = usual
  for (const { [step]: override } of context.overrides) {
    const inner = decided
    if (override !== undefined) decided = () => override(inner, context)
  }
  return decided()
}

/** Changes the finished reply. */
export function edited(change: (made: Reply, context: CallContext) => Awaitable<Reply>): Override<Awaitable<Reply>> {
  return async (usual, context) => change(await usual(), context)
}
