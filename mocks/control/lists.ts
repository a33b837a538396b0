import { datasets } from '../../fixtures/index.ts'
import { type Silence, clauses, operations, petStatuses, plans, silences } from '../../spec/index.ts'
import { errorCodes } from '../call/error-codes.ts'
import { type Fault, faults } from '../faults/index.ts'
import { testKeys } from '../world/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { type Scenario, scenarios } from '../world/scenarios.ts'
import { type ControlRoute, json, route } from './route.ts'

/** The route of everything that has a name. */
export const listRoutes: readonly ControlRoute[] = [
  route(
    {
      method: 'GET',
      path: '/_mock/lists',
      summary: 'List everything that has a name: clauses, silences, scenarios, faults and more',
    },
    () =>
      json({
        operations: Object.values(operations).map(({ id, section, method, path, isDeprecated }) => ({
          id,
          section,
          method,
          path,
          isDeprecated,
        })),
        statuses: petStatuses,
        plans: named('plan', plans),
        clauses,
        silences: silences.map(silenceView),
        scenarios: scenarios.map(scenarioView),
        faults: faults.map(faultView),
        datasets: datasets.map(({ name, summary, count }) => ({ name, summary, count })),
        testKeys: named('key', testKeys),
        errorCodes: Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
      }),
  ),
]

/** A scenario as plain data. */
export function scenarioView({ id, section, summary, code, operations: only, delayMilliseconds }: Scenario) {
  return {
    id,
    section,
    summary,
    code: code ?? null,
    operations: only ?? null,
    delayMilliseconds: delayMilliseconds ?? null,
  }
}

/** A fault as plain data. */
export function faultView({ id, clause, summary }: Fault) {
  return { id, clause, summary }
}

/** The fault that is on in a sandbox, as plain data; `null` for none. */
export function shownFault(sandbox: Sandbox) {
  const fault = faults.find(({ id }) => id === sandbox.fault?.id)
  return fault === undefined ? null : faultView(fault)
}

function silenceView({ id, section, question, default: usual, choices, form }: Silence) {
  return {
    id,
    section,
    question,
    default: usual,
    choices: Object.entries(choices).map(([choice, does]) => ({ choice, does })),
    form: form === undefined ? null : { shape: form.shape, does: form.does },
  }
}

function named<T extends object>(name: string, values: Readonly<Record<string, T>>) {
  return Object.entries(values).map(([id, value]) => ({ [name]: id, ...value }))
}
