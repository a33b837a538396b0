import { usePanel } from '../panel-context.tsx'
import { Action, TextForm } from '../ui/action.tsx'
import { Badge, Card, SectionHead } from '../ui/layout.tsx'

/** How a clock runs, by what a person calls it, and what the mock is sent for it. */
export const modes = {
  Freeze: { body: { mode: 'frozen' }, done: 'The clock stands still.' },
  Resume: { body: { mode: 'running' }, done: 'The clock runs.' },
  'Back to now': { body: { mode: 'real' }, done: 'It shows real time again.' },
} as const

/** Steps, in seconds. */
export const steps = { '− 1 minute': -60, '+ 1 second': 1, '+ 1 minute': 60, '+ 1 hour': 3600, '+ 1 day': 86_400 }

/** Instants worth a visit. */
export const jumps = {
  '10 s before the removal': { body: { at: '2030-12-04T23:59:50Z' }, done: 'Ten seconds until getPet is removed.' },
  '5 December 2030': {
    body: { mode: 'frozen', at: '2030-12-05T00:00:00Z' },
    done: 'It is 5 December 2030, and getPet is gone.',
  },
} as const

const abouts = {
  real: 'It shows real time.',
  running: 'It runs, ahead of real time or behind it.',
  frozen: 'It stands still until it is moved.',
} as const

/** The section "Clock": the time of the sandbox, and how to move it. */
export function ClockSection() {
  const { view, to } = usePanel()
  const { mode = 'real', now } = view?.clock ?? {}
  const weekday = new Date(now ?? 0).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  return (
    <>
      <SectionHead
        title="Clock"
        about="The sandbox's own time. Quotas, bans and the removal of getPet follow it, so you can rehearse each in a second."
      />
      <div class="grid">
        <Card title="Current time">
          <p class="row">
            <time class="clock-face" dateTime={now}>
              {now?.slice(11, 19)}
            </time>
            <span class="muted">{now && `${weekday} ${now.slice(0, 10)} UTC`}</span>
          </p>
          <p>
            <Badge kind={mode === 'real' ? 'good' : 'info'}>{mode}</Badge> {abouts[mode]}
          </p>
          <div class="row">
            {Object.entries(modes).map(([text, { body, done }]) => (
              <Action
                key={text}
                text={text}
                request={to('PUT', '/clock', body)}
                done={done}
                kind={body.mode === 'real' ? 'primary' : 'plain'}
                attributes={body.mode === 'frozen' ? { 'aria-pressed': mode === 'frozen' } : {}}
                isDisabled={body.mode === 'real' ? mode === 'real' : body.mode === 'running' && mode !== 'frozen'}
              />
            ))}
          </div>
        </Card>
        <Card title="Step">
          <p class="muted">The quota of a minute refills after a minute, that of a day at midnight UTC.</p>
          <div class="row">
            {Object.entries(steps).map(([text, seconds]) => (
              <Action
                key={text}
                text={text}
                label={`Move the clock: ${text}`}
                request={to('POST', '/clock/advance', { seconds })}
                done={`The clock was moved: ${text}.`}
              />
            ))}
          </div>
        </Card>
        <Card title="Jump">
          <p class="muted">getPet works until its removal on 5 December 2030 (section 9).</p>
          <div class="row">
            {Object.entries(jumps).map(([text, { body, done }]) => (
              <Action key={text} text={text} request={to('PUT', '/clock', body)} done={done} />
            ))}
          </div>
          <TextForm
            purpose="Jump to an instant"
            label="Instant, in UTC"
            submit="Jump"
            type="datetime-local"
            required
            step="1"
            min="1970-01-01T00:00:00"
            max="9999-12-31T23:59:59"
            requestFor={(instant) => to('PUT', '/clock', { at: `${instant}${instant.length === 16 ? ':00' : ''}Z` })}
            doneFor={() => 'The clock shows that instant.'}
          />
        </Card>
      </div>
    </>
  )
}
