import { useState } from 'preact/hooks'
import { clockCommands, throttleCommands } from '../actions.ts'
import { usePanel } from '../panel-context.tsx'
import { useArrival } from '../ui/arrival.ts'
import { Badge } from '../ui/layout.tsx'
import { Commands } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { Others, Play } from './play.tsx'
import type { Scope } from './switches.ts'

/** The tab "Situation": what could decide the answers, and when; the head says what does: spec/decisions/0203-what-the-panel-draws.md. */
export function Situation() {
  const [scope, setScope] = useState<Scope>({ operation: null })
  return (
    <fieldset class="situation" disabled={usePanel().isLost}>
      <Play scope={scope} onScope={setScope} />
      <Time />
      <Others scope={scope} />
    </fieldset>
  )
}

/** The clock of the sandbox, which quotas, bans and the removal of getPet follow, and how long answers take. */
function Time() {
  const panel = usePanel()
  const { mode = 'real', now } = panel.view?.clock ?? {}
  return (
    <div class="card" role="group" aria-label="Clock and throttle">
      <div class="row">
        <h2 ref={useArrival('clock')} tabIndex={-1}>
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
      <h2>Throttle every answer</h2>
      <Roving class="row">
        <Commands of={throttleCommands(panel)} class="small" />
      </Roving>
    </div>
  )
}
