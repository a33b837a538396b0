import type { Awaitable, Call, Reply } from './call.ts'
import type { Outcome } from './error-reply.ts'
import type { Identity, KeyRing } from '../world/keys.ts'
import type { ListQuery } from '../operations/list-pets.ts'
import type { NewPetReading } from '../operations/create-pet.ts'
import type { Quota } from '../world/quota.ts'
import type { Route } from './route.ts'
import type { Rules } from './rules.ts'
import type { Sandbox } from '../world/sandbox.ts'

/** What is known about one call while it is on its way. Later steps fill in what they found. */
export interface CallContext {
  readonly call: Call
  readonly route: Route
  readonly sandbox: Sandbox
  readonly rules: Rules
  /** The keys that the store knows. */
  readonly keys: KeyRing
  /** The sandbox's time, in milliseconds since 1970. */
  readonly nowMilliseconds: number
  identity: Identity
  quota: Quota
}

/**
 * The decisions on the way of a call that a scenario or a fault may take over. Each is given what the mock itself would
 * decide, or a way to have it decided, and returns what shall hold instead: spec/decisions/0007-one-way-to-take-over-a-step.md.
 */
export interface Overrides {
  /** Who calls (section 5). */
  readonly identify?: (usual: Identity, context: CallContext) => Identity
  /** Whether the quota lets the call pass (section 8). */
  readonly count?: (usual: () => Awaitable<Quota>, context: CallContext) => Awaitable<Quota>
  /** What listPets is asked for (section 4.1). */
  readonly query?: (usual: ListQuery, context: CallContext) => ListQuery
  /** Whether a body is a NewPet (section 4.2). `body` is the body as it was read, `undefined` if it could not be. */
  readonly accept?: (usual: NewPetReading, body: unknown, context: CallContext) => NewPetReading
  /** What the operation, or the undocumented path, answers (section 4). */
  readonly operate?: (usual: () => Awaitable<Outcome>, context: CallContext) => Awaitable<Outcome>
  /** The last word on the reply, headers included. */
  readonly reply?: (usual: Reply, context: CallContext) => Awaitable<Reply>
}
