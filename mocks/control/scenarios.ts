import { operationIds } from '../../spec/index.ts'
import { type Sandbox, scenarioById } from '../sandbox.ts'
import { type ScenarioId, scenarios } from '../scenarios.ts'
import { ControlError } from './control-error.ts'
import { oneOf, wholeNumber } from './kinds.ts'
import { scenarioView } from './lists.ts'
import { type ControlRoute, json, members, notFound, sandboxRoute } from './route.ts'

/** Every call looks through the scenarios that are being played, so there may not be any number of them. */
const mostPlays = 100

const ids: readonly ScenarioId[] = scenarios.map(({ id }) => id)

/** The routes of the scenarios that a sandbox plays. */
export const scenarioRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    { method: 'GET', path: '/scenarios', summary: 'Show which scenarios are being played, and all that there are' },
    ({ sandbox }) => json({ ...playing(sandbox), scenarios: scenarios.map(scenarioView) }),
  ),
  sandboxRoute(
    {
      method: 'POST',
      path: '/scenarios',
      summary: 'Play a scenario from the next call on',
      body: members(
        { scenario: oneOf(ids), operation: oneOf(operationIds), calls: wholeNumber(1, Number.MAX_SAFE_INTEGER) },
        ['scenario'],
      ),
    },
    ({ sandbox, body: { scenario, operation, calls } }) => {
      if (sandbox.plays.length >= mostPlays) {
        throw new ControlError(
          409,
          'limit_reached',
          `Cannot play another scenario: ${mostPlays} are being played. End some first.`,
        )
      }
      sandbox.play(scenario, { operation, calls })
      return json(playing(sandbox), 201)
    },
  ),
  sandboxRoute({ method: 'DELETE', path: '/scenarios', summary: 'End every scenario' }, ({ sandbox }) => {
    sandbox.stop()
    return json(playing(sandbox))
  }),
  sandboxRoute({ method: 'DELETE', path: '/scenarios/{scenario}', summary: 'End a scenario' }, ({ sandbox, part }) => {
    const found = ids.find((id) => id === part('scenario'))
    if (found === undefined) throw notFound('scenario', part('scenario'), ids)
    sandbox.stop(found)
    return json(playing(sandbox))
  }),
]

/** The scenarios that are being played; `calls` is how many calls are left. */
function playing({ plays }: Sandbox) {
  return {
    playing: plays.map(({ scenario, operation, calls }) => ({
      scenario,
      summary: scenarioById(scenario).summary,
      operation: operation ?? null,
      calls: calls ?? null,
    })),
  }
}
