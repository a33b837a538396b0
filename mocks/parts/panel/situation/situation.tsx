import { useEffect, useRef, useState } from 'preact/hooks'
import { type Command, clockCommands, throttleCommands } from '../actions.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { useArrival } from '../ui/arrival.ts'
import { Field } from '../ui/field.tsx'
import { Badge } from '../ui/layout.tsx'
import { Commands } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { columnOf, namesOf } from './spoken.ts'
import { type Scope, type Switch, choiceSwitches, faultSwitches, scenarioSwitches } from './switches.ts'

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

/** A line of buttons. */
function Line({ label, of }: { label: string; of: readonly Command[] }) {
  return (
    <Roving class="row" role="group" aria-label={label}>
      <Commands of={of} class="small" />
    </Roving>
  )
}

/** For how many calls a click plays. */
const times = { once: 1, '3 times': 3, 'until stopped': undefined }

/** What a call could meet: the situations that people want, for the calls of a scope. */
function Play({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  const panel = usePanel()
  const choose = (text: string, change: Partial<Scope>, isOn: boolean): Command => ({
    text,
    isOn,
    run: () => onScope({ ...scope, ...change }),
  })
  const operations = [null, ...panel.lists.operations.map(({ id }) => id)]
  return (
    <div class="card">
      <h2>Play for</h2>
      <Line
        label="For which calls"
        of={operations.map((one) => choose(one ?? 'every call', { operation: one }, one === scope.operation))}
      />
      <Line
        label="How often"
        of={Object.entries(times).map(([text, calls]) => choose(text, { calls }, calls === scope.calls))}
      />
      <Roving class="tiles" role="group" aria-label={`Situations for ${scope.operation ?? 'every call'}`}>
        {scenarioSwitches(panel, scope)
          .filter(({ id }) => columnOf(id) !== undefined)
          .map((one) => (
            <Tile key={one.id} {...one} about={one.about.replace(/[;,] .*?(?= \(\w+\)$|$)/, '')} />
          ))}
      </Roving>
      <p class="muted">
        slow is added to whatever else plays, and a call counts for both. Of all others, the one set last wins.
      </p>
    </div>
  )
}

/** A click plays it, and the next one stops it. */
function Tile({ id, about, isOn, elsewhere, isPossible, request, done }: Switch) {
  const text = (
    <>
      <strong>{visibleText(namesOf(id))}</strong> <small>{about}</small>
      {elsewhere && <small class="played"> plays for {elsewhere}</small>}
    </>
  )
  const look = { text, class: 'tile', 'aria-pressed': isOn, disabled: !isPossible }
  return <Action {...look} request={request} done={done} />
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
      <Line label="Clock" of={clockCommands(panel)} />
      <h2>Throttle every answer</h2>
      <Line label="Throttle" of={throttleCommands(panel)} />
    </div>
  )
}

/** A search through all else, faults and choices included. */
function Others({ scope }: { scope: Scope }) {
  const panel = usePanel()
  const { detail } = panel
  const [search, setSearch] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Whoever led here says what to look for; the clock is elsewhere.
    if (detail === undefined || detail === 'clock') return
    setSearch(detail)
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => box.current?.focus())
  }, [detail])
  const scenarios = scenarioSwitches(panel, scope).filter(({ id }) => search !== '' || columnOf(id) === undefined)
  const found = [...scenarios, ...faultSwitches(panel), ...choiceSwitches(panel)].filter(({ id, about, also, group }) =>
    hasWords(`${id} ${about} ${also} ${group}`, search),
  )
  return (
    <div class="card others">
      <div class="row unlabelled">
        <Field
          type="search"
          label="Search the others"
          placeholder="fault list, choice 404, scenario …"
          value={search}
          onValue={setSearch}
          inputRef={box}
        />
        <span class="muted" role="status">
          {found.length === 0 ? 'Nothing fits. Search for less.' : `${found.length} to play`}
        </span>
      </div>
      <p class="muted">Faults and choices are for every call; of the faults, one at a time.</p>
      <Roving class="stack scroller">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, rows]) => (
          <details key={group} open={search !== ''}>
            <summary>
              <strong>{group}</strong> <small>{rows.length}</small>
              {rows.some(({ isOn, elsewhere }) => isOn || elsewhere) && <small class="played"> plays</small>}
            </summary>
            <div class="tiles">
              {rows.map((one) => (
                <Tile key={one.id} {...one} />
              ))}
            </div>
          </details>
        ))}
      </Roving>
    </div>
  )
}
