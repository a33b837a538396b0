import { choicesOf, parseReading, silences } from '../../spec/index.ts'
import type { Kind } from './kinds.ts'
import { type ControlRoute, json, members, sandboxRoute } from './route.ts'

const choiceKinds = Object.fromEntries(
  silences.map((silence): [string, Kind<string | number>] => [
    silence.id,
    {
      expected: `one of ${choicesOf(silence).join(', ')}`,
      // Whether the silence has such a choice is for parseReading to say.
      read: (value) =>
        (typeof value === 'string' && value.length <= 2000) || typeof value === 'number' ? value : undefined,
    },
  ]),
)

/** The routes of a sandbox's reading. */
export const readingRoutes: readonly ControlRoute[] = [
  sandboxRoute({ method: 'GET', path: '/reading', summary: 'Show the choice for each silence' }, ({ sandbox }) =>
    json(sandbox.reading),
  ),
  sandboxRoute(
    { method: 'PATCH', path: '/reading', summary: 'Choose for some silences', body: members(choiceKinds) },
    ({ sandbox, body }) => {
      sandbox.read(body)
      return json(sandbox.reading)
    },
  ),
  sandboxRoute(
    {
      method: 'PUT',
      path: '/reading',
      summary: 'Choose for every silence; those not named take their default',
      body: members(choiceKinds),
    },
    ({ sandbox, body }) => {
      sandbox.read(parseReading(body))
      return json(sandbox.reading)
    },
  ),
  sandboxRoute(
    { method: 'DELETE', path: '/reading', summary: 'Go back to the choices of the start' },
    ({ sandbox }) => {
      sandbox.forgetReading()
      return json(sandbox.reading)
    },
  ),
]
