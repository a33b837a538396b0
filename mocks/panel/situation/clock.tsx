import { useRef } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { Action, TextForm } from '../ui/action.tsx'
import { useArrival } from '../ui/fold.tsx'
import { Badge } from '../ui/layout.tsx'

/** How a clock runs, by what a person calls it, and what the mock is sent for it. */
export const modes = {
  Freeze: { body: { mode: 'frozen' }, done: 'The clock stands still.' },
  Resume: { body: { mode: 'running' }, done: 'The clock runs.' },
  'Back to now': { body: { mode: 'real' }, done: 'It shows real time again.' },
} as const

/** Steps, in seconds. */
export const steps = { '+ 1 s': 1, '+ 1 min': 60, '+ 1 h': 3600, '+ 1 day': 86_400 }

/** Instants worth a visit. */
export const jumps = {
  'removal − 10 s': {
    body: { at: '2030-12-04T23:59:50Z' },
    done: 'Ten seconds until getPet is removed.',
  },
  'removal of getPet': {
    body: { mode: 'frozen', at: '2030-12-05T00:00:00Z' },
    done: 'It is 5 December 2030, and getPet is gone.',
  },
} as const

/** The time of the sandbox, which quotas, bans and the removal of getPet follow, and how to move it: one line. */
export function ClockLine() {
  const { view, to } = usePanel()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival('clock', heading)
  const { mode = 'real', now } = view?.clock ?? {}
  const toggled = modes[mode === 'frozen' ? 'Resume' : 'Freeze']
  return (
    <div class="card clock" role="group" aria-label="Clock">
      <div class="row">
        <h2 ref={heading} tabIndex={-1}>
          Clock
        </h2>
        <time class="mono" dateTime={now}>
          {now?.slice(0, 19).replace('T', ' ')}
        </time>
        <Badge kind={mode === 'real' ? 'good' : 'info'}>{mode}</Badge>
        <Action
          text="Freeze"
          request={to('PATCH', '/settings', { clock: toggled.body })}
          done={toggled.done}
          aria-pressed={mode === 'frozen'}
        />
        <Action
          text="Back to now"
          request={to('PATCH', '/settings', { clock: modes['Back to now'].body })}
          done={modes['Back to now'].done}
          disabled={mode === 'real'}
        />
        {Object.entries(steps).map(([text, seconds]) => (
          <Action
            key={text}
            text={text}
            aria-label={`Move the clock: ${text}`}
            class="quiet"
            request={to('POST', '/clock/advance', { seconds })}
            done={`The clock was moved: ${text}.`}
          />
        ))}
        {Object.entries(jumps).map(([text, { body, done }]) => (
          <Action
            key={text}
            text={text}
            class="quiet"
            request={to('PATCH', '/settings', { clock: body })}
            done={done}
          />
        ))}
        <div class="unlabelled">
          <TextForm
            purpose="Jump to an instant"
            label="Instant, in UTC"
            submit="Jump"
            look=""
            type="datetime-local"
            required
            step="1"
            min="1970-01-01T00:00:00"
            max="9999-12-31T23:59:59"
            requestFor={(instant) =>
              to('PATCH', '/settings', { clock: { at: `${instant}${instant.length === 16 ? ':00' : ''}Z` } })
            }
            doneFor={() => 'The clock shows that instant.'}
          />
        </div>
      </div>
    </div>
  )
}
