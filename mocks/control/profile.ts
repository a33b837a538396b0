import { choicesOf, parseProfile, silences } from '../../spec/index.ts'
import type { Kind } from './kinds.ts'
import { type ControlRoute, json, members, sandboxRoute } from './route.ts'

const choiceKinds = Object.fromEntries(
  silences.map((silence): [string, Kind<string | number>] => [
    silence.id,
    {
      expected: `one of ${choicesOf(silence).join(', ')}`,
      // Whether the silence has such a choice is for parseProfile to say.
      read: (value) =>
        (typeof value === 'string' && value.length <= 2000) || typeof value === 'number' ? value : undefined,
    },
  ]),
)

/** The routes of a sandbox's profile. */
export const profileRoutes: readonly ControlRoute[] = [
  sandboxRoute({ method: 'GET', path: '/profile', summary: 'Show the choice for each silence' }, ({ sandbox }) =>
    json(sandbox.profile),
  ),
  sandboxRoute(
    { method: 'PATCH', path: '/profile', summary: 'Choose for some silences', body: members(choiceKinds) },
    ({ sandbox, body }) => {
      sandbox.read(body)
      return json(sandbox.profile)
    },
  ),
  sandboxRoute(
    {
      method: 'PUT',
      path: '/profile',
      summary: 'Choose for every silence; those not named take their default',
      body: members(choiceKinds),
    },
    ({ sandbox, body }) => {
      sandbox.read(parseProfile(body))
      return json(sandbox.profile)
    },
  ),
  sandboxRoute(
    { method: 'DELETE', path: '/profile', summary: 'Go back to the choices of the start' },
    ({ sandbox }) => {
      sandbox.resetProfile()
      return json(sandbox.profile)
    },
  ),
]
