import { animalRoutes } from './animals.ts'
import { clockRoutes } from './clock.ts'
import { faultRoutes } from './fault.ts'
import { journalRoutes } from './journal.ts'
import { keyRoutes } from './keys.ts'
import { linkRoutes } from './link.ts'
import { listRoutes } from './lists.ts'
import { overviewRoutes } from './overview.ts'
import { quotaRoutes } from './quotas.ts'
import { profileRoutes } from './profile.ts'
import type { ControlRoute } from './route.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { scenarioRoutes } from './scenarios.ts'

/** Every route of the control API. spec/control.openapi.yaml describes the same ones. */
export const controlRoutes: readonly ControlRoute[] = [
  ...overviewRoutes,
  ...listRoutes,
  ...keyRoutes,
  ...sandboxRoutes,
  ...clockRoutes,
  ...scenarioRoutes,
  ...faultRoutes,
  ...profileRoutes,
  ...quotaRoutes,
  ...animalRoutes,
  ...journalRoutes,
  ...linkRoutes,
]
