import type { Awaitable } from '../../spec/awaitable.ts'
import type { Overrides } from '../call/overrides.ts'
import type { Route } from '../call/route.ts'
import type { EntryOf } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { Scenario } from '../world/scenarios.ts'

/** A named way of breaking the interface, as the setting `fault` turns it on. */
export interface RegisteredFault {
  readonly id: string
  readonly clause: string
  /** What a client sees, in one line. */
  readonly summary: string
}

/** What a client asks for by a header of its call. */
export interface Preference {
  /** A scenario, an example or a refusal; nothing if the client only asks for a delay. */
  readonly overrides?: Overrides | undefined
  /** The scenario that was asked for, by id or by status code. */
  readonly scenario?: Scenario | undefined
  /** What else was on for the call, where the sandbox played it. */
  readonly others?: JournalRecord['others']
  readonly example?: string | undefined
  readonly delayMilliseconds?: number | undefined
}

/** What a store does beside its core, as plain values. `mocks/all.ts` registers all that there is. */
export interface Registered {
  /** Shows the records of journals. */
  readonly entryOf?: EntryOf
  readonly faults?: {
    readonly ids: readonly string[]
    readonly load: () => Promise<readonly RegisteredFault[]>
    /** @param note called when the overrides did something to the call */
    readonly overridesOf: (id: string, note: () => void) => Promise<Overrides | undefined>
  }
  readonly prefer?: {
    readonly read: (header: string, route: Route) => Awaitable<Preference>
    readonly load: () => Promise<unknown>
    /** What decided a reply, in a line for its header, if the client asks for that. */
    readonly explain: (record: Omit<JournalRecord, 'number'>, keys: KeyRing) => string | undefined
  }
}
