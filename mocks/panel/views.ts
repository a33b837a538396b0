import type { Pet, PetStatus, PlanName } from '../../spec/index.ts'
import type { clockView } from '../control/clock.ts'
import type { faultView, scenarioView } from '../control/lists.ts'
import type { sandboxView } from '../control/sandboxes.ts'
import type { KeyRecord, KeyStanding } from '../world/keys.ts'

// What the replies of the control API hold, as spec/control.openapi.yaml describes them.

/** A sandbox at a glance. */
export type SandboxView = Awaited<ReturnType<typeof sandboxView>>

/** `GET /_mock/sandboxes/{sandbox}`: a sandbox as a whole. */
export type WholeSandboxView = Omit<SandboxView, 'fault'> &
  PlayingView & {
    readonly fault: FaultView | null
    /** The choices that are not the default. */
    readonly choices: Readonly<Record<string, string>>
    readonly quotas: readonly QuotaView[]
  }

/** A sandbox's clock. */
export type ClockView = ReturnType<typeof clockView>

/** A scenario of the list. */
export type ScenarioView = ReturnType<typeof scenarioView>

/** A fault of the list. */
export type FaultView = ReturnType<typeof faultView>

/** An own key, masked. */
export type OwnKeyView = KeyRecord & { readonly id: string; readonly name: string }

/** `GET /_mock/lists`. */
export interface ListsView {
  readonly operations: readonly {
    readonly id: string
    readonly section: string
    readonly method: string
    readonly path: string
    readonly isDeprecated: boolean
  }[]
  readonly statuses: readonly PetStatus[]
  readonly plans: readonly {
    readonly plan: PlanName
    readonly name: string
    readonly requestsPerMinute: number | null
    readonly requestsPerDay: number | null
  }[]
  readonly clauses: readonly { readonly id: string; readonly section: string; readonly text: string }[]
  readonly silences: readonly SilenceView[]
  readonly scenarios: readonly ScenarioView[]
  readonly faults: readonly FaultView[]
  readonly datasets: readonly { readonly name: string; readonly summary: string; readonly count: number }[]
  readonly testKeys: readonly {
    readonly key: string
    readonly plan: PlanName
    readonly standing: KeyStanding
    readonly summary: string
  }[]
  readonly errorCodes: readonly { readonly code: string; readonly when: string }[]
}

/** A silence of the list. */
export interface SilenceView {
  readonly id: string
  readonly section: string
  readonly question: string
  readonly default: string
  readonly choices: readonly { readonly choice: string; readonly does: string }[]
  readonly form: { readonly shape: string; readonly does: string } | null
}

/** One window of a quota. */
export interface WindowView {
  readonly used: number
  readonly limit: number
  readonly remaining: number
  readonly resetAtSeconds: number
}

/** The quota of a key. */
export interface QuotaView {
  readonly id: string | null
  readonly name: string
  readonly plan: PlanName | null
  readonly minute: WindowView
  readonly day: WindowView
  readonly refusals: number
  readonly isBanned: boolean
  readonly bannedUntilSeconds: number | null
}

/** A page of `GET …/animals`. */
export interface AnimalsView {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly animals: readonly Pet[]
}

/** `GET …/scenarios`. */
export interface PlayingView {
  readonly playing: readonly {
    readonly scenario: string
    readonly summary: string
    readonly operation: string | null
    readonly calls: number | null
    /** Of a recorded reply. */
    readonly status: number | null
  }[]
}
