import { useRef } from 'preact/hooks'
import { clockCommands, throttleCommands } from '../actions.ts'
import { usePanel } from '../panel-context.tsx'
import { useArrival } from '../ui/fold.tsx'
import { RequestForm } from '../ui/form.tsx'
import { Badge } from '../ui/layout.tsx'
import { Commands } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'

/** The clock of the sandbox, which quotas, bans and the removal of getPet follow, and how long answers take. */
export function Time() {
  const panel = usePanel()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival('clock', heading)
  const { mode = 'real', now } = panel.view?.clock ?? {}
  return (
    <div class="card" role="group" aria-label="Clock and throttle">
      <div class="row">
        <h2 ref={heading} tabIndex={-1}>
          Clock
        </h2>
        <time class="mono" dateTime={now}>
          {now?.slice(0, 19).replace('T', ' ')} UTC
        </time>
        <Badge kind={mode === 'real' ? 'good' : 'info'}>{mode}</Badge>
      </div>
      <Roving class="row">
        <Commands of={clockCommands(panel)} class="small" />
      </Roving>
      <div class="unlabelled">
        <RequestForm
          label="Jump to an instant"
          fields={[
            {
              name: 'instant',
              label: 'Instant, in UTC',
              type: 'datetime-local',
              required: true,
              step: '1',
              min: '1970-01-01T00:00:00',
              max: '9999-12-31T23:59:59',
            },
          ]}
          requestFor={({ instant = '' }) =>
            panel.to('PATCH', '/settings', { clock: { at: `${instant}${instant.length === 16 ? ':00' : ''}Z` } })
          }
          doneFor={() => 'The clock shows that instant.'}
          submit="Jump"
          look=""
        />
      </div>
      <h2>Throttle every answer</h2>
      <Roving class="segments">
        <Commands of={throttleCommands(panel)} class="small" />
      </Roving>
    </div>
  )
}
