import { parseProfile } from '../../../spec/index.ts'
import type { Fault } from '../../../spec/made/control-types.ts'
import { faults } from '../../faults/index.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import { type Handlers, json, notFound } from '../handler.ts'

/** The fault and the profile of a sandbox. */
export const behaviourHandlers: Handlers<'behaviour'> = {
  showFault: ({ sandbox }) => json({ fault: shownFault(sandbox) }),
  putFault({ sandbox, body: { fault } }) {
    const found = faults.find(({ id }) => id === fault)
    if (found === undefined) throw notFound('fault', fault, faultNames, 'GET /_mock/lists names them all.')
    sandbox.setFault(found.id)
    return json({ fault: shownFault(sandbox) })
  },
  endFault({ sandbox }) {
    sandbox.setFault(undefined)
    return json({ fault: shownFault(sandbox) })
  },
  showProfile: ({ sandbox }) => json(sandbox.profile),
  changeProfile({ sandbox, body }) {
    sandbox.choose(parseProfile(body, sandbox.profile))
    return json(sandbox.profile)
  },
  setProfile({ sandbox, body }) {
    sandbox.choose(parseProfile(body))
    return json(sandbox.profile)
  },
  resetProfile({ sandbox }) {
    sandbox.resetProfile()
    return json(sandbox.profile)
  },
}

const faultNames = faults.map(({ id }) => id)

/** Every fault as plain data. */
export const faultViews: readonly Fault[] = faults.map(({ id, clause, summary }) => ({ id, clause, summary }))

/** The fault that is on in a sandbox, as plain data; `null` for none. */
export function shownFault({ fault }: Sandbox): Fault | null {
  return faultViews.find(({ id }) => id === fault?.id) ?? null
}
