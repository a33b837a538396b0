import { faults } from '../faults/index.ts'
import { text } from './kinds.ts'
import { shownFault } from './lists.ts'
import { type ControlRoute, json, members, notFound, sandboxRoute } from './route.ts'

/** The routes of the fault that a sandbox plays. */
export const faultRoutes: readonly ControlRoute[] = [
  sandboxRoute({ method: 'GET', path: '/fault', summary: 'Show which fault is on' }, ({ sandbox }) =>
    json({ fault: shownFault(sandbox) }),
  ),
  sandboxRoute(
    { method: 'PUT', path: '/fault', summary: 'Put a fault on', body: members({ fault: text(100) }, ['fault']) },
    ({ sandbox, body: { fault } }) => {
      const found = faults.find(({ id }) => id === fault)
      if (found === undefined)
        throw notFound(
          'fault',
          fault,
          faults.map(({ id }) => id),
          'GET /_mock/lists names them all.',
        )
      sandbox.setFault(found.id)
      return json({ fault: shownFault(sandbox) })
    },
  ),
  sandboxRoute({ method: 'DELETE', path: '/fault', summary: 'Put the fault off' }, ({ sandbox }) => {
    sandbox.setFault(undefined)
    return json({ fault: shownFault(sandbox) })
  }),
]
