import type { ControlTypes, Lists } from '../../spec/made/control-types.ts'

// What the replies of the control API hold, as spec/control.openapi.yaml describes them.
export type {
  Clock as ClockView,
  Conduct as ConductView,
  Key as OwnKeyView,
  KeyQuota as QuotaView,
  Lists as ListsView,
  Sandbox as SandboxView,
  Scenario as ScenarioView,
  WholeSandbox as WholeSandboxView,
} from '../../spec/made/control-types.ts'

/** A silence of the list. */
export type SilenceView = Lists['silences'][number]

/** A page of `GET …/animals`. */
export type AnimalsView = ControlTypes['listAnimals']['reply']
